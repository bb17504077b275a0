"""One page of people, and what a list shows of each. Needs a system unit; reads nobody's words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import col, func

from coaching.models import (
    BehavioralIntel,
    Conversation,
    FocusDay,
    Identity,
    ModelCall,
    Profile,
    User,
)
from coaching.repositories.dialects import rows_of
from coaching.values.enums import Stage, Tension

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.keyset import Place

_UUID_DIGITS = 32
_LOWEST_SEARCH = 4
_USER: Any = col(User.id)


class Order(StrEnum):
    """How the list is sorted, newest first; `active` has only people who have written."""

    JOINED = "joined"
    ACTIVE = "active"


@dataclass(frozen=True, slots=True)
class Filter:
    """What people have to be to be listed; empty fields let everyone in."""

    search: str = ""
    tension: str = ""
    stage: str = ""
    language: str = ""
    account: str = ""
    active_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """A person on a page, from the two tables that every person has a row in."""

    id: UUID
    joined_at: datetime
    last_active_at: datetime | None
    tension: Tension | None
    locale: str


async def page(
    s: AsyncSession, wanted: Filter, order: Order, *, after: Place | None, limit: int
) -> Sequence[Listed]:
    """Return people in an order that an index has, beginning after a place."""
    at: Any = col(User.created_at if order is Order.JOINED else User.last_active_at)
    statement = (
        sa.select(
            _USER,
            col(User.created_at),
            col(User.last_active_at),
            col(Profile.tension_type),
            col(Profile.locale),
        )
        .join(Profile, col(Profile.user_id) == _USER)
        .where(*_conditions(wanted), *_in_order(order))
        .order_by(at.desc(), _USER.desc())
        .limit(limit)
    )
    if after is not None:
        statement = statement.where(
            sa.or_(at < after.at, sa.and_(at == after.at, after.id > _USER))
        )
    return [Listed(*row) for row in await rows_of(s, statement)]


async def how_many(s: AsyncSession, wanted: Filter, order: Order) -> int:
    """Return how many people fit a filter and are in an order."""
    statement = (
        sa.select(func.count())
        .select_from(User)
        .join(Profile, col(Profile.user_id) == _USER)
        .where(*_conditions(wanted), *_in_order(order))
    )
    [(count,)] = await rows_of(s, statement)
    return count


def _in_order(order: Order) -> tuple[Any, ...]:
    """Return the condition of an order: by the last message come only those who wrote one."""
    return (col(User.last_active_at).is_not(None),) if order is Order.ACTIVE else ()


async def conversations_of(s: AsyncSession, people: Collection[UUID]) -> Mapping[UUID, int]:
    """Return how many conversations each has, deleted ones left out."""
    who: Any = col(Conversation.user_id)
    kept = col(Conversation.deleted_at).is_(None)
    statement = sa.select(who, func.count()).where(who.in_(people), kept).group_by(who)
    return {owner: count for owner, count in await rows_of(s, statement)}  # noqa: C416 - typed


async def focus_of(s: AsyncSession, people: Collection[UUID]) -> Mapping[UUID, tuple[int, int]]:
    """Return how often each did their focus card, and how often they answered."""
    who: Any = col(FocusDay.user_id)
    done = func.sum(sa.case((col(FocusDay.completed), 1), else_=0))
    statement = sa.select(who, done, func.count()).where(who.in_(people)).group_by(who)
    return {owner: (did, days) for owner, did, days in await rows_of(s, statement)}


async def stages_of(s: AsyncSession, people: Collection[UUID]) -> Mapping[UUID, Stage]:
    """Return each one's stage of change, if the Strategist has judged it."""
    who: Any = col(BehavioralIntel.user_id)
    statement = sa.select(who, col(BehavioralIntel.stage_of_change)).where(
        who.in_(people), col(BehavioralIntel.last_strategist_run).is_not(None)
    )
    return {owner: Stage(stage) for owner, stage in await rows_of(s, statement)}


async def costs_of(
    s: AsyncSession, people: Collection[UUID], *, now: datetime, days: int = 30
) -> Mapping[UUID, int]:
    """Return what each cost in the last days, in millionths of a dollar."""
    who: Any = col(ModelCall.user_id)
    since = col(ModelCall.created_at) >= now - timedelta(days=days)
    total = func.sum(col(ModelCall.cost_microusd))
    statement = sa.select(who, total).where(who.in_(people), since).group_by(who)
    return {owner: cost or 0 for owner, cost in await rows_of(s, statement)}


async def accounts_of(s: AsyncSession, people: Collection[UUID]) -> Mapping[UUID, Sequence[str]]:
    """Return the kinds of sign-in that each has."""
    who: Any = col(Identity.user_id)
    statement = sa.select(who, col(Identity.kind)).where(who.in_(people)).order_by(Identity.kind)
    found: dict[UUID, list[str]] = {}
    for owner, kind in await rows_of(s, statement):
        found.setdefault(owner, []).append(str(kind))
    return found


def span(search: str) -> tuple[UUID, UUID] | None:
    """Return the first and last id that begin with some hex digits; None if it is no beginning."""
    digits = search.replace("-", "").strip().lower()
    if not _LOWEST_SEARCH <= len(digits) <= _UUID_DIGITS:
        return None
    try:
        return UUID(digits.ljust(_UUID_DIGITS, "0")), UUID(digits.ljust(_UUID_DIGITS, "f"))
    except ValueError:
        return None


def _conditions(wanted: Filter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.search:
        ids = span(wanted.search)
        found.append(_USER.between(*ids) if ids else sa.false())
    if wanted.tension:
        found.append(col(Profile.tension_type) == wanted.tension)
    if wanted.language:
        found.append(col(Profile.locale).startswith(wanted.language, autoescape=True))
    if wanted.active_since is not None:
        found.append(col(User.last_active_at) >= wanted.active_since)
    if wanted.stage:
        found.append(
            sa.exists().where(
                col(BehavioralIntel.user_id) == _USER,
                col(BehavioralIntel.stage_of_change) == wanted.stage,
            )
        )
    if wanted.account:
        has = sa.exists().where(
            col(Identity.user_id) == _USER, col(Identity.kind) == wanted.account
        )
        found.append(has)
    return found
