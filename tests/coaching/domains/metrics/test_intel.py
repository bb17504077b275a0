"""Intel over people, counted by hand; a group of one to four is hidden."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.domains.metrics.intel import SMALLEST_GROUP, intel
from coaching.models import CoachingBriefing, Correction, ObserverSignal
from coaching.values.enums import Lens, SignalType, Stage, Tension, Trigger, Verdict
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.repositories.db import Db


pytestmark = pytest.mark.both_databases

NOW = MONDAY_MORNING + timedelta(days=2)
ACTIVE = {Lens.MONEY_IDENTITY.value: {"status": "active", "note": ""}}


async def briefed(db: Db, owner: UUID, stage: Stage, *, version: int = 1) -> None:
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
            )
        )


async def test_an_empty_house_has_nobody(admin_db: Db) -> None:
    found = await intel(admin_db, now=NOW)
    assert (found.people, set(found.stages.values()), found.corrections) == (0, {0}, {})


async def test_only_the_newest_briefing_counts(db: Db, admin_db: Db) -> None:
    for _ in range(SMALLEST_GROUP):
        owner = await factories.person(db, tension_type=Tension.GIVE)
        await briefed(db, owner, Stage.CONTEMPLATION)
        await briefed(db, owner, Stage.ACTION, version=2)
    found = await intel(admin_db, now=NOW)
    assert found.people == SMALLEST_GROUP
    assert (found.stages[Stage.ACTION], found.stages[Stage.CONTEMPLATION]) == (SMALLEST_GROUP, 0)
    lens = found.lenses[Lens.MONEY_IDENTITY]
    assert (lens[Tension.GIVE], lens[Tension.AVOID]) == (SMALLEST_GROUP, 0)
    assert found.lenses[Lens.SELF_RECEIVING][Tension.GIVE] == 0


async def test_a_group_that_could_point_at_somebody_is_hidden(db: Db, admin_db: Db) -> None:
    for _ in range(SMALLEST_GROUP - 1):
        await briefed(db, await factories.person(db, tension_type=Tension.GRIP), Stage.RELAPSE)
    found = await intel(admin_db, now=NOW)
    assert found.stages[Stage.RELAPSE] is None
    assert found.lenses[Lens.MONEY_IDENTITY][Tension.GRIP] is None


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
