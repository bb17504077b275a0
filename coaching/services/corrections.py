"""Corrections of what Toney believes; each holds from the next message on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching import models
from coaching.errors import NotFound
from coaching.memory.corrections import Correction, contradicts
from coaching.repositories import corrections, memories, messages
from coaching.rules.not_kept import told_beside
from coaching.services.safety_events import Kept, screen_words
from coaching.values.clean_text import clean_text
from coaching.values.corrections import Withheld
from coaching.values.enums import Verdict
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

__all__ = [
    "Correction",
    "News",
    "Target",
    "binding",
    "contradicts",
    "correct",
    "decided",
    "holding",
    "is_closed",
    "lift_for",
    "news",
    "of_item",
    "of_message",
    "told_in",
    "withdraw",
]

INSTEAD_MAX = 400
DECLINED, UNANSWERED = Withheld.DECLINED.value, Withheld.UNANSWERED.value
MOST_TOLD = 12
_MESSAGE = "message:"


@dataclass(frozen=True, slots=True)
class Target:
    """The stable id of an item, its sentence as it was shown, and what an undo puts back."""

    item: str
    said: str
    taken: dict[str, Any] | None = None


async def binding(s: AsyncSession, owner: UUID) -> tuple[Correction, ...]:
    """Return everything the person corrected that still holds, oldest first.

    With it, at the end, the sensitive memories that wait for their yes: until it is given, they
    are written down nowhere else.
    """
    waiting = await memories.waiting(s, owner)
    return (*await decided(s, owner), *map(_withheld, waiting))


async def decided(s: AsyncSession, owner: UUID) -> tuple[Correction, ...]:
    """Return what the person corrected themselves and still holds, oldest first."""
    return tuple([value for _, value in await _holding(s, owner)])


@dataclass(frozen=True, slots=True)
class News:
    """Corrections that a conversation hasn't been told yet, and the ids of all valid ones."""

    corrected: tuple[Correction, ...]
    lifted: tuple[Correction, ...]
    holding: tuple[str, ...]


async def news(s: AsyncSession, owner: UUID, told: Collection[str]) -> News:
    """Return what was corrected or taken back since a conversation was told of some."""
    rows = await corrections.holding(s, owner)
    ids, items = [str(row.id) for row in rows], {row.item for row in rows}
    new = [row for row in rows if str(row.id) not in told and row.verdict is not Verdict.TRUE]
    gone = [UUID(row_id) for row_id in told if row_id not in ids]
    lifted = [row for row in await corrections.some(s, owner, gone) if row.item not in items]
    return News(
        tuple(map(as_value, new[-MOST_TOLD:])),
        tuple(as_value(row) for row in lifted if row.verdict is not Verdict.TRUE),
        tuple(ids),
    )


async def of_item(s: AsyncSession, owner: UUID, item: str) -> models.Correction | None:
    """Return what holds for an item."""
    return await corrections.of_item(s, owner, item)


async def holding(s: AsyncSession, owner: UUID) -> Sequence[models.Correction]:
    """Return the rows of what still holds, oldest first."""
    return await corrections.holding(s, owner)


async def correct(
    s: AsyncSession,
    owner: UUID,
    target: Target,
    verdict: Verdict,
    instead: str = "",
    *,
    at: datetime,
) -> Kept[models.Correction]:
    """Keep what the person says of an item; what they said of it before no longer holds."""
    own = ""
    if verdict is Verdict.DIFFERENTLY:
        own = clean_text("instead", instead, maximum=INSTEAD_MAX)
    row = models.Correction(
        user_id=owner,
        item=target.item,
        said=target.said,
        verdict=verdict,
        instead=own,
        taken=target.taken or {},
        created_at=at,
    )
    kept = await corrections.add(s, owner, row, now=at)
    screened = SafetyVerdict()
    if own:
        screened = await screen_words(s, owner, own, source="correction", at=at)
    return Kept(kept, screened)


async def withdraw(
    s: AsyncSession, owner: UUID, correction_id: UUID, *, at: datetime
) -> models.Correction:
    """Withdraw a correction: it no longer holds."""
    row = await corrections.find(s, owner, correction_id)
    if row is None or row.withdrawn_at is not None:
        raise NotFound("no such correction")
    row.withdrawn_at = at
    await s.flush()
    return row


async def lift_for(s: AsyncSession, owner: UUID, said: str, *, at: datetime) -> None:
    """Withdraw what withholds something that the person agreed to have remembered after all."""
    for row, value in await _holding(s, owner):
        if value.withheld and contradicts(said, [value]):
            row.withdrawn_at = at
    await s.flush()


def of_message(message_id: UUID) -> str:
    """Return the item of a message of which no note is kept."""
    return f"{_MESSAGE}{message_id}"


async def is_closed(s: AsyncSession, owner: UUID, message_id: UUID) -> bool:
    """Return True if the person asked that no note is kept of a message."""
    return await corrections.of_item(s, owner, of_message(message_id)) is not None


async def _holding(s: AsyncSession, owner: UUID) -> list[tuple[models.Correction, Correction]]:
    """Return what holds; the words of a message are read from the chat, while it is there."""
    found: list[tuple[models.Correction, Correction]] = []
    for row in await corrections.holding(s, owner):
        value = as_value(row)
        if row.item.startswith(_MESSAGE):
            message = await messages.find(s, owner, UUID(row.item.removeprefix(_MESSAGE)))
            if message is None:
                continue
            value = replace(value, said=told_beside(message.text))
        found.append((row, value))
    return found


def as_value(row: models.Correction) -> Correction:
    """Return a stored correction as those who obey it read it."""
    withheld = next((name for name in (DECLINED, UNANSWERED) if name in row.taken), None)
    return Correction(
        row.said,
        row.verdict,
        row.instead,
        row.created_at,
        Withheld(withheld) if withheld else None,
    )


def told_in(memory: models.CoachMemory) -> str:
    """Return what must not be said again of a memory: its sentence, and the words it came from."""
    return "\n".join(filter(None, (memory.content, memory.quote)))


def _withheld(memory: models.CoachMemory) -> Correction:
    return Correction(
        told_in(memory), Verdict.DONT_USE, at=memory.created_at, withheld=Withheld.WAITING
    )
