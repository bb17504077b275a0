"""Intel over people, counted by hand; a group of one to nine is hidden."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.domains.metrics.intel import Resistance, intel, keep
from coaching.domains.metrics.small_groups import SMALLEST_GROUP
from coaching.models import BehavioralIntel, CoachingBriefing, Correction, ObserverSignal
from coaching.values.enums import Lens, SignalType, Stage, Tension, Trigger, Verdict
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.repositories.db import Db


NOW = MONDAY_MORNING + timedelta(days=2)
ACTIVE = {Lens.MONEY_IDENTITY.value: {"status": "active", "note": ""}}


async def briefed(
    db: Db, owner: UUID, stage: Stage, *, version: int = 1, at: datetime = MONDAY_MORNING
) -> None:
    async with db.unit(owner, write=True) as s:
        s.add(
            CoachingBriefing(
                user_id=owner,
                version=version,
                trigger=Trigger.ONBOARDING,
                boundary=f"{version}",
                briefing_content="",
                stage_of_change=stage,
                growth_edges=ACTIVE,
                created_at=at,
            )
        )


async def test_an_empty_house_has_nobody(admin_db: Db) -> None:
    found = await intel(admin_db, now=NOW)
    assert (found.known.people, set(found.known.stages.values()), found.corrections) == (0, {0}, {})


async def test_only_the_newest_briefing_counts(db: Db, admin_db: Db) -> None:
    for _ in range(SMALLEST_GROUP):
        owner = await factories.person(db, tension_type=Tension.GIVE)
        await briefed(db, owner, Stage.CONTEMPLATION)
        await briefed(db, owner, Stage.ACTION, version=2)
    found = await intel(admin_db, now=NOW)
    assert found.known.people == SMALLEST_GROUP
    assert (found.known.stages[Stage.ACTION], found.known.stages[Stage.CONTEMPLATION]) == (
        SMALLEST_GROUP,
        0,
    )
    lens = found.known.lenses[Lens.MONEY_IDENTITY]
    assert (lens[Tension.GIVE], lens[Tension.AVOID]) == (SMALLEST_GROUP, 0)
    assert found.known.lenses[Lens.SELF_RECEIVING][Tension.GIVE] == 0


async def test_a_group_that_could_point_at_somebody_is_hidden(db: Db, admin_db: Db) -> None:
    for _ in range(SMALLEST_GROUP - 1):
        await briefed(db, await factories.person(db, tension_type=Tension.GRIP), Stage.RELAPSE)
    found = await intel(admin_db, now=NOW)
    assert found.known.stages[Stage.RELAPSE] is None
    assert found.known.lenses[Lens.MONEY_IDENTITY][Tension.GRIP] is None


@pytest.mark.both_databases
async def test_urgent_signals_and_corrections_are_counted_in_their_time(
    db: Db, admin_db: Db
) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    turn = await factories.exchange(db, owner, session)
    async with db.unit(owner, write=True) as s:
        for ordinal, is_urgent in enumerate((True, False)):
            s.add(
                ObserverSignal(
                    user_id=owner,
                    session_id=session.id,
                    turn_id=turn.id,
                    ordinal=ordinal,
                    signal_type=SignalType.EMOTIONAL,
                    content="Said something new",
                    confidence=0.9,
                    urgency_flag=is_urgent,
                    created_at=NOW,
                )
            )
        for days_ago, verdict in ((1, Verdict.NOT_TRUE), (40, Verdict.TRUE)):
            at = NOW - timedelta(days=days_ago)
            s.add(
                Correction(
                    user_id=owner, item="story:1", said="It was you", verdict=verdict, created_at=at
                )
            )
    found = await intel(admin_db, now=NOW + timedelta(hours=1))
    assert found.urgent == (0, 0, 0, 0, 0, 0, 0, 1)
    assert found.signals[SignalType.EMOTIONAL][-1] == 2
    assert found.corrections == {Verdict.NOT_TRUE: 1}


async def test_only_what_ten_people_share_is_told(db: Db, admin_db: Db) -> None:
    for number in range(SMALLEST_GROUP):
        owner = await factories.person(db)
        triggers = ["A letter from the bank" if number % 2 else "a letter from the bank "]
        rare = ["His name is Tom"] if number else []
        words = [{"text": "tight", "count": 3}, {"text": "tight"}]
        async with db.unit(owner, write=True) as s:
            s.add(
                BehavioralIntel(
                    user_id=owner,
                    triggers=[{"text": text} for text in triggers + rare],
                    emotional_vocabulary={"used_words": words, "avoided_words": words},
                    updated_at=NOW,
                )
            )
    found = await intel(admin_db, now=NOW)
    assert list(found.known.triggers) == [("a letter from the bank", SMALLEST_GROUP)]
    assert list(found.known.words) == [("tight", SMALLEST_GROUP)]


async def test_urgent_signals_wait_with_their_age_until_a_briefing(db: Db, admin_db: Db) -> None:
    waits, briefed_since, long_ago = [await factories.person(db) for _ in range(3)]
    for owner, ago in ((waits, 1), (waits, 3), (briefed_since, 2), (long_ago, 8)):
        await signal(db, owner, SignalType.EMOTIONAL, at=NOW - timedelta(days=ago), urgent=True)
    await briefed(db, briefed_since, Stage.ACTION, at=NOW - timedelta(days=1))
    await briefed(db, waits, Stage.ACTION, at=NOW - timedelta(days=4))
    found = (await intel(admin_db, now=NOW)).waiting
    assert [(one.user_id, NOW - one.at) for one in found] == [
        (waits, timedelta(days=3)),
        (waits, timedelta(days=1)),
    ]


async def test_resistance_is_hidden_until_ten_people_show_it(db: Db, admin_db: Db) -> None:
    for number in range(SMALLEST_GROUP):
        owner = await factories.person(db, tension_type=Tension.AVOID)
        await signal(db, owner, SignalType.DEFLECTION, at=NOW)
        if number:
            await signal(db, owner, SignalType.BREAKTHROUGH, at=NOW)
        else:
            await signal(db, owner, SignalType.DEFLECTION, at=NOW)
            await signal(db, owner, SignalType.DEFLECTION, at=NOW, confidence=0.6)
    found = (await intel(admin_db, now=NOW)).resistance
    assert found[Tension.AVOID] == Resistance(SMALLEST_GROUP + 1, None)
    assert found[Tension.GRIP] == Resistance(0, 0)


async def test_stages_move_from_before_the_month_to_now(db: Db, admin_db: Db) -> None:
    for _ in range(SMALLEST_GROUP):
        owner = await factories.person(db)
        for version, (ago, stage) in enumerate(
            ((60, Stage.RELAPSE), (31, Stage.CONTEMPLATION), (20, Stage.RELAPSE), (2, Stage.ACTION))
        ):
            at = NOW - timedelta(days=ago)
            await briefed(db, owner, stage, version=version + 1, at=at)
    stays, new = [await factories.person(db) for _ in range(2)]
    await briefed(db, stays, Stage.ACTION, at=NOW - timedelta(days=40))
    await briefed(db, new, Stage.ACTION, at=NOW - timedelta(days=4))
    assert (await intel(admin_db, now=NOW)).known.moves == {
        (Stage.CONTEMPLATION, Stage.ACTION): SMALLEST_GROUP,
        (Stage.ACTION, Stage.ACTION): None,
    }


async def test_what_is_known_is_counted_by_the_job_and_says_when(db: Db, admin_db: Db) -> None:
    for _ in range(SMALLEST_GROUP):
        owner = await factories.person(db, tension_type=Tension.GIVE)
        await briefed(db, owner, Stage.CONTEMPLATION)
        await briefed(db, owner, Stage.ACTION, version=2, at=NOW)
    counted = (await intel(admin_db, now=NOW + timedelta(hours=1))).known
    await keep(db, now=NOW + timedelta(hours=1))
    await briefed(db, await factories.person(db), Stage.ACTION)
    later = (await intel(admin_db, now=NOW + timedelta(hours=2))).known
    assert later == counted
    assert (later.people, later.at) == (SMALLEST_GROUP, NOW + timedelta(hours=1))


async def signal(
    db: Db,
    owner: UUID,
    kind: SignalType,
    *,
    at: datetime,
    urgent: bool = False,
    confidence: float = 0.9,
) -> None:
    session = await factories.conversation(db, owner)
    turn = await factories.exchange(db, owner, session)
    async with db.unit(owner, write=True) as s:
        s.add(
            ObserverSignal(
                user_id=owner,
                session_id=session.id,
                turn_id=turn.id,
                ordinal=0,
                signal_type=kind,
                content="Said something new",
                confidence=confidence,
                urgency_flag=urgent,
                created_at=at,
            )
        )
