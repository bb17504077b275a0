"""With a model: it is told what fits, offers it as a chip, and reads how it went."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.conversation import take_turn
from coaching.domains.practices import service
from coaching.domains.practices.runner import Answer
from coaching.llm.scripted import ScriptedLLM, always, calls, parses, says
from coaching.offline import OfflineLLM
from coaching.values.events import TurnDone
from coaching.values.observation import Observation
from tests.coaching.domains.practices.doing import TO_THE_END

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from tests.coaching.conversation.conftest import StartEngine

pytestmark = pytest.mark.usefixtures("loose_scripts")
NOTHING = always(parses(Observation.model_validate({"signals": [], "safety_level": "none"})))


async def test_an_exercise_is_offered_by_a_chip_done_in_the_app_and_told_once(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    llm = ScriptedLLM(
        [
            says("Hi."),
            calls("offer_practice", id="name_it"),
            says("Want to try something short?"),
            says("Good to hear."),
            says("Sure."),
        ],
        observer=[NOTHING],
    )
    coaching = await start_engine(llm)

    async def sends(text: str, id_: str) -> TurnDone:
        done = [event async for event in take_turn(coaching, owner, text, id_)][-1]
        assert isinstance(done, TurnDone)
        clock.move(timedelta(minutes=1))
        return done

    await sends("Hello.", "c1")
    offered = await sends("I don't know what I feel", "c2")
    assert [(chip.action, chip.target) for chip in offered.chips] == [("practice", "name_it")]
    async with coaching.unit(owner, write=True) as s:
        shown = await service.start(s, owner, "name_it", clock.now())
        for given in TO_THE_END:
            shown = await service.answer(s, owner, shown.run_id, given, clock.now())
        await service.keep(s, owner, shown.run_id, 1, clock.now())
        left = await service.start(s, owner, "slow_breath", clock.now())
        await service.answer(s, owner, left.run_id, Answer(number=3), clock.now())
        await service.leave(s, owner, left.run_id, "too_much", clock.now())
    clock.move(timedelta(minutes=1))
    await sends("I did it", "c3")
    await sends("Thanks", "c4")

    told = [str(request.messages[-1].content) for request in llm.requests]
    assert "Exercises for now: " not in told[0]
    assert "name_it (Name the feeling)" in told[1]
    assert "“Name the feeling” in the app, 7 before and 4 after, and saved a win" in told[-2]
    assert "Breathe for a minute" not in told[-2]
    assert "exercise" not in told[-1]


@pytest.mark.both_databases
async def test_stopping_a_waiting_exercise_in_words_ends_it(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching = await start_engine(OfflineLLM())
    async with coaching.unit(owner, write=True) as s:
        await service.start(s, owner, "slow_breath", clock.now())

    async def sends(text: str, id_: str) -> TurnDone:
        done = [event async for event in take_turn(coaching, owner, text, id_)][-1]
        assert isinstance(done, TurnDone)
        clock.move(timedelta(minutes=1))
        return done

    beside = await sends("what does APR mean?", "c1")
    assert [chip.action for chip in beside.chips] == ["practice_resume", "practice_leave"]
    stopped = await sends("stop here", "c2")
    assert "closed the exercise" in stopped.text
    async with coaching.unit(owner) as s:
        assert await service.waiting(s, owner, clock.now()) is None
