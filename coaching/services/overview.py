"""The admin's first page: true numbers, counted now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa

from coaching.domains.metrics import days
from coaching.domains.metrics.days import RAW, Kept, day_edges
from coaching.domains.metrics.diary import diary, messages_ever
from coaching.domains.metrics.done import who
from coaching.domains.metrics.sources import called
from coaching.errors import StructureInvalid
from coaching.repositories import (
    conversations,
    jobs,
    model_calls,
    signals,
    users,
)
from coaching.repositories.dialects import rows_of
from coaching.services import cache_savings, model_health
from coaching.services.jobs import STRATEGIST
from coaching.services.model_calls import DONE, MENDED, REFUSED
from coaching.values.enums import Role

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db
    from coaching.repositories.model_calls import Traffic
    from coaching.services.cache_savings import Costs
    from coaching.services.model_health import KeptHealth

DAYS_OF_WEEK = 7


@dataclass(frozen=True, slots=True)
class Answers:
    """Counts of accepted and refused Strategist answers, and of failed runs."""

    as_written: int
    mended: int
    refused: int
    failed_runs: int


@dataclass(frozen=True, slots=True)
class Overview:
    """Totals, and what happened since midnight in the admin's zone; today's cost since 0:00 UTC."""

    people: int
    people_today: int
    people_active_today: int
    conversations: int
    messages: int
    messages_today: int
    signals: int
    signals_today: int
    cost_today_microusd: int
    costs: Costs
    traffic_today: Traffic
    model: KeptHealth | None
    strategist_this_week: Answers


async def overview(db: Db, *, now: datetime, basis: days.Basis = days.BASIS) -> Overview:
    """Count everything in one read unit, so that the numbers belong together."""
    utc_day = day_edges(now, days=1)
    async with db.system("admin overview") as s:
        kept = await days.kept(s, basis)
        zone_name = kept.zone_name
        today, tomorrow = day_edges(now, zone_name, days=1)
        whom = await who(s, kept)
        read = await diary(s, whom, (today, tomorrow))
        return Overview(
            people=await users.how_many(s),
            people_today=await users.how_many(s, since=today),
            people_active_today=read.people(today, tomorrow).bit_count(),
            conversations=await conversations.how_many(s),
            messages=await messages_ever(s, whom, today, tomorrow),
            messages_today=read.messages(today, tomorrow),
            signals=await signals.how_many(s),
            signals_today=await signals.how_many(s, since=today),
            cost_today_microusd=await model_calls.cost_between(s, *utc_day),
            costs=await cache_savings.counted(s, now=now, kept=kept),
            traffic_today=await model_calls.traffic_between(s, *utc_day),
            model=await model_health.read(s),
            strategist_this_week=await answers(
                s, day_edges(now, zone_name, days=DAYS_OF_WEEK)[0], tomorrow, kept=kept
            ),
        )


async def answers(s: AsyncSession, start: datetime, end: datetime, *, kept: Kept = RAW) -> Answers:
    """Return what became of the Strategist's answers in [start, end); needs a system unit."""
    calls = called(kept, start, end).c
    statement = (
        sa.select(calls.outcome, sa.func.sum(calls.calls))
        .where(calls.role == Role.STRATEGIST.value, calls.provider != "offline")
        .group_by(calls.outcome)
    )
    found = {str(outcome): int(count) for outcome, count in await rows_of(s, statement)}
    return Answers(
        as_written=found.get(DONE, 0),
        mended=found.get(MENDED, 0),
        refused=found.get(REFUSED, 0) + found.get(StructureInvalid.kind, 0),
        failed_runs=await jobs.how_many_failed(s, STRATEGIST, since=start),
    )
