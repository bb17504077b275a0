"""A crisis that the screen left to the model, and what the Observer makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.errors import OutsideWorld
from coaching.llm.scripted import fails, parses
from coaching.offline.llm import OfflineLLM
from coaching.repositories import messages, safety_events, turns
from coaching.services import care, uncertain_alarms
from coaching.services.turns import ALARM
from coaching.values.conversations import MessageRole
from coaching.values.enums import SafetyLevel
from coaching.values.observation import Observation
from tests.support.observed import SEEN, finished, observer_of, run, seen, urgent_run

if TYPE_CHECKING:
    from coaching.llm.scripted import Step
    from coaching.models import Turn
    from tests.support.bare_engine import BareEngine


def reads(level: str) -> Step:
    return parses(Observation.model_validate({"signals": [SEEN], "safety_level": level}))


async def left_to_model(engine: BareEngine) -> Turn:
    """Return a finished turn whose alarm was left to the model."""
    turn = await finished(engine)
    async with engine.db.unit(turn.user_id, write=True) as s:
        said = await messages.of_turn(s, turn.user_id, turn.id, MessageRole.USER)
        assert said is not None
        said.meta = {**said.meta, ALARM: "suicidality"}
    return turn


async def level_of(engine: BareEngine, turn: Turn) -> tuple[SafetyLevel, str]:
    async with engine.db.unit(turn.user_id) as s:
        row = await turns.require(s, turn.user_id, turn.id)
        return row.safety_level, row.safety_category


async def test_an_alarm_counts_once_the_observer_reads_a_crisis(engine: BareEngine) -> None:
    engine.llm = observer_of(reads("crisis"))
    turn = await left_to_model(engine)

    await run(engine)

    assert await level_of(engine, turn) == (SafetyLevel.CRISIS, "suicidality")
    (signal,) = await seen(engine, turn)
    assert (signal.source, signal.quote) == ("screen", "")
    assert await urgent_run(engine, turn.user_id) is not None
    async with engine.db.unit(turn.user_id) as s:
        shown = await care.now(s, turn.user_id, at=engine.clock.now())
        kept = await safety_events.of_turn(s, turn.user_id, turn.id)
    assert shown.turn_id == turn.id
    assert kept is not None
    assert kept.shown_resources


@pytest.mark.parametrize("level", ["none", "concern"])
async def test_an_alarm_that_the_observer_reads_as_less_is_forgotten(
    engine: BareEngine, level: str
) -> None:
    engine.llm = observer_of(reads(level))
    turn = await left_to_model(engine)

    await run(engine)

    assert await level_of(engine, turn) == (SafetyLevel.NONE, "")
    assert [signal.source for signal in await seen(engine, turn)] == ["claude"]


async def test_a_crisis_that_no_alarm_was_left_for_stays_with_the_model(engine: BareEngine) -> None:
    engine.llm = observer_of(reads("crisis"))
    turn = await finished(engine)

    await run(engine)

    assert await level_of(engine, turn) == (SafetyLevel.NONE, "")


async def test_an_alarm_counts_if_no_model_can_read_it(engine: BareEngine) -> None:
    engine.llm = engine.offline = OfflineLLM()
    turn = await left_to_model(engine)

    await run(engine)

    assert await level_of(engine, turn) == (SafetyLevel.CRISIS, "suicidality")


async def test_an_alarm_that_simple_mode_asked_about_waits_for_the_answer(
    engine: BareEngine,
) -> None:
    engine.llm = engine.offline = OfflineLLM()
    turn = await left_to_model(engine)
    async with engine.db.unit(turn.user_id, write=True) as s:
        reply = await messages.of_turn(s, turn.user_id, turn.id, MessageRole.COACH)
        assert reply is not None
        reply.text = "I want to hear you right: are you thinking of hurting yourself?"
        reply.meta = {**reply.meta, "source": "offline"}

    await run(engine)

    assert await level_of(engine, turn) == (SafetyLevel.NONE, "")


async def test_an_alarm_counts_until_a_later_try_of_the_observer(engine: BareEngine) -> None:
    engine.llm = observer_of(fails(OutsideWorld("away")))
    turn = await left_to_model(engine)

    await run(engine)

    assert await level_of(engine, turn) == (SafetyLevel.CRISIS, "suicidality")


@pytest.mark.both_databases
async def test_an_alarm_is_counted_once(engine: BareEngine) -> None:
    turn = await left_to_model(engine)
    at = engine.clock.now()

    async with engine.db.unit(turn.user_id, write=True) as s:
        row = await turns.require(s, turn.user_id, turn.id)
        counted = [await uncertain_alarms.read(s, row, None, at=at) for _ in range(2)]

    assert counted == [True, False]
