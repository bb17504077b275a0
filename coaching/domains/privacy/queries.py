"""What is old enough to go, and who there is; all of it looks across people (system units)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import and_, col, func, select

from coaching.domains.access_grants.models import AccessGrant
from coaching.models import (
    AuditEntry,
    BetaAnalytics,
    Identity,
    Job,
    Message,
    ModelCall,
    Profile,
    RewireCard,
    SafetyEvent,
    Session,
    User,
)
from coaching.repositories import personal_data
from coaching.values.conversations import MessageRole
from coaching.values.enums import PrescribedBy
from coaching.values.people import IdentityKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

AGED: dict[str, Any] = {
    "safety_events": SafetyEvent,
    "model_calls": ModelCall,
    "audit_entries": AuditEntry,
    "beta_analytics": BetaAnalytics,
    "access_grants": AccessGrant,
    "jobs": Job,
}
"""The tables whose rows go by their age alone."""
_KEPT_JOBS = "strategist"
"""Its rows hold a boundary for ever: without one, whoever comes back has a session read again."""
_NOT_SAID = frozenset(
    {
        "access_grants",
        "access_openings",
        "behavioral_intel",
        "beta_analytics",
        "coaching_briefings",
        "consents",
        "hypotheses",
        "identities",
        "jobs",
        "model_calls",
        "profiles",
        "rewire_cards",
        "sessions",
        "usage_days",
        "users",
    }
)
"""Tables that have rows of a guest who answered questions or nothing, and never said anything.

A row in any other table, also in one that is added later, makes somebody stay.
"""


@dataclass(frozen=True, slots=True)
class Person:
    """A line of a list of people."""

    id: UUID
    name: str
    created_at: datetime
    last_seen_at: datetime | None
    messages: int


async def aged(s: AsyncSession, table: str, *, before: datetime) -> int:
    """Return how many rows of a table are older than an instant."""
    statement = select(func.count()).select_from(AGED[table]).where(_is_old(table, before))
    return (await s.exec(statement)).one()


async def remove_aged(s: AsyncSession, table: str, *, before: datetime, limit: int) -> int:
    """Delete up to `limit` rows of a table that are older than an instant; return how many."""
    key = col(AGED[table].id)
    some = sa.select(key).where(_is_old(table, before)).limit(limit)
    return (await s.exec(sa.delete(AGED[table]).where(key.in_(some)))).rowcount


async def how_many_silent_guests(s: AsyncSession, *, before: datetime) -> int:
    """Return how many guests never said or kept anything and were last here before an instant."""
    statement = select(func.count()).select_from(User).where(*_is_silent(before))
    return (await s.exec(statement)).one()


async def silent_guests(s: AsyncSession, *, before: datetime, limit: int) -> Sequence[UUID]:
    """Return up to `limit` of these guests."""
    return (await s.exec(select(User.id).where(*_is_silent(before)).limit(limit))).all()


async def remove_people(s: AsyncSession, people: Sequence[UUID]) -> None:
    """Delete people and, by cascade, all their rows."""
    await s.exec(sa.delete(User).where(col(User.id).in_(people)))


async def everybody(s: AsyncSession) -> list[Person]:
    """Return all people, those who were here last first."""
    seen = select(func.max(Session.last_seen_at)).where(Session.user_id == User.id)
    said = select(func.count()).select_from(Message)
    said = said.where(Message.user_id == User.id, Message.role == MessageRole.USER)
    last = seen.scalar_subquery()
    statement = (
        sa.select(col(User.id), col(Profile.name), col(User.created_at), last)
        .add_columns(said.scalar_subquery())
        .outerjoin(Profile, col(Profile.user_id) == col(User.id))
        .order_by(sa.func.coalesce(last, col(User.created_at)).desc())
    )
    rows = await (await s.connection()).execute(statement)
    return [Person(row[0], row[1] or "", row[2], row[3], row[4]) for row in rows]


def _is_old(table: str, before: datetime) -> sa.ColumnElement[bool]:
    if table == Job.__tablename__:
        return and_(col(Job.finished_at) < before, col(Job.kind) != _KEPT_JOBS)
    return col(AGED[table].created_at) < before


def _is_silent(before: datetime) -> list[sa.ColumnElement[bool]]:
    seen = _of(Session).where(col(Session.last_seen_at) >= before)
    signed_up = _of(Identity).where(col(Identity.kind) != IdentityKind.GUEST)
    is_old = col(User.created_at) < before
    return [is_old, *_said_nothing(), ~seen.exists(), ~signed_up.exists()]


def _said_nothing() -> list[sa.ColumnElement[bool]]:
    own = [table for name, table in personal_data.tables().items() if name not in _NOT_SAID]
    rows = [
        sa.select(sa.literal(1)).where(table.c.user_id == User.id).correlate(User) for table in own
    ]
    kept = _of(RewireCard).where(col(RewireCard.prescribed_by) != PrescribedBy.STRATEGIST)
    why = _of(Profile).where(col(Profile.emotional_why) != "")
    return [~each.exists() for each in (*rows, kept, why)]


def _of(kind: Any) -> sa.Select[Any]:  # noqa: ANN401 - a table
    return sa.select(sa.literal(1)).where(col(kind.user_id) == User.id).correlate(User)
