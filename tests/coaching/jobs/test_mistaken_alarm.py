"""A crisis that the screen called by weight alone, and what the Observer makes of it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.agents.care import load_care
from coaching.agents.transcripts import earlier_sessions
from coaching.jobs import observer
from coaching.llm.scripted import parses
from coaching.offline.llm import OfflineLLM
from coaching.repositories import conversations, safety_events, turns
from coaching.services import (
    care,
    danger_checks,
    mistaken_alarms,
)
from coaching.values import session_state
from coaching.values.context import ObserverContext
from coaching.values.enums import SafetyLevel
from coaching.values.observation import Observation
from tests.support.mistaken import alarmed
from tests.support.observed import (
    REMEMBERS,
    SAID,
    SEEN,
    observer_of,
    remembered,
    run,
    said_to,
    seen,
    sees,
    urgent_run,
)

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.agents.care import Care
    from coaching.models import Turn
    from tests.support.bare_engine import BareEngine

SERIOUS = parses(Observation.model_validate({"signals": [SEEN], "safety_level": "concern"}))


def may_be_mistaken(monkeypatch: pytest.MonkeyPatch, *, is_one: bool) -> None:
    for module in (observer, mistaken_alarms):
        monkeypatch.setattr(module, "may_be_misread", lambda text, _: is_one and text == SAID)
    monkeypatch.setattr(mistaken_alarms, "may_be_denied", lambda text: is_one and text == SAID)


@pytest.fixture(autouse=True)
def by_weight_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    may_be_mistaken(monkeypatch, is_one=True)


async def care_of_the_next_session(engine: BareEngine, turn: Turn) -> Care:
    engine.clock.move(timedelta(days=1))
    async with engine.db.unit(turn.user_id) as s:
        return await load_care(s, turn.user_id, session_number=2, at=engine.clock.now())


async def said_earlier(engine: BareEngine, turn: Turn) -> list[str]:
    async with engine.db.unit(turn.user_id) as s:
        sessions = await earlier_sessions(s, turn.user_id, before=2, zone=None)
    return [line.text for session in sessions for line in session.lines]


async def level(engine: BareEngine, turn: Turn) -> SafetyLevel:
    async with engine.db.unit(turn.user_id) as s:
        return (await turns.require(s, turn.user_id, turn.id)).safety_level


async def test_what_the_observer_takes_for_none_goes_no_further(engine: BareEngine) -> None:
    engine.llm = llm = observer_of(
        parses(
            Observation.model_validate(
                {"signals": [SEEN], "safety_level": "none", "memories": [REMEMBERS]}
            )
        )
    )
    turn = await alarmed(engine)

    await run(engine)

    (request,) = [request for request in llm.requests if said_to(request) == SAID]
    assert isinstance(request.context, ObserverContext)
    assert request.context.recent_signals == ()
    assert await level(engine, turn) is SafetyLevel.NONE
    assert [signal.source for signal in await seen(engine, turn)] == ["claude"]
    assert len(await remembered(engine, turn)) == 1
    assert await urgent_run(engine, turn.user_id) is None
    after = await care_of_the_next_session(engine, turn)
    assert (after.after_crisis, after.is_quiet, after.is_gentle) == (False, False, False)
    assert SAID in await said_earlier(engine, turn)


async def test_the_question_is_closed_and_care_mode_ends(engine: BareEngine) -> None:
    engine.llm = observer_of(sees(SEEN))
    turn = await alarmed(engine)

    await run(engine)

    async with engine.db.unit(turn.user_id) as s:
        session = await conversations.require(s, turn.user_id, turn.conversation_id)
        shown = await care.now(s, turn.user_id, at=engine.clock.now())
        (kept,) = [await safety_events.of_turn(s, turn.user_id, turn.id)]
    assert not danger_checks.open_in(session_state.of(session)).about
    assert (shown.category, shown.turn_id) == ("", None)
    assert kept is not None
    assert kept.source == safety_events.MISTAKEN


async def test_what_the_observer_takes_for_serious_stays_a_crisis(engine: BareEngine) -> None:
    engine.llm = observer_of(SERIOUS)
    turn = await alarmed(engine)

    await run(engine)
    await denies(engine, turn, at=engine.clock.now())

    assert await level(engine, turn) is SafetyLevel.CRISIS
    (signal,) = await seen(engine, turn)
    assert (signal.source, signal.quote) == ("screen", "")
    assert await urgent_run(engine, turn.user_id) is not None
    assert (await care_of_the_next_session(engine, turn)).after_crisis
    assert SAID not in await said_earlier(engine, turn)


async def test_a_rule_of_the_screen_is_not_overruled(
    engine: BareEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_be_mistaken(monkeypatch, is_one=False)
    engine.llm = observer_of()
    turn = await alarmed(engine)

    await run(engine)
    await denies(engine, turn, at=engine.clock.now())

    assert await level(engine, turn) is SafetyLevel.CRISIS
    assert (await care_of_the_next_session(engine, turn)).after_crisis


async def test_a_denial_before_the_observer_has_read_it_is_enough(engine: BareEngine) -> None:
    turn = await alarmed(engine)

    await denies(engine, turn, at=engine.clock.now())

    assert await level(engine, turn) is SafetyLevel.NONE
    assert await urgent_run(engine, turn.user_id) is None
    assert not (await care_of_the_next_session(engine, turn)).after_crisis


async def test_without_a_model_only_the_person_can_say_that_it_was_a_mistake(
    engine: BareEngine,
) -> None:
    engine.llm = engine.offline = OfflineLLM()
    turn = await alarmed(engine)

    await run(engine)
    before = await level(engine, turn)
    await denies(engine, turn, at=engine.clock.now())

    assert (before, await level(engine, turn)) == (SafetyLevel.CRISIS, SafetyLevel.NONE)
    assert not (await care_of_the_next_session(engine, turn)).after_crisis


async def test_pressing_im_safe_is_a_denial(engine: BareEngine) -> None:
    turn = await alarmed(engine)

    async with engine.db.unit(turn.user_id, write=True) as s:
        await care.im_safe(s, turn.user_id, turn.id, at=engine.clock.now())

    assert await level(engine, turn) is SafetyLevel.NONE


async def denies(engine: BareEngine, turn: Turn, *, at: datetime) -> None:
    async with engine.db.unit(turn.user_id, write=True) as s:
        await mistaken_alarms.denied(s, turn.user_id, at=at)
