from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.repositories import intel, profiles
from coaching.services import safety_events
from coaching.services.offers import NotNow, objection
from coaching.values.enums import CardKind, SafetyLevel, Stage
from coaching.values.safety import SafetyVerdict
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db


async def danger(db: Db, owner: UUID, clock: FrozenClock, level: SafetyLevel) -> None:
    async with db.unit(owner, write=True) as s:
        person = await profiles.require(s, owner)
        await safety_events.note(s, person, SafetyVerdict(level, "suicidality"), at=clock.now())


async def asked(db: Db, owner: UUID, clock: FrozenClock, kind: CardKind) -> NotNow | None:
    async with db.unit(owner) as s:
        return await objection(s, owner, kind, at=clock.now())


@pytest.mark.parametrize(
    ("level", "hours", "expected"),
    [
        (SafetyLevel.CRISIS, 0, NotNow.QUIET),
        (SafetyLevel.CRISIS, 47, NotNow.QUIET),
        (SafetyLevel.CRISIS, 49, None),
        (SafetyLevel.CONCERN, 0, None),
    ],
)
async def test_for_two_days_after_a_crisis_no_card_is_made(
    db: Db, clock: FrozenClock, level: SafetyLevel, hours: int, expected: NotNow | None
) -> None:
    owner = await factories.person(db)
    await danger(db, owner, clock, level)
    clock.move(timedelta(hours=hours))

    assert await asked(db, owner, clock, CardKind.TRUTH) is expected


@pytest.mark.parametrize(
    ("stage", "kind", "expected"),
    [
        (Stage.PRECONTEMPLATION, CardKind.PLAN, NotNow.TOO_SOON),
        (Stage.PRECONTEMPLATION, CardKind.TRUTH, None),
        (Stage.CONTEMPLATION, CardKind.PLAN, None),
    ],
)
async def test_a_plan_waits_for_somebody_who_looks_for_change(
    db: Db, clock: FrozenClock, stage: Stage, kind: CardKind, expected: NotNow | None
) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        await intel.change(s, owner, now=clock.now(), stage_of_change=stage)

    assert await asked(db, owner, clock, kind) is expected


async def test_somebody_nobody_knows_yet_is_in_two_minds(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    assert await asked(db, owner, clock, CardKind.PLAN) is None
