"""Noticing that the coach has lost somebody, before it answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.repositories import messages
from coaching.rules.rupture import gap_in, may_be
from coaching.text.words import as_words, questions
from coaching.values.conversations import MessageRole
from coaching.values.enums import Gap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation

LOOKED_AT = 4
_FILLER = r"(?:just|still|really|honestly|pues|um+|uh+|hm+|lol|haha|tbh|i|its|it's|and|so|y)\s+"
_EMPTY = re.compile(
    rf"(?:{_FILLER})*(?:dunno|idk|no idea|no clue|(?:do not|don't|dont) know|not sure|"
    r"guess(?: so)?|meh|whatever|nothing(?: really)?|not much|same(?: as (?:always|ever))?|"
    r"ok(?:ay)?|fine|nope|nada|no sé|no se|ni idea|da igual|lo de siempre)"
    r"(?:\s+(?:lol|haha|tbh|really|i guess|tho|jaja))*"
)
_OPEN = re.compile(
    r"\b(?:what|what's|how|why|where|who|which|qué|cómo|dónde|quién|cuál)\b"
    r"(?! (?:about|time|date|day|much|many|long|often|soon))"
)


@dataclass(frozen=True, slots=True)
class Lost:
    """Kind of misunderstanding: as the rules name it, and the note that a model gets.

    A model reads the conversation itself, so it is told only what is nearly certain.
    """

    gap: Gap | None = None
    note: Gap | None = None


async def find(s: AsyncSession, session: Conversation, message: str) -> Lost:
    """Return how a message shows that they were lost; most messages need no look back."""
    if not may_be(message):
        return Lost()
    before = await messages.page(s, session.user_id, session.id, limit=LOOKED_AT)
    said = [line.text for line in before if line.role is MessageRole.USER]
    replies = [line.text for line in before if line.role is MessageRole.COACH]
    return Lost(gap_in(message, said, replies), note_for(message, said, replies))


def note_for(message: str, said: Sequence[str], replies: Sequence[str]) -> Gap | None:
    """Return what a model is told: two empty answers in a row, the last to an open question."""
    if not said or not replies or not _is_open(replies[-1]):
        return None
    return Gap.FLAT if _is_empty(message) and _is_empty(said[-1]) else None


def _is_empty(message: str) -> bool:
    return _EMPTY.fullmatch(as_words(message)) is not None


def _is_open(reply: str) -> bool:
    asked = questions(reply.lower())
    return bool(asked) and _OPEN.search(asked[-1]) is not None
