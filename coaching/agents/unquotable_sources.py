"""Unquotable sources: texts a person may repeat but didn't write; no evidence for a memory."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from coaching.prompts import core_block, observer_instructions
from coaching.repositories import briefings, cards, conversations, messages
from coaching.values.conversations import MessageRole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import CoachingBriefing, Message, RewireCard

LINES_BEFORE = 24  # messages before this one that may be repeated by accident
MOST_CARDS = 60  # the newest ones
LONGEST = 4_000
SAID_BEFORE, LONGEST_SAID = 40, 300


async def load_elsewhere(
    s: AsyncSession, owner: UUID, message: Message, *, session_number: int
) -> tuple[str, ...]:
    """Return what the coach said before a message, cards, what the app wrote, and our prompts.

    A card that was saved from this very message holds the person's own words.
    """
    lines = await messages.page(
        s, owner, message.conversation_id, before=message.seq, limit=LINES_BEFORE
    )
    kept = await cards.for_user(s, owner, limit=MOST_CARDS)
    briefing = await briefings.latest(s, owner)
    ended = await conversations.before(s, owner, session_number)
    return (
        *(line.text[:LONGEST] for line in lines if line.role is MessageRole.COACH),
        *(line.preface[:LONGEST] for line in lines if line.preface),
        *(f"{card.title}\n{card.content}" for card in kept if not _is_from(card, message)),
        *(_written(briefing) if briefing else ()),
        *([ended.session_notes] if ended else ()),
        *our_prompts(),
    )


async def load_said_before(s: AsyncSession, owner: UUID, message: Message) -> tuple[str, ...]:
    """Return what the person said before in this session, oldest first; nothing of a crisis."""
    rows = await messages.by_person(s, owner, limit=SAID_BEFORE)
    before = [
        row.text[:LONGEST_SAID]
        for row in rows
        if row.conversation_id == message.conversation_id and row.seq < message.seq
    ]
    return tuple(reversed(before))


def _is_from(card: RewireCard, message: Message) -> bool:
    return card.source_message_id == message.id or card.created_at >= message.created_at


def _written(briefing: CoachingBriefing) -> Iterator[str]:
    yield from (briefing.hypothesis, briefing.one_sentence)
    yield from (str(door.get("opening", "")) for door in briefing.doors)


@cache
def our_prompts() -> tuple[str, ...]:
    """Return what we tell the Coach and the Observer, the same for everyone."""
    return core_block().text, observer_instructions()
