"""An alarm that was a mistake is silent wherever something follows from it (ADR 0050)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.agents import open_session
from coaching.agents.care import load_care
from coaching.agents.input_loaders import load_for_strategist
from coaching.agents.transcripts import earlier_sessions
from coaching.domains.practices.situations import situation
from coaching.repositories import briefings, conversations, jobs, profiles, signals
from coaching.services import briefings as stored
from coaching.services import care, danger_checks, mistaken_alarms
from coaching.services import safety_events as dangers
from coaching.services.briefings import Run
from coaching.services.jobs import STRATEGIST
from coaching.services.signals import SCREEN, ask_for_urgent_run_of, urgent_boundary
from coaching.values import session_state
from coaching.values.enums import JobStatus, SafetyLevel, Trigger
from coaching.values.safety import ABUSE, SafetyVerdict
from tests.support import factories, strategy
from tests.support.mistaken import takes_for_crisis
from tests.support.observed import SAID, finished, urgent_run
from tests.support.prefaces import briefed, opened, told

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.models import Turn
    from tests.support.bare_engine import BareEngine

    Place = Callable[[BareEngine, Turn], Awaitable[bool]]

BY_MISTAKE = SafetyVerdict(SafetyLevel.CRISIS, ABUSE)
IN_DANGER = "In the last session they were in danger"
A_MISTAKE = "that was a mistake"


async def in_the_next_sessions_notes(engine: BareEngine, turn: Turn) -> bool:
    async with engine.db.unit(turn.user_id, write=True) as s:
        begun = await open_session(engine, s, turn.user_id, session_number=2, gap_days=1.0)
    return IN_DANGER in begun.prompt["block"] or "quiet" in begun.prompt["told"]


async def in_the_coachs_manner(engine: BareEngine, turn: Turn) -> bool:
    async with engine.db.unit(turn.user_id) as s:
        now = await load_care(s, turn.user_id, session_number=2, at=engine.clock.now())
    return now.after_crisis or now.last_session_danger or now.is_gentle or now.is_quiet


async def in_what_was_said_earlier(engine: BareEngine, turn: Turn) -> bool:
    async with engine.db.unit(turn.user_id) as s:
        sessions = await earlier_sessions(s, turn.user_id, before=2, zone=None)
    return SAID not in [line.text for session in sessions for line in session.lines]


async def in_what_the_strategist_reads(engine: BareEngine, turn: Turn) -> bool:
    async with engine.db.unit(turn.user_id) as s:
        context = await load_for_strategist(
            s,
            turn.user_id,
            Trigger.SESSION_END,
            conversation_id=turn.conversation_id,
            at=engine.clock.now(),
        )
    return context.safety_recent or SAID not in [line.text for line in context.transcript]


async def in_an_urgent_run(engine: BareEngine, turn: Turn) -> bool:
    return await urgent_run(engine, turn.user_id) is not None


async def in_the_signals(engine: BareEngine, turn: Turn) -> bool:
    async with engine.db.unit(turn.user_id) as s:
        found = await signals.of_turn(s, turn.user_id, turn.id)
    return SCREEN in [signal.source for signal in found]


async def in_the_open_question(engine: BareEngine, turn: Turn) -> bool:
    async with engine.db.unit(turn.user_id) as s:
        session = await conversations.require(s, turn.user_id, turn.conversation_id)
    return bool(danger_checks.open_in(session_state.of(session)).about)


async def on_home_and_in_reminders(engine: BareEngine, turn: Turn) -> bool:
    async with engine.db.unit(turn.user_id) as s:
        person = await profiles.require(s, turn.user_id)
        until = await dangers.quiet_until(s, turn.user_id, at=engine.clock.now())
        is_named = await dangers.is_named(s, person, at=engine.clock.now())
        shown = await care.now(s, turn.user_id, at=engine.clock.now())
    return until is not None or is_named or bool(shown.category)


async def in_the_choice_of_practices(engine: BareEngine, turn: Turn) -> bool:
    async with engine.db.unit(turn.user_id) as s:
        now = await situation(s, turn.user_id, at=engine.clock.now())
    return not now.conditions.isdisjoint({"quiet_days", "coercive_control", "crisis"})


PLACES: tuple[Place, ...] = (
    in_the_next_sessions_notes,
    in_the_coachs_manner,
    in_what_was_said_earlier,
    in_what_the_strategist_reads,
    in_an_urgent_run,
    in_the_signals,
    in_the_open_question,
    on_home_and_in_reminders,
    in_the_choice_of_practices,
)


async def takes_back(engine: BareEngine, turn: Turn) -> None:
    async with engine.db.unit(turn.user_id, write=True) as s:
        none = SafetyLevel.NONE
        await mistaken_alarms.read(s, turn.user_id, turn.id, none, at=engine.clock.now())


@pytest.mark.slow
@pytest.mark.parametrize("is_heard", PLACES)
@pytest.mark.parametrize("about_life", [False, True])
async def test_what_was_taken_back_is_heard_nowhere_and_what_is_about_life_everywhere(
    engine: BareEngine, monkeypatch: pytest.MonkeyPatch, is_heard: Place, *, about_life: bool
) -> None:
    monkeypatch.setattr(mistaken_alarms, "may_be_misread", lambda *_: not about_life)
    turn = await finished(engine)
    await takes_for_crisis(engine, turn, BY_MISTAKE)
    before = await is_heard(engine, turn)

    await takes_back(engine, turn)

    assert (before, await is_heard(engine, turn)) == (True, about_life)


async def test_a_session_that_began_before_it_was_taken_back_is_told_once(
    engine: BareEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mistaken_alarms, "may_be_misread", lambda *_: True)
    turn = await finished(engine)
    await takes_for_crisis(engine, turn, BY_MISTAKE)
    session = await opened(engine, turn.user_id, gap_days=1.0)
    before = await told(engine, turn.user_id)

    await takes_back(engine, turn)
    after = [await told(engine, turn.user_id) for _ in range(2)]

    assert IN_DANGER in session.prompt["block"]
    assert A_MISTAKE not in before
    assert [A_MISTAKE in text for text in after] == [True, False]


@pytest.mark.both_databases
async def test_a_session_that_began_later_is_told_nothing_of_it(
    engine: BareEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mistaken_alarms, "may_be_misread", lambda *_: True)
    turn = await finished(engine)
    await takes_for_crisis(engine, turn, BY_MISTAKE)
    await takes_back(engine, turn)
    await opened(engine, turn.user_id, gap_days=1.0)

    assert A_MISTAKE not in await told(engine, turn.user_id)


@pytest.mark.both_databases
@pytest.mark.parametrize("about_life", [False, True])
async def test_what_an_urgent_run_wrote_goes_too_and_a_true_danger_gets_its_own_run(
    engine: BareEngine, monkeypatch: pytest.MonkeyPatch, *, about_life: bool
) -> None:
    monkeypatch.setattr(mistaken_alarms, "may_be_misread", lambda *_: not about_life)
    turn = await finished(engine)
    await briefed(engine, turn.user_id)
    await takes_for_crisis(engine, turn, BY_MISTAKE)
    await has_run(engine, turn)

    await takes_back(engine, turn)

    at = engine.clock.now()
    async with engine.db.unit(turn.user_id, write=True) as s:
        newest = await briefings.latest(s, turn.user_id)
        is_asked = await ask_for_urgent_run_of(s, turn.user_id, uuid4(), at=at)
    assert newest is not None
    assert (newest.trigger is Trigger.URGENT, is_asked) == (about_life, not about_life)


async def has_run(engine: BareEngine, turn: Turn) -> None:
    """Let the urgent run of a turn be done, and store what it wrote."""
    run = Run(Trigger.URGENT, urgent_boundary(turn.id), "claude-sonnet-5-5")
    async with engine.db.unit(turn.user_id, write=True) as s:
        job = await jobs.newest_with_trigger(s, turn.user_id, STRATEGIST, Trigger.URGENT)
        assert job is not None
        job.status = JobStatus.DONE
        await stored.store(s, turn.user_id, strategy.output(), run, at=engine.clock.now())


@pytest.mark.both_databases
async def test_a_true_crisis_after_it_keeps_its_question_and_gets_the_urgent_run(
    engine: BareEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mistaken_alarms, "may_be_misread", lambda said, _: said == SAID)
    turn = await finished(engine)
    await takes_for_crisis(engine, turn, BY_MISTAKE)
    async with engine.db.unit(turn.user_id) as s:
        session = await conversations.require(s, turn.user_id, turn.conversation_id)
    true = await factories.exchange(engine.db, turn.user_id, session, "I want to end my life.")
    engine.clock.move(timedelta(minutes=1))
    await takes_for_crisis(engine, true, SafetyVerdict(SafetyLevel.CRISIS, "suicidality"))

    await takes_back(engine, turn)
    await takes_back(engine, true)

    run = await urgent_run(engine, turn.user_id)
    assert await in_the_open_question(engine, true)
    assert await on_home_and_in_reminders(engine, true)
    assert run is not None
    assert run.payload["boundary"] == urgent_boundary(true.id)
