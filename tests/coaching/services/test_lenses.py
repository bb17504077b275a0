from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from coaching.domains.check_ins import service as check_ins
from coaching.domains.check_ins.service import Details
from coaching.services import briefings, corrections, lenses, wins
from coaching.services.briefings import Run
from coaching.services.corrections import Target
from coaching.values.check_ins import Mood
from coaching.values.enums import Lens, LensStatus, Trigger, Verdict
from tests.support import factories, strategy

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.services.lenses import LensStep

LOOKING = Lens.FINANCIAL_AWARENESS
QUOTE = "I opened one letter on the sofa"


async def version(db: Db, owner: UUID, clock: FrozenClock, **edge: Any) -> None:
    edges = {lens.value: strategy.NO_EDGE for lens in Lens}
    edges[LOOKING.value] = {**strategy.NO_EDGE, **edge}
    run = Run(Trigger.SESSION_END, f"session_end:{uuid4()}", "offline")
    async with db.unit(owner, write=True) as s:
        output = strategy.output(growth_edges=edges)
        await briefings.store(s, owner, output, run, at=clock.now())


async def steps(db: Db, owner: UUID) -> tuple[LensStep, ...]:
    async with db.unit(owner) as s:
        return (await lenses.history(s, owner))[LOOKING]


@pytest.mark.both_databases
async def test_a_lens_tells_where_it_stood_since_when_and_on_whose_words(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        win = (await wins.add(s, owner, QUOTE, at=clock.now())).row.id
    await version(db, owner, clock)
    await version(db, owner, clock, status="active", evidence=[str(win)], note="looked once")
    await version(db, owner, clock, status="active", evidence=[str(win)], note="looked once")
    await version(db, owner, clock, status="stabilizing", evidence=[str(win), "and then four"])

    found = await steps(db, owner)

    assert [(step.version, step.status, step.evidence) for step in found] == [
        (1, LensStatus.NOT_READY, ()),
        (2, LensStatus.ACTIVE, (QUOTE,)),
        (4, LensStatus.STABILIZING, (QUOTE, "and then four")),
    ]
    assert (found[1].note, found[1].at) == ("looked once", clock.now())


async def test_a_check_in_is_shown_with_its_words(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        details = Details(QUOTE)
        row = (await check_ins.add(s, owner, Mood.STEADY, at=clock.now(), details=details)).row
    await version(db, owner, clock, status="active", evidence=[str(row.id)])

    assert (await steps(db, owner))[-1].evidence == (QUOTE,)


async def test_all_seven_have_a_history(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await version(db, owner, clock)
    async with db.unit(owner) as s:
        found = await lenses.history(s, owner)
    assert set(found) == set(Lens)
    assert all(len(steps) == 1 for steps in found.values())


@pytest.mark.both_databases
async def test_words_that_were_deleted_or_belong_to_somebody_else_are_not_told(
    db: Db, clock: FrozenClock
) -> None:
    owner, other = await factories.person(db), await factories.person(db)
    theirs = await factories.win(db, other, "Their own")
    gone = str(uuid4())
    await version(db, owner, clock, status="active", evidence=[gone, str(theirs.id), "I looked"])

    assert (await steps(db, owner))[-1].evidence == ("I looked",)


async def test_words_that_were_corrected_are_not_told(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await version(db, owner, clock, status="active", evidence=[QUOTE, "I looked"])
    async with db.unit(owner, write=True) as s:
        target = Target("lens", QUOTE)
        await corrections.correct(s, owner, target, Verdict.DONT_USE, at=clock.now())

    assert (await steps(db, owner))[-1].evidence == ("I looked",)


async def test_nobody_has_a_history_before_the_first_briefing(db: Db) -> None:
    assert await steps(db, await factories.person(db)) == ()
