"""Sentences to carry; at most one is the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, delete, select, update

from coaching.errors import NotFound
from coaching.models import RewireCard
from coaching.repositories import profiles
from coaching.values.enums import PrescribedBy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

# Made once, because every message asks them.
_NEWEST = (
    select(RewireCard)
    .where(col(RewireCard.user_id) == sa.bindparam("owner"))
    .order_by(col(RewireCard.created_at).desc(), col(RewireCard.id).desc())
    .limit(sa.bindparam("limit", type_=sa.Integer()))
)
_BEFORE = _NEWEST.where(col(RewireCard.created_at) < sa.bindparam("before"))
_FOCUS = select(RewireCard).where(
    col(RewireCard.user_id) == sa.bindparam("owner"), col(RewireCard.is_focus)
)


async def add(s: AsyncSession, owner: UUID, card: RewireCard) -> RewireCard:
    """Store a card; to make it the focus, call `set_focus`."""
    card.user_id = owner
    s.add(card)
    await s.flush()
    return card


async def for_user(
    s: AsyncSession, owner: UUID, *, before: datetime | None = None, limit: int = 200
) -> Sequence[RewireCard]:
    """Return a person's cards, newest first."""
    asked = {"owner": owner, "limit": limit}
    if before is None:
        return (await s.exec(_NEWEST, params=asked)).all()
    return (await s.exec(_BEFORE, params=asked | {"before": before})).all()


async def of_instant(s: AsyncSession, owner: UUID, instant: datetime) -> Sequence[RewireCard]:
    """Return the cards that were made at one instant, in the order of `for_user`."""
    statement = select(RewireCard).where(
        RewireCard.user_id == owner, RewireCard.created_at == instant
    )
    return (await s.exec(statement.order_by(col(RewireCard.id).desc()))).all()


async def find(s: AsyncSession, owner: UUID, card_id: UUID) -> RewireCard | None:
    """Return a card of this person."""
    statement = select(RewireCard).where(RewireCard.user_id == owner, RewireCard.id == card_id)
    return (await s.exec(statement)).first()


async def require(s: AsyncSession, owner: UUID, card_id: UUID) -> RewireCard:
    """Return a card of this person or raise NotFound."""
    card = await find(s, owner, card_id)
    if card is None:
        raise NotFound("no such card")
    return card


async def focus(s: AsyncSession, owner: UUID) -> RewireCard | None:
    """Return the focus card."""
    return (await s.exec(_FOCUS, params={"owner": owner})).first()


async def clear_focus(s: AsyncSession, owner: UUID) -> bool:
    """Let no card be the focus; False when none was."""
    statement = (
        update(RewireCard)
        .where(col(RewireCard.user_id) == owner, col(RewireCard.is_focus))
        .values(is_focus=False)
        .returning(col(RewireCard.id))
    )
    return (await s.exec(statement)).first() is not None


async def set_focus(
    s: AsyncSession,
    owner: UUID,
    card_id: UUID,
    *,
    now: datetime,
    prescribed_by: PrescribedBy,
    rationale: str = "",
) -> RewireCard:
    """Make a card the only focus; raise NotFound for a card of somebody else.

    Who wrote it stays as it is. `rationale` is the Strategist's reason, and empty for a person.
    """
    await profiles.hold(s, owner)
    card = await require(s, owner, card_id)
    if not card.is_focus:
        await clear_focus(s, owner)
    card.is_focus, card.focus_set_at, card.updated_at = True, now, now
    card.rationale, card.graduated_at, card.misfit_at = rationale, None, None
    if prescribed_by is PrescribedBy.USER:
        card.accepted_at = card.accepted_at or now
    await s.flush()
    return card


async def graduate(s: AsyncSession, owner: UUID, card_id: UUID, *, now: datetime) -> RewireCard:
    """Take a card into the toolkit for good; it stops being the focus."""
    return await change(s, owner, card_id, now=now, graduated_at=now, is_focus=False)


async def change(
    s: AsyncSession, owner: UUID, card_id: UUID, *, now: datetime, **changes: object
) -> RewireCard:
    """Set columns of a card."""
    card = await require(s, owner, card_id)
    for name, value in changes.items():
        setattr(card, name, value)
    card.updated_at = now
    await s.flush()
    return card


async def remove(s: AsyncSession, owner: UUID, card_id: UUID) -> bool:
    """Delete a card and its days."""
    statement = (
        delete(RewireCard)
        .where(col(RewireCard.user_id) == owner, col(RewireCard.id) == card_id)
        .returning(col(RewireCard.id))
    )
    return (await s.exec(statement)).first() is not None
