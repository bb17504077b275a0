"""Texts that a person can see and repeat and that are not theirs: no memory may rest on them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from coaching.models import MessageRole
from coaching.prompts import core_block, observer_instructions
from coaching.repositories import briefings, cards, messages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import CoachingBriefing

LINES, CARDS = 24, 60
LONGEST = 4_000


async def load_elsewhere(
    s: AsyncSession, owner: UUID, conversation_id: UUID, *, before: int
) -> tuple[str, ...]:
    """Return what the coach said before, cards, what the app wrote, and our prompts."""
    lines = await messages.page(s, owner, conversation_id, before=before, limit=LINES)
    kept = await cards.for_user(s, owner, limit=CARDS)
    briefing = await briefings.latest(s, owner)
    return (
        *(line.text[:LONGEST] for line in lines if line.role is MessageRole.COACH),
        *(line.preface[:LONGEST] for line in lines if line.preface),
        *(f"{card.title}\n{card.content}" for card in kept),
        *(_written(briefing) if briefing else ()),
        *our_prompts(),
    )


def _written(briefing: CoachingBriefing) -> Iterator[str]:
    yield from (briefing.hypothesis, briefing.one_sentence, briefing.closing_note)
    yield from (str(door.get("opening", "")) for door in briefing.doors)


@cache
def our_prompts() -> tuple[str, ...]:
    """Return what we tell the Coach and the Observer, the same for everyone."""
    return core_block().text, observer_instructions()
