"""Goals and small steps of one person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import col, delete, func, select

from coaching.domains.goals.models import Goal, MicroWin
from coaching.errors import NotFound
from coaching.values.goals import GoalStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

_ORDER = sa.case(
    {GoalStatus.ACTIVE: 0, GoalStatus.PARKED: 1, GoalStatus.COMPLETED: 2},
    value=col(Goal.status),
    else_=3,
)


async def add(s: AsyncSession, owner: UUID, goal: Goal) -> Goal:
    """Store a goal."""
    goal.user_id = owner
    s.add(goal)
    await s.flush()
    return goal


async def for_user(
    s: AsyncSession, owner: UUID, *, status: GoalStatus | None = None
) -> Sequence[Goal]:
    """Return a person's goals: active, parked, completed; oldest first among each."""
    statement = select(Goal).where(Goal.user_id == owner)
    if status is not None:
        statement = statement.where(Goal.status == status)
    order = (_ORDER, col(Goal.created_at), col(Goal.id))
    return (await s.exec(statement.order_by(*order))).all()


async def require(s: AsyncSession, owner: UUID, goal_id: UUID) -> Goal:
    """Return a goal of this person or raise NotFound."""
    statement = select(Goal).where(Goal.user_id == owner, Goal.id == goal_id)
    goal = (await s.exec(statement)).first()
    if goal is None:
        raise NotFound("no such goal")
    return goal


async def count(s: AsyncSession, owner: UUID, status: GoalStatus | None = None) -> int:
    """Return how many goals there are, or how many of one status."""
    statement = select(func.count()).select_from(Goal).where(col(Goal.user_id) == owner)
    if status is not None:
        statement = statement.where(col(Goal.status) == status)
    return (await s.exec(statement)).one()


async def remove(s: AsyncSession, owner: UUID, goal_id: UUID) -> None:
    """Delete a goal and its small steps."""
    await s.exec(delete(Goal).where(col(Goal.user_id) == owner, col(Goal.id) == goal_id))


async def add_step(s: AsyncSession, owner: UUID, step: MicroWin) -> MicroWin:
    """Store a small step."""
    step.user_id = owner
    s.add(step)
    await s.flush()
    return step


async def steps(s: AsyncSession, owner: UUID, goal_ids: Sequence[UUID]) -> Sequence[MicroWin]:
    """Return the small steps of some goals, in the order in which they were written."""
    statement = select(MicroWin).where(
        MicroWin.user_id == owner, col(MicroWin.goal_id).in_(goal_ids)
    )
    order = (col(MicroWin.created_at), col(MicroWin.id))
    return (await s.exec(statement.order_by(*order))).all()


async def require_step(s: AsyncSession, owner: UUID, step_id: UUID) -> MicroWin:
    """Return a small step of this person or raise NotFound."""
    statement = select(MicroWin).where(MicroWin.user_id == owner, MicroWin.id == step_id)
    step = (await s.exec(statement)).first()
    if step is None:
        raise NotFound("no such step")
    return step


async def remove_step(s: AsyncSession, owner: UUID, step_id: UUID) -> None:
    """Delete a small step."""
    await s.exec(
        delete(MicroWin).where(col(MicroWin.user_id) == owner, col(MicroWin.id) == step_id)
    )
