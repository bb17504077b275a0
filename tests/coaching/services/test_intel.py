from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from coaching.memory.intel import MOST
from coaching.repositories import intel as rows
from coaching.repositories import signals as signal_rows
from coaching.services import intel, signals
from coaching.values.enums import Lens, SignalType, Stage
from coaching.values.observation import Signal
from tests.support import factories, strategy

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import Turn
    from coaching.repositories.db import Db
    from coaching.services.intel import Intel

_CALLERS = """
bank boss brother cousin dentist ex father gym landlord lawyer
mother neighbour partner post school shop sister tax vet work
"""
NAMES = _CALLERS.split()


async def merge(db: Db, owner: UUID, clock: FrozenClock, **lists: list[str]) -> None:
    run = strategy.output(intel=strategy.intel(**lists), stage_of_change="preparation")
    async with db.unit(owner, write=True) as s:
        await intel.merge(s, owner, run, at=clock.now(), sources=("signal",))


async def stored(db: Db, owner: UUID) -> Intel:
    async with db.unit(owner) as s:
        row = await rows.find(s, owner)
    assert row is not None
    return intel.as_intel(row)


@pytest.mark.both_databases
async def test_a_merge_is_stored_whole(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    await merge(db, owner, clock, triggers=["the post"], used_words=["pile"], breakthroughs=["Oh."])

    known = await stored(db, owner)
    assert [item.text for item in known.triggers] == ["the post"]
    assert [item.text for item in known.used_words] == ["pile"]
    assert [item.text for item in known.breakthroughs] == ["Oh."]
    assert known.triggers[0].sources == ("signal",)
    assert known.stage_of_change is Stage.PREPARATION
    assert set(known.growth_edges) == {lens.value for lens in Lens}
    async with db.unit(owner) as s:
        row = await rows.find(s, owner)
    assert row is not None
    assert row.last_strategist_run == clock.now()


@pytest.mark.both_databases
async def test_merges_at_once_lose_nothing(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    await asyncio.gather(
        *(merge(db, owner, clock, breakthroughs=[f"insight {n}"]) for n in range(MOST))
    )

    found = {item.text for item in (await stored(db, owner)).breakthroughs}
    assert found == {f"insight {n}" for n in range(MOST)}


@pytest.mark.slow
@pytest.mark.both_databases
async def test_an_observer_and_a_strategist_that_end_together_lose_nothing(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    turns = [await factories.exchange(db, owner, session) for _ in range(20)]
    seen = Signal(
        signal_type=SignalType.EMOTIONAL,
        content="a pull",
        quote="",
        confidence=0.9,
        urgency_flag=False,
    )

    async def observe(turn: Turn) -> None:
        async with db.unit(owner, write=True) as s:
            await signals.store_for_turn(s, turn, [seen], source="claude", at=clock.now())

    merges = [merge(db, owner, clock, triggers=[f"{name} rings"]) for name in NAMES[:MOST]]
    await asyncio.gather(*merges, *map(observe, turns))

    assert len((await stored(db, owner)).triggers) == MOST
    async with db.unit(owner) as s:
        assert len(await signal_rows.of_session(s, owner, session.id)) == len(turns)
