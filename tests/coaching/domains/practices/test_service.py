"""Doing a practice: a run from its first step to what is kept, and every way out of it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.domains.practices import queries, service
from coaching.domains.practices.models import EndedAs
from coaching.domains.practices.runner import Answer
from coaching.errors import Conflict, InvalidInput, NotFound
from coaching.repositories import cards, wins
from coaching.values.enums import CardKind, Tension
from tests.coaching.domains.practices.doing import answer, current, row, start, to_the_end
from tests.support import factories

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db


async def test_a_win_is_kept_and_only_the_numbers_stay(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    shown = await to_the_end(db, owner, clock)

    async with db.unit(owner, write=True) as s:
        kept = await service.keep(s, owner, shown.run_id, 1, clock.now())
        (win,) = await wins.for_user(s, owner)

    assert win.text == shown.outcomes[1].preview
    assert (kept.is_over, kept.outcomes) == (True, ())
    assert [action.name for action in kept.then] == ["another", "talk", "close"]
    run = await row(db, owner, shown)
    assert (run.answers, run.ended_as, run.kept) == ({}, EndedAs.KEPT, ["win"])
    assert (run.number_before, run.number_after) == (7, 4)
    assert await current(db, owner, clock) is None


async def test_one_that_waits_is_named_until_it_is_stopped(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    shown = await start(db, owner, clock, "slow_breath")

    async with db.unit(owner) as s:
        waiting = await service.waiting(s, owner, clock.now())
    assert waiting is not None
    assert waiting.id == "slow_breath"
    async with db.unit(owner, write=True) as s:
        await service.stop_waiting(s, owner, clock.now())
        await service.stop_waiting(s, owner, clock.now())
        assert await service.waiting(s, owner, clock.now()) is None
    assert (await row(db, owner, shown)).ended_as is EndedAs.SOMETHING_ELSE


async def test_one_at_its_last_step_or_a_day_old_does_not_wait(db: Db, clock: FrozenClock) -> None:
    owner, other = await factories.person(db), await factories.person(db)
    await to_the_end(db, owner, clock)
    await start(db, other, clock, "slow_breath")
    async with db.unit(owner) as s:
        assert await service.waiting(s, owner, clock.now()) is None
    clock.move(timedelta(hours=25))
    async with db.unit(other) as s:
        assert await service.waiting(s, other, clock.now()) is None


async def test_a_card_is_kept_as_the_person_changed_it(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db, tension_type=Tension.WORRY)
    shown = await to_the_end(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        await service.keep(
            s, owner, shown.run_id, 0, clock.now(), values={"content": "I can say it: scared."}
        )
        (card,) = await cards.for_user(s, owner)
    assert (card.kind, card.title, card.content) == (
        CardKind.NOTICING,
        "Say what it is",
        "I can say it: scared.",
    )


async def test_a_plan_has_its_parts(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    shown = await start(db, owner, clock, "if_then")
    while shown.type != "end":
        given = Answer(text="I open one letter") if shown.type == "write" else Answer(chip="yes")
        if shown.type == "choose" and "yes" not in {chip.id for chip in shown.chips}:
            given = Answer(chip=shown.chips[0].id)
        shown = await answer(db, owner, clock, shown, given)
    plan = next(outcome for outcome in shown.outcomes if outcome.kind == "plan")
    async with db.unit(owner, write=True) as s:
        await service.keep(s, owner, shown.run_id, plan.index, clock.now())
        (card,) = await cards.for_user(s, owner)
    assert card.kind is CardKind.PLAN
    assert set(card.parts) == {"cue", "response", "backup"}
    assert card.content == plan.preview


async def test_a_preview_takes_only_its_own_fields(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    shown = await to_the_end(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        for outcome, values in ((1, {"title": "x"}), (9, {})):
            with pytest.raises(InvalidInput):
                await service.keep(s, owner, shown.run_id, outcome, clock.now(), values=values)
    assert (await row(db, owner, shown)).ended_at is None


async def test_nothing_is_kept_when_somebody_finishes(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    shown = await to_the_end(db, owner, clock)
    for _ in range(2):
        async with db.unit(owner, write=True) as s:
            done = await service.finish(s, owner, shown.run_id, clock.now())
        assert done.is_over
    assert (await row(db, owner, shown)).ended_as is EndedAs.NOTHING
    async with db.unit(owner, write=True) as s:
        with pytest.raises(Conflict):
            await service.keep(s, owner, shown.run_id, 1, clock.now())


async def test_leaving_deletes_the_answers_and_leads_through_its_steps(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    shown = await answer(db, owner, clock, await start(db, owner, clock), Answer(chip="own"))
    shown = await answer(db, owner, clock, shown, Answer(text="a knot"))
    async with db.unit(owner, write=True) as s:
        left = await service.leave(s, owner, shown.run_id, "too_much", clock.now())
    assert (left.type, left.exits, left.can_go_back) == ("breathe", (), False)
    run = await row(db, owner, shown)
    assert (run.answers, run.ended_as, run.left_from) == ({}, EndedAs.TOO_MUCH, "before")
    last = await answer(db, owner, clock, left, Answer())
    assert [action.name for action in last.then] == ["help", "talk", "close"]
    assert await current(db, owner, clock) is None


async def test_a_strong_number_is_a_way_out_too(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    shown = await answer(db, owner, clock, await start(db, owner, clock), Answer(chip="sad"))
    await answer(db, owner, clock, shown, Answer(number=10))
    run = await row(db, owner, shown)
    assert (run.ended_as, run.left_from, run.answers) == (EndedAs.TOO_MUCH, "before", {})
    assert run.number_before == 10


async def test_a_run_is_resumed_for_a_day_and_then_removed(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    shown = await answer(db, owner, clock, await start(db, owner, clock), Answer(chip="sad"))
    clock.move(timedelta(hours=23))
    resumed = await current(db, owner, clock)
    assert resumed
    assert (resumed.run_id, resumed.step_id) == (shown.run_id, "before")
    clock.move(timedelta(hours=2))
    assert await current(db, owner, clock) is None
    with pytest.raises(NotFound):
        await row(db, owner, shown)


async def test_the_clean_up_removes_what_nobody_touched(db: Db, clock: FrozenClock) -> None:
    left_open, at_its_end = await factories.person(db), await factories.person(db)
    open_run = await start(db, left_open, clock)
    done_run = await to_the_end(db, at_its_end, clock)
    clock.move(timedelta(hours=25))
    async with db.system("test", write=True) as s:
        await service.expire(s, now=clock.now())
    with pytest.raises(NotFound):
        await row(db, left_open, open_run)
    done = await row(db, at_its_end, done_run)
    assert (done.ended_as, done.answers) == (EndedAs.NOTHING, {})


async def test_a_run_of_another_version_goes_away(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    shown = await start(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        (await queries.require(s, owner, shown.run_id)).step = "a_step_of_yesterday"
    assert await current(db, owner, clock) is None


async def test_starting_again_goes_on_and_another_practice_takes_its_place(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    first = await answer(db, owner, clock, await start(db, owner, clock), Answer(chip="sad"))
    again = await start(db, owner, clock)
    assert (again.run_id, again.step_id) == (first.run_id, "before")
    other = await start(db, owner, clock, "slow_breath")
    resumed = await current(db, owner, clock)
    assert resumed
    assert resumed.run_id == other.run_id


async def test_going_back_shows_the_answer_that_was_given(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    shown = await answer(db, owner, clock, await start(db, owner, clock), Answer(chip="own"))
    shown = await answer(db, owner, clock, shown, Answer(text="a knot"))
    async with db.unit(owner, write=True) as s:
        before = await service.back(s, owner, shown.run_id, clock.now())
    assert (before.step_id, before.answered) == ("own", "a knot")


async def test_nobody_reaches_the_run_of_somebody_else(db: Db, clock: FrozenClock) -> None:
    anna, ben = await factories.person(db), await factories.person(db)
    shown = await to_the_end(db, anna, clock)
    async with db.unit(ben, write=True) as s:
        for tried in (
            service.answer(s, ben, shown.run_id, Answer(), clock.now()),
            service.back(s, ben, shown.run_id, clock.now()),
            service.leave(s, ben, shown.run_id, "not_now", clock.now()),
            service.keep(s, ben, shown.run_id, 1, clock.now()),
            service.finish(s, ben, shown.run_id, clock.now()),
        ):
            with pytest.raises(NotFound):
                await tried
    assert await current(db, ben, clock) is None
    with pytest.raises(NotFound):
        await start(db, ben, clock, "no_such_practice")
