"""Each number of the overview and its thirty days, counted by hand."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.domains.metrics.days import Basis
from coaching.domains.metrics.morning import DAYS, Figure, Morning, morning
from coaching.models import CoachingBriefing, ModelCall, ObserverSignal, SafetyEvent
from coaching.models.conversations import Feedback
from coaching.values.enums import Role, SafetyLevel, SignalType, Stage, Tension, Trigger
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.repositories.db import Db


NOW = MONDAY_MORNING + timedelta(days=2)
DAY = timedelta(days=1)


async def writes(db: Db, owner: UUID, *ages: float, **columns: object) -> None:
    """Write a message so many days ago, each in a session of its own; oldest first."""
    for age in sorted(ages, reverse=True):
        session = await factories.conversation(db, owner, at=NOW - age * DAY, **columns)
        await factories.exchange(db, owner, session, at=NOW - age * DAY)


async def called(db: Db, owner: UUID, age: float, **columns: object) -> None:
    """Call the model so many days ago; without other columns a call of the coach that is done."""
    wanted = {"role": Role.COACH.value, "provider": "anthropic", "outcome": "done", **columns}
    async with db.system("seed", write=True) as s:
        s.add(
            ModelCall.model_validate(
                {
                    "id": uuid4(),
                    "user_id": owner,
                    "model": "claude-sonnet-5-5",
                    "created_at": NOW - age * DAY,
                    **wanted,
                }
            )
        )


def days(**counts: float) -> tuple[float, ...]:
    """Return thirty days of zeros with some others: `d3=2` is 2 three days ago."""
    line = [0.0] * DAYS
    for name, count in counts.items():
        line[DAYS - 1 - int(name[1:])] = count
    return tuple(line)


async def seen(admin_db: Db, *, zone_name: str = "UTC", now: datetime = NOW) -> Morning:
    return await morning(admin_db, now=now, basis=Basis(zone_name))


async def test_an_empty_house_has_zeros_and_no_shares(admin_db: Db) -> None:
    found = await seen(admin_db)
    nothing, zeros = (None,) * DAYS, (0,) * DAYS
    assert (found.active, found.returned, found.safety) == (Figure(0, zeros),) * 3
    assert (found.helped, found.first_word, found.failures) == (Figure(None, nothing),) * 3
    assert (found.message_cost.value, found.spent.value, found.urgent.value) == (None, 0, 0)
    assert (found.slow_today, found.replies_today, found.tensions) == (None, 0, {})
    assert (found.last_day - found.first_day).days == DAYS - 1


@pytest.mark.both_databases
async def test_active_people_count_once_a_week_and_once_a_day(db: Db, admin_db: Db) -> None:
    mara, luca = [await factories.person(db, tension_type=Tension.AVOID) for _ in range(2)]
    await writes(db, mara, 0.1, 0.2, 3, 8)
    await writes(db, luca, 3, 40)
    found = await seen(admin_db)
    assert found.active == Figure(2, days(d0=1, d3=2, d8=1))
    assert found.tensions == {Tension.AVOID: 2}


@pytest.mark.both_databases
async def test_a_person_comes_back_after_seven_whole_days_without_a_message(
    db: Db, admin_db: Db
) -> None:
    mara, luca, noor, ivy = [await factories.person(db) for _ in range(4)]
    await writes(db, mara, 1, 9, 29, 60)  # after 7, 19 and 30 whole days
    await writes(db, luca, 1, 8, 9)  # after 6 whole days only, and new nine days ago
    await writes(db, noor, 29, 35)  # the message before is older than the range
    await writes(db, ivy, 2)  # new
    found = (await seen(admin_db)).returned
    assert found == Figure(1, days(d1=1, d9=1, d29=1))


@pytest.mark.both_databases
async def test_days_begin_in_the_admins_zone(db: Db, admin_db: Db) -> None:
    await writes(db, await factories.person(db), 10.5 / 24)  # 22:30 UTC, 23:30 in Vienna
    assert (await seen(admin_db)).active.days == days(d1=1)
    assert (await seen(admin_db, zone_name="Europe/Vienna")).active.days == days(d1=1)
    await writes(db, await factories.person(db), 9.5 / 24)  # 23:30 UTC, 00:30 in Vienna
    assert (await seen(admin_db)).active.days == days(d1=2)
    assert (await seen(admin_db, zone_name="Europe/Vienna")).active.days == days(d0=1, d1=1)


@pytest.mark.both_databases
async def test_sessions_helped_by_the_week_up_to_each_day(db: Db, admin_db: Db) -> None:
    mara = await factories.person(db)
    for age, answer in (
        (40, Feedback.HELPED),
        (9, Feedback.HELPED),
        (4, Feedback.NOT_TODAY),
        (4, None),
    ):
        await writes(db, mara, age, ended_at=NOW - age * DAY, feedback=answer)
    luca = await factories.person(db)
    await writes(db, luca, 9, ended_at=NOW - 9 * DAY, feedback=Feedback.HELPED)
    found = await seen(admin_db)
    assert (found.helped.value, found.helped.part, found.helped.whole) == (2 / 3, 2, 3)
    shares = {DAYS - 1 - place: share for place, share in enumerate(found.helped.days)}
    assert (shares[10], shares[9], shares[4], shares[3], shares[2]) == (None, 1, 2 / 3, 2 / 3, 0)
    assert (found.first_helped.value, found.first_helped.whole) == (1, 1)


async def test_danger_is_counted_by_day_and_urgent_signals_wait_for_a_briefing(
    db: Db, admin_db: Db
) -> None:
    mara, luca = [await factories.person(db) for _ in range(2)]
    for owner in (mara, luca):
        session = await factories.conversation(db, owner)
        turn = await factories.exchange(db, owner, session)
        async with db.unit(owner, write=True) as s:
            s.add(
                SafetyEvent(
                    user_id=owner,
                    level=SafetyLevel.CRISIS,
                    category="distress",
                    source="screen",
                    created_at=NOW - 2 * DAY,
                )
            )
            s.add(
                ObserverSignal(
                    user_id=owner,
                    session_id=session.id,
                    turn_id=turn.id,
                    ordinal=0,
                    signal_type=SignalType.EMOTIONAL,
                    content="Said something new",
                    confidence=0.9,
                    urgency_flag=True,
                    created_at=NOW - 2 * DAY,
                )
            )
    await factories.alarm_taken_back(db, mara, at=NOW - 2 * DAY)
    async with db.unit(luca, write=True) as s:
        s.add(
            CoachingBriefing(
                user_id=luca,
                version=1,
                trigger=Trigger.URGENT,
                boundary="urgent:1",
                briefing_content="",
                stage_of_change=Stage.ACTION,
                created_at=NOW - DAY,
            )
        )
    found = await seen(admin_db)
    assert found.safety == Figure(2, days(d2=2))
    assert found.urgent == Figure(1, days(d2=2))


async def test_the_first_word_and_failures_by_day(db: Db, admin_db: Db) -> None:
    owner = await factories.person(db)
    for age, first, outcome in (
        (5, 110, "done"),
        (5, 790, "done"),
        (0.1, 1_210, "unavailable"),
        (0.1, None, "stopped"),
        (31, 9_000, "unavailable"),
    ):
        await called(db, owner, age, first_token_ms=first, outcome=outcome)
    await called(db, owner, 5, role=Role.OBSERVER.value, first_token_ms=7_000)
    await called(db, owner, 5, provider="offline", role=Role.OBSERVER.value, outcome="unavailable")
    found = await seen(admin_db)
    assert (found.first_word.value, found.slow_today, found.replies_today) == (1_250, 1_250, 1)
    line = found.first_word.days
    assert (line[DAYS - 6], line[DAYS - 1], line[DAYS - 2]) == (800, 1_250, None)
    assert (found.failures.value, found.failures.part, found.failures.whole) == (1 / 5, 1, 5)
    assert (found.failures.days[DAYS - 1], found.failures.days[DAYS - 6]) == (1 / 2, 0)


async def test_cost_by_day_and_by_message(db: Db, admin_db: Db) -> None:
    owner = await factories.person(db)
    await writes(db, owner, 1, 1.1, 4)
    await called(db, owner, 1, cost_microusd=9_000)
    await called(db, owner, 4, cost_microusd=3_000, role=Role.STRATEGIST.value)
    await called(db, owner, 6, cost_microusd=None)
    found = await seen(admin_db)
    assert found.spent == Figure(12_000, days(d1=9_000, d4=3_000))
    assert (found.message_cost.value, found.message_cost.whole) == (4_000, 3)
    line = found.message_cost.days
    assert (line[DAYS - 2], line[DAYS - 5], line[DAYS - 7]) == (4_500, 3_000, None)
