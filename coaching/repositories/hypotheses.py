"""Guesses about a person: one that is current, and those that were retired."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, select

from coaching.errors import NotFound
from coaching.models import Hypothesis
from coaching.repositories import profiles
from coaching.values.enums import HypothesisStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

# Made once, because every message asks it.
_NEWEST_FIRST = (
    select(Hypothesis)
    .where(col(Hypothesis.user_id) == sa.bindparam("owner"))
    .order_by(col(Hypothesis.created_at).desc(), col(Hypothesis.updated_at).desc())
)


async def add(s: AsyncSession, owner: UUID, hypothesis: Hypothesis) -> Hypothesis:
    """Store a guess; the one before must be retired."""
    hypothesis.user_id = owner
    s.add(hypothesis)
    await s.flush()
    return hypothesis


async def current(s: AsyncSession, owner: UUID) -> Hypothesis | None:
    """Return the guess that holds now."""
    statement = select(Hypothesis).where(
        Hypothesis.user_id == owner, Hypothesis.status != HypothesisStatus.RETIRED
    )
    return (await s.exec(statement)).first()


async def require(s: AsyncSession, owner: UUID, hypothesis_id: UUID) -> Hypothesis:
    """Return a guess about this person, or say that there is none."""
    statement = select(Hypothesis).where(
        Hypothesis.user_id == owner, Hypothesis.id == hypothesis_id
    )
    found = (await s.exec(statement)).first()
    if found is None:
        raise NotFound("no such hypothesis")
    return found


async def for_user(s: AsyncSession, owner: UUID) -> Sequence[Hypothesis]:
    """Return every guess, newest first."""
    return (await s.exec(_NEWEST_FIRST, params={"owner": owner})).all()


async def change(
    s: AsyncSession, owner: UUID, hypothesis_id: UUID, *, now: datetime, **changes: object
) -> Hypothesis:
    """Change a guess; other changes wait until the unit ends."""
    await profiles.hold(s, owner)
    row = await require(s, owner, hypothesis_id)
    for name, value in changes.items():
        setattr(row, name, value)
    row.updated_at = now
    await s.flush()
    return row
