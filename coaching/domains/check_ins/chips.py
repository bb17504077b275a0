"""The moods as quick replies: the message that says one of them is a check-in."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from coaching.content import text
from coaching.content.catalogue import languages
from coaching.domains.check_ins import service
from coaching.errors import TooMany
from coaching.repositories import messages
from coaching.values.check_ins import Mood
from coaching.values.chips import Chip

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.check_ins.models import CheckIn
    from coaching.models import Conversation
    from coaching.repositories.transcripts import TranscriptRow

ACTION = "check_in"


def moods(language: str) -> tuple[Chip, ...]:
    """Return a chip for each mood."""
    named = {mood: text(language, f"ui.mood.{mood}") for mood in Mood}
    return tuple(Chip(f"mood_{mood}", name, ACTION, mood) for mood, name in named.items())


def are_moods(stored: Iterable[Mapping[str, Any]]) -> bool:
    """Return True if a stored message has the moods as its chips."""
    return any(chip.get("action") == ACTION for chip in stored)


async def keep(
    s: AsyncSession, session: Conversation, said: TranscriptRow, *, at: datetime
) -> CheckIn | None:
    """Keep a check-in if a message is one of the moods under the reply before it.

    The reply before is read only if the message names a mood. No check-in is kept beyond the
    number that a day has room for.
    """
    if _plain(said.text) not in _words():
        return None
    asked = await messages.last_by_coach(s, session.user_id, session.id, before=said.seq)
    offered = asked.chips if asked else []
    for chip in offered:
        if chip["action"] == ACTION and _plain(chip["text"]) == _plain(said.text):
            try:
                kept = await service.add(s, session.user_id, Mood(chip["target"]), at=at)
            except TooMany:
                return None
            return kept.row
    return None


@cache
def _words() -> frozenset[str]:
    return frozenset(
        _plain(text(language, f"ui.mood.{mood}")) for language in languages() for mood in Mood
    )


def _plain(word: str) -> str:
    return word.strip().rstrip(".!").casefold()
