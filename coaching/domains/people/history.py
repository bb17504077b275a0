"""One person's figures and history, read without their words. Needs a system unit.

The texts of briefings, memories and cards are measured here and never returned; `words.py` returns
them, after a grant was checked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func, select

from coaching.models import (
    CoachingBriefing,
    CoachMemory,
    Conversation,
    Job,
    ModelCall,
    ObserverSignal,
    Profile,
    RewireCard,
    Turn,
    User,
    Win,
)
from coaching.repositories.dialects import rows_of
from coaching.values.enums import TurnKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

MOST = 200
JOBS = 50


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A conversation by its numbers; `written` is how many messages the person wrote."""

    id: UUID
    number: int
    began_at: datetime
    written: int
    status: str
    feedback: str
    is_deleted: bool


@dataclass(frozen=True, slots=True)
class Spent:
    """Cost of one agent's calls for this person."""

    role: str
    calls: int
    tokens: int
    microusd: int


async def head(s: AsyncSession, owner: UUID) -> tuple[User, Profile] | None:
    """Return a person's account and profile; None if there is no such person."""
    joined = select(User, Profile).join(Profile, col(Profile.user_id) == col(User.id))
    statement = joined.where(col(User.id) == owner)
    return (await s.exec(statement)).first()


async def sessions(s: AsyncSession, owner: UUID) -> Sequence[SessionLine]:
    """Return a person's conversations, newest first, with how many messages they wrote in each."""
    in_session: Any = col(Turn.conversation_id)
    counted = (
        sa.select(in_session.label("id"), func.count().label("written"))
        .where(col(Turn.user_id) == owner, col(Turn.kind) == TurnKind.MESSAGE)
        .group_by(in_session)
        .subquery()
    )
    columns: Any = (
        Conversation.id,
        Conversation.session_number,
        Conversation.created_at,
        func.coalesce(counted.c.written, 0),
        Conversation.session_status,
        Conversation.feedback,
        col(Conversation.deleted_at).is_not(None),
    )
    statement = (
        sa.select(*columns)
        .outerjoin(counted, counted.c.id == Conversation.id)
        .where(col(Conversation.user_id) == owner)
        .order_by(col(Conversation.session_number).desc())
        .limit(MOST)
    )
    return [
        SessionLine(key, number, at, written, str(status), str(said or ""), bool(gone))
        for key, number, at, written, status, said, gone in await rows_of(s, statement)
    ]


async def signals(s: AsyncSession, owner: UUID) -> Sequence[tuple[datetime, str, float, bool]]:
    """Return instant, type, confidence and urgency of what the Observer saw, newest first."""
    columns: Any = (
        ObserverSignal.created_at,
        ObserverSignal.signal_type,
        ObserverSignal.confidence,
        ObserverSignal.urgency_flag,
    )
    statement = (
        sa.select(*columns)
        .where(col(ObserverSignal.user_id) == owner)
        .order_by(col(ObserverSignal.created_at).desc())
        .limit(MOST)
    )
    return [(at, str(kind), sure, bool(u)) for at, kind, sure, u in await rows_of(s, statement)]


async def wins(s: AsyncSession, owner: UUID) -> Sequence[datetime]:
    """Return when a person saved wins."""
    statement = sa.select(col(Win.created_at)).where(col(Win.user_id) == owner).limit(MOST)
    return [at for (at,) in await rows_of(s, statement)]


async def cards(s: AsyncSession, owner: UUID) -> Sequence[RewireCard]:
    """Return a person's cards, newest first; their texts are not for showing."""
    newest = col(RewireCard.created_at).desc()
    statement = select(RewireCard).where(RewireCard.user_id == owner).order_by(newest)
    return (await s.exec(statement.limit(MOST))).all()


async def memories(s: AsyncSession, owner: UUID) -> Sequence[CoachMemory]:
    """Return a person's memories, newest first; their texts are not for showing."""
    newest = col(CoachMemory.created_at).desc()
    statement = select(CoachMemory).where(CoachMemory.user_id == owner).order_by(newest)
    return (await s.exec(statement.limit(MOST))).all()


async def briefings(s: AsyncSession, owner: UUID) -> Sequence[CoachingBriefing]:
    """Return the versions of a person's briefing, newest first."""
    newest = col(CoachingBriefing.version).desc()
    statement = select(CoachingBriefing).where(CoachingBriefing.user_id == owner).order_by(newest)
    return (await s.exec(statement.limit(MOST))).all()


async def jobs(s: AsyncSession, owner: UUID) -> Sequence[Job]:
    """Return a person's last jobs, newest first."""
    newest = col(Job.created_at).desc()
    return (
        await s.exec(select(Job).where(Job.user_id == owner).order_by(newest).limit(JOBS))
    ).all()


async def spent(s: AsyncSession, owner: UUID, *, now: datetime, days: int = 30) -> Sequence[Spent]:
    """Return what a person's model calls cost in the last days, by agent."""
    tokens = sum(
        (
            col(getattr(ModelCall, f"{kind}_tokens"))
            for kind in ("cache_read", "cache_write_5m", "cache_write_1h", "output")
        ),
        start=col(ModelCall.input_tokens),
    )
    statement = (
        sa.select(
            col(ModelCall.role),
            func.count(),
            func.sum(tokens),
            func.coalesce(func.sum(col(ModelCall.cost_microusd)), 0),
        )
        .where(
            col(ModelCall.user_id) == owner,
            col(ModelCall.created_at) >= now - timedelta(days=days),
        )
        .group_by(col(ModelCall.role))
        .order_by(col(ModelCall.role))
    )
    return [
        Spent(role, calls, int(t or 0), int(cost))
        for role, calls, t, cost in await rows_of(s, statement)
    ]


def how_much_changed(before: str, after: str) -> tuple[int, int]:
    """Return how many words a text gained and lost against the version before it."""
    old, new = Counter(before.split()), Counter(after.split())
    return (new - old).total(), (old - new).total()
