"""Safety in a practice: a crisis ends it, a concern asks first, and so does control."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.domains.practices import queries, service
from coaching.domains.practices.models import EndedAs
from coaching.domains.practices.runner import Answer
from coaching.errors import Conflict, NotAllowed
from coaching.repositories import conversations, jobs, safety_events
from coaching.services import danger_checks
from coaching.services import safety_events as safety_service
from coaching.services.jobs import STRATEGIST
from coaching.values import session_state
from coaching.values.enums import SafetyLevel, Trigger
from tests.coaching.domains.practices.doing import TO_THE_END, answer, current, row, start
from tests.coaching.domains.practices.played import LIBRARY
from tests.support import factories

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db

CRISIS = "I want to kill myself"
CHASED = "chasing my losses on the slots again"


@pytest.mark.slow
async def test_a_crisis_in_any_written_step_ends_the_run(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    steps = [(p, n) for p in LIBRARY.practices for n, step in p.steps.items() if step.max]
    let_through: list[str] = []
    shown = await start(db, owner, clock)
    for practice, name in steps:
        async with db.unit(owner, write=True) as s:
            run = await queries.require(s, owner, shown.run_id)
            run.practice_id, run.step, run.trail = practice.id, name, []
            run.ended_at = run.ended_as = None
            run.answers = {"friend": "secret"}
            await s.flush()
            stopped = await service.answer(s, owner, shown.run_id, Answer(text=CRISIS), clock.now())
            is_ended = run.ended_as is EndedAs.CRISIS and not run.answers
        if stopped.type != "crisis" or not is_ended or not stopped.text or stopped.chips:
            let_through.append(f"{practice.id}.{name}")
    assert steps
    assert not let_through
    async with db.unit(owner) as s:
        event = await safety_events.newest(s, owner)
        assert event
        assert (event.level, event.source) == (SafetyLevel.CRISIS, "practice")
        assert await safety_service.is_quiet(s, owner, at=clock.now())
    with pytest.raises(NotAllowed):
        await start(db, owner, clock)


async def test_after_a_crisis_the_next_message_may_answer_what_the_fixed_text_asks(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    shown = await answer(db, owner, clock, await start(db, owner, clock), Answer(chip="own"))
    await answer(db, owner, clock, shown, Answer(text=CRISIS))
    async with db.unit(owner) as s:
        state = session_state.of(await conversations.require(s, owner, session.id))
    assert danger_checks.open_in(state).about


async def test_a_crisis_in_a_practice_is_as_urgent_as_one_in_the_chat(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    shown = await answer(db, owner, clock, await start(db, owner, clock), Answer(chip="own"))
    await answer(db, owner, clock, shown, Answer(text=CRISIS))
    async with db.unit(owner) as s:
        job = await jobs.newest_with_trigger(s, owner, STRATEGIST, Trigger.URGENT)
    assert job is not None
    assert job.payload["boundary"] == f"urgent:{shown.run_id}"
    assert job.payload["conversation_id"] in (None, str(session.id))


async def test_the_fixed_text_is_in_the_language_of_what_was_written(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    shown = await answer(db, owner, clock, await start(db, owner, clock), Answer(chip="own"))
    stopped = await answer(db, owner, clock, shown, Answer(text="quiero morirme"))
    assert stopped.text.startswith("Gracias")


async def test_a_concern_is_shown_once_and_asks_whether_to_go_on(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    shown = await start(db, owner, clock, "one_thing_off")
    while shown.type != "write":
        shown = await answer(db, owner, clock, shown, Answer(chip="yes"))
    asked = await answer(db, owner, clock, shown, Answer(text=CHASED))
    assert (asked.step_id, [chip.id for chip in asked.chips]) == ("@concern", ["stop", "go_on"])
    assert asked.safety.level is SafetyLevel.CONCERN
    resumed = await current(db, owner, clock)
    assert resumed
    assert resumed.step_id == "@concern"
    went_on = await answer(db, owner, clock, asked, Answer(chip="go_on"))
    assert not went_on.step_id.startswith("@")
    if went_on.type == "write":
        again = await answer(db, owner, clock, went_on, Answer(text=CHASED))
        assert again.step_id != "@concern"


async def test_after_a_concern_somebody_may_stop(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    shown = await start(db, owner, clock, "one_thing_off")
    while shown.type != "write":
        shown = await answer(db, owner, clock, shown, Answer(chip="yes"))
    asked = await answer(db, owner, clock, shown, Answer(text=CHASED))
    stopped = await answer(db, owner, clock, asked, Answer(chip="stop"))
    assert stopped.step_id == "@not_now"
    assert (await row(db, owner, shown)).answers == {}


async def test_under_control_words_are_stored_only_after_a_yes(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db, life_context=["ctx_controlled"])
    asked = await start(db, owner, clock)
    assert (asked.step_id, [chip.id for chip in asked.chips]) == ("@safe", ["yes", "no"])
    shown = await answer(db, owner, clock, asked, Answer(chip="no"))
    for given in TO_THE_END:
        shown = await answer(db, owner, clock, shown, given)
    run = await row(db, owner, shown)
    assert "feeling" not in run.answers
    assert [outcome.kind for outcome in shown.outcomes] == ["nothing"]
    assert await current(db, owner, clock) is None


async def test_a_run_that_is_over_takes_no_answer(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    shown = await answer(db, owner, clock, await start(db, owner, clock), Answer(chip="own"))
    stopped = await answer(db, owner, clock, shown, Answer(text=CRISIS))
    with pytest.raises(Conflict):
        await answer(db, owner, clock, stopped, Answer())
