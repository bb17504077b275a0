"""Each number of the Metrics page, counted by hand."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.domains.metrics.days import Basis
from coaching.domains.metrics.service import Engagement, metrics, week_edges
from coaching.models import BehavioralIntel, ObserverSignal
from coaching.models.conversations import Feedback
from coaching.repositories import analytics
from coaching.repositories.analytics import Used
from coaching.values.enums import OnboardingStep, SignalType, Stage, Tension, TurnKind
from coaching.values.scope import Scope
from coaching.values.usage_events import UsageEvent
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.domains.metrics.service import Metrics
    from coaching.repositories.db import Db


NOW = MONDAY_MORNING + timedelta(days=2)
WEEK = timedelta(weeks=1)


async def writes(db: Db, owner: UUID, *, at: datetime, **columns: object) -> None:
    session = await factories.conversation(db, owner, at=at, **columns)
    await factories.exchange(db, owner, session, at=at)


async def seen(admin_db: Db, days: int = 30) -> Metrics:
    return await metrics(admin_db, now=NOW, days=days)


async def test_an_empty_house_has_only_zeros(admin_db: Db) -> None:
    found = await seen(admin_db)
    assert (found.funnel.started, found.active_month, found.messages, found.sessions) == (0,) * 4
    assert [cohort.people for cohort in found.cohorts] == [0] * 8
    assert all(sum(weeks) == 0 for weeks in found.signals.values())
    assert (found.tensions, found.feedback, found.used, found.practices) == ({}, {}, {}, ())


async def test_the_funnel_follows_the_people_who_started_in_the_range(db: Db, admin_db: Db) -> None:
    today = NOW - timedelta(hours=1)
    await factories.person(db, at=today)
    await factories.person(db, at=today, onboarding_completed_at=today)
    once = await factories.person(db, at=today, onboarding_completed_at=today)
    twice = await factories.person(db, at=today, onboarding_completed_at=today)
    before = await factories.person(db, at=NOW - timedelta(days=31))
    for owner in (once, twice, twice, before):
        await writes(db, owner, at=today)
    found = (await seen(admin_db)).funnel
    assert (found.started, found.answered, found.wrote, found.came_back) == (4, 3, 2, 1)


async def test_the_funnel_counts_each_step_of_the_onboarding(db: Db, admin_db: Db) -> None:
    at = NOW - timedelta(hours=1)
    for step in OnboardingStep:
        done = at if step is OnboardingStep.HOME else None
        await factories.person(db, at=at, onboarding_step=step, onboarding_completed_at=done)
    await factories.person(
        db, at=at, onboarding_step=OnboardingStep.QUESTIONS, onboarding_completed_at=at
    )
    found = (await seen(admin_db)).funnel
    assert (found.started, found.began, found.saw_pattern) == (7, 6, 5)
    assert (found.decided, found.began_style, found.answered, found.wrote) == (4, 3, 2, 0)


async def test_a_person_is_active_who_wrote_and_counts_once(db: Db, admin_db: Db) -> None:
    mara, luca, noor, olga = [await factories.person(db) for _ in range(4)]
    ever = ((mara, 0.5), (mara, 0.6), (luca, 3), (noor, 20), (noor, 40), (olga, 45), (olga, 60))
    for owner, ago in ever:
        await writes(db, owner, at=NOW - timedelta(days=ago))
    found = await seen(admin_db)
    assert (found.active_day, found.active_week, found.active_month) == (1, 2, 3)
    assert found.engagement == Engagement(week=2, month=1, earlier=1)
    assert (found.messages, found.sessions) == (4, 4)


async def test_a_first_line_of_the_coach_is_no_message(db: Db, admin_db: Db) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    await factories.queued_turn(db, owner, session, kind=TurnKind.SESSION_OPEN)
    found = await seen(admin_db)
    assert (found.messages, found.active_month, found.funnel.wrote) == (0, 0, 0)


@pytest.mark.both_databases
async def test_a_cohort_is_the_week_of_the_first_message(db: Db, admin_db: Db) -> None:
    mara, luca, noor = [await factories.person(db) for _ in range(3)]
    for owner, weeks_ago in ((mara, 2), (mara, 0), (luca, 2), (noor, 1), (noor, 0)):
        await writes(db, owner, at=NOW - weeks_ago * WEEK)
    long_ago = await factories.person(db)
    for weeks_ago in (20, 0):
        await writes(db, long_ago, at=NOW - weeks_ago * WEEK)
    last = (await seen(admin_db)).cohorts[-3:]
    assert [(cohort.people, cohort.active) for cohort in last] == [
        (2, (2, 0, 1)),
        (1, (1, 1)),
        (0, (0,)),
    ]


async def test_signals_are_counted_by_week_when_the_observer_was_sure(db: Db, admin_db: Db) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    turn = await factories.exchange(db, owner, session)
    told = ((WEEK, 0.9), (0 * WEEK, 0.7), (0 * WEEK, 0.6), (9 * WEEK, 0.9))
    async with db.unit(owner, write=True) as s:
        for ordinal, (ago, confidence) in enumerate(told):
            s.add(
                ObserverSignal(
                    user_id=owner,
                    session_id=session.id,
                    turn_id=turn.id,
                    ordinal=ordinal,
                    signal_type=SignalType.DEFLECTION,
                    content="Changed the subject",
                    confidence=confidence,
                    created_at=NOW - ago - timedelta(hours=1),
                )
            )
    found = await seen(admin_db)
    assert found.signals[SignalType.DEFLECTION] == (0, 0, 0, 0, 0, 0, 1, 1)
    assert sum(found.signals[SignalType.EMOTIONAL]) == 0


@pytest.mark.both_databases
async def test_tensions_and_feedback_are_of_the_range(db: Db, admin_db: Db) -> None:
    avoids = await factories.person(db, tension_type=Tension.AVOID)
    gives = await factories.person(db, tension_type=Tension.GIVE)
    await writes(db, avoids, at=NOW - WEEK, ended_at=NOW - WEEK, feedback=Feedback.HELPED)
    await writes(db, gives, at=NOW - 3 * WEEK, ended_at=NOW - 3 * WEEK, feedback=Feedback.HELPED)
    found = await seen(admin_db, days=14)
    assert found.tensions == {Tension.AVOID: 1}
    assert found.stages == {None: 1}
    assert found.feedback == {"helped": 1}


async def test_people_by_stage_have_the_stage_of_now_and_count_once(db: Db, admin_db: Db) -> None:
    mara, luca, noor, ivy = [await factories.person(db) for _ in range(4)]
    for owner, ago in ((mara, 1), (mara, 2), (luca, 3), (noor, 4), (ivy, 31)):
        await writes(db, owner, at=NOW - timedelta(days=ago))
    for owner, stage in ((mara, Stage.ACTION), (luca, Stage.ACTION), (ivy, Stage.RELAPSE)):
        async with db.unit(owner, write=True) as s:
            s.add(BehavioralIntel(user_id=owner, stage_of_change=stage, updated_at=NOW))
    assert (await seen(admin_db)).stages == {Stage.ACTION: 2, None: 1}


def test_weeks_begin_on_monday() -> None:
    edges = week_edges(NOW)
    assert len(edges) == 9
    assert {edge.weekday() for edge in edges} == {0}
    assert edges[-2].date() <= NOW.date() < edges[-1].date()
    assert edges[0].date() == edges[-1].date() - timedelta(weeks=8)
    assert isinstance(edges[0].date(), date)


@pytest.mark.both_databases
async def test_a_day_begins_at_midnight_in_the_admins_zone(db: Db, admin_db: Db) -> None:
    owner = await factories.person(db)
    late = NOW.replace(hour=23, minute=30) - timedelta(days=1)
    await writes(db, owner, at=late)
    at_home = await metrics(admin_db, now=NOW, days=7)
    in_madrid = await metrics(admin_db, now=NOW, days=7, basis=Basis("Europe/Madrid"))
    assert [day.people for day in at_home.active][-2:] == [1, 0]
    assert [day.people for day in in_madrid.active][-2:] == [0, 1]
    assert in_madrid.active[-1].day == NOW.date()


@pytest.mark.slow
@pytest.mark.both_databases
async def test_a_filter_is_about_people_as_they_are_now(db: Db, admin_db: Db) -> None:
    mara = await factories.person(db, tension_type=Tension.AVOID, locale="en")
    noor = await factories.person(db, tension_type=Tension.AVOID, locale="es")
    for owner in (mara, noor):
        await writes(db, owner, at=NOW - timedelta(hours=2))
    for scope, people in (
        (Scope(), 2),
        (Scope(tension=Tension.AVOID), 2),
        (Scope(tension=Tension.AVOID, language="es"), 1),
        (Scope(tension=Tension.GRIP), 0),
        (Scope(stage=Stage.ACTION), 0),
    ):
        found = await metrics(admin_db, now=NOW, days=30, scope=scope)
        assert (found.active_week, found.messages, found.funnel.wrote) == (people,) * 3
        assert sum(found.tensions.values()) == people
        assert sum(cohort.people for cohort in found.cohorts) == people


async def test_what_was_used_is_counted_by_times_and_people(db: Db, admin_db: Db) -> None:
    mara, luca = [await factories.person(db) for _ in range(2)]
    for owner, ago in ((mara, 1), (mara, 2), (luca, 2), (luca, 31)):
        async with db.unit(owner, write=True) as s:
            await analytics.add(s, owner, UsageEvent.WIN_KEPT, at=NOW - timedelta(days=ago))
    assert (await seen(admin_db)).used == {UsageEvent.WIN_KEPT: Used(times=3, people=2)}
