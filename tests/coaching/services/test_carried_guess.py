from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest

from coaching.content import load_onboarding
from coaching.services import hypotheses
from coaching.services.hypotheses import Leap
from coaching.values.enums import HypothesisStatus, RetiredBecause
from tests.support import factories, strategy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.clock import FrozenClock
    from coaching.models import Hypothesis
    from coaching.repositories.db import Db

GUESS = "Giving may be how she learned to be good."
OTHER = "The phone may decide before she does."
CANDIDATE = HypothesisStatus.CANDIDATE
ONE, TWO, THREE = (UUID(int=number) for number in range(1, 4))


async def carry(
    db: Db,
    owner: UUID,
    clock: FrozenClock,
    text: str = GUESS,
    *,
    heard: str = "open",
    session: UUID | None = None,
    briefing: UUID | None = None,
) -> Hypothesis | None:
    clock.move(timedelta(seconds=60))
    output = strategy.output(hypothesis=text, heard_guess={"verdict": heard, "quote": ""})
    leap = Leap(briefing or uuid4(), session)
    async with db.unit(owner, write=True) as s:
        return await hypotheses.carry(s, owner, output, leap, at=clock.now())


async def history(db: Db, owner: UUID) -> Sequence[Hypothesis]:
    async with db.unit(owner) as s:
        return await hypotheses.history(s, owner)


async def lives(db: Db, owner: UUID) -> list[tuple[str, str, str]]:
    """Return text, status and reason of every guess, newest first."""
    return [
        (row.text, row.status.value, row.because.value if row.because else "")
        for row in await history(db, owner)
    ]


async def test_the_first_guess_is_a_candidate_that_knows_its_briefing(
    db: Db, clock: FrozenClock
) -> None:
    owner, briefing = await factories.person(db), uuid4()
    await carry(db, owner, clock, briefing=briefing)

    (row,) = await history(db, owner)
    assert (row.status, row.first_briefing_id, row.last_briefing_id) == (
        CANDIDATE,
        briefing,
        briefing,
    )


async def test_a_guess_of_the_onboarding_knows_its_lens(db: Db, clock: FrozenClock) -> None:
    rule = load_onboarding().hypothesis.rules[0]
    owner = await factories.person(db)
    row = await carry(db, owner, clock, rule.text)
    assert row is not None
    assert row.lens is rule.lens


@pytest.mark.both_databases
async def test_the_same_guess_in_other_words_goes_on(db: Db, clock: FrozenClock) -> None:
    owner, last = await factories.person(db), uuid4()
    first = await carry(db, owner, clock)
    await carry(db, owner, clock, "She may have learned to be good by giving.", briefing=last)

    (row,) = await history(db, owner)
    assert first is not None
    assert (row.id, row.last_briefing_id) == (first.id, last)
    assert row.first_briefing_id != last
    assert row.text == "She may have learned to be good by giving."


async def test_what_they_use_is_supported_and_stays(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await carry(db, owner, clock)
    await carry(db, owner, clock, heard="supported", session=ONE)
    for session in (TWO, THREE, uuid4()):
        await carry(db, owner, clock, session=session)

    assert await lives(db, owner) == [(GUESS, "supported", "")]


async def test_what_they_refuse_is_retired_and_another_one_begins(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    await carry(db, owner, clock)
    await carry(db, owner, clock, OTHER, heard="rejected", session=ONE)

    assert await lives(db, owner) == [(OTHER, "candidate", ""), (GUESS, "retired", "rejected")]


async def test_two_sessions_without_support_retire_it(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await carry(db, owner, clock)
    await carry(db, owner, clock, session=ONE)
    assert await lives(db, owner) == [(GUESS, "candidate", "")]

    await carry(db, owner, clock, "", session=TWO)

    assert await lives(db, owner) == [(GUESS, "retired", "unsupported")]


@pytest.mark.both_databases
async def test_a_session_counts_once_and_a_run_without_one_does_not(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    await carry(db, owner, clock)
    for session in (ONE, ONE, None, None):
        row = await carry(db, owner, clock, session=session)

    assert row is not None
    assert (row.status, row.sessions_without_support) == (CANDIDATE, 1)


async def test_one_that_was_outgrown_is_replaced(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await carry(db, owner, clock)
    await carry(db, owner, clock, OTHER)

    assert await lives(db, owner) == [(OTHER, "candidate", ""), (GUESS, "retired", "replaced")]


async def test_there_may_be_no_guess_for_a_while(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await carry(db, owner, clock)
    await carry(db, owner, clock, "", heard="rejected")

    async with db.unit(owner) as s:
        assert await hypotheses.current(s, owner) is None
    assert (await history(db, owner))[0].because is RetiredBecause.REJECTED
