from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from sqlmodel import select

from coaching.conversation import accept, retry, stop, take_turn
from coaching.conversation import reply_attempt as speeches
from coaching.errors import Conflict, LLMCut, LLMRefused, LLMUnavailable, NotFound
from coaching.models import Job, MessageRole
from coaching.services.turns import reply_id
from coaching.values.enums import TurnStatus
from coaching.values.events import Delta, TurnDone, TurnError, TurnStarted
from tests.support import factories
from tests.support.hearing import events, message_of, text_of, turn_of
from tests.support.talker import Talker

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.conversation import Accepted
    from tests.coaching.conversation.conftest import StartEngine

CUT = LLMCut("the stream ended")
DOWN = LLMUnavailable("down")


async def test_a_message_becomes_a_reply(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(Talker("You looked. ", "What did you see?"))
    heard = [event async for event in take_turn(coaching, owner, "I looked.", "m1")]
    started, *deltas, done = heard
    assert isinstance(started, TurnStarted)
    assert (started.status, started.attempt, started.position) == ("running", 1, 0)
    assert started.session_number == 1
    assert all(isinstance(event, Delta) for event in deltas)
    assert isinstance(done, TurnDone)
    assert done.text == text_of(deltas) == "You looked. What did you see?"


async def test_the_reply_is_stored_with_where_it_came_from(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker("A reply."))
    accepted = await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    reply = await message_of(coaching, owner, accepted.turn_id, MessageRole.COACH)
    assert reply is not None
    assert (reply.id, reply.status, reply.stop_reason) == (
        reply_id(accepted.turn_id),
        "done",
        "end_turn",
    )
    assert (reply.agent, reply.model, reply.meta["source"]) == (
        "coach",
        "claude-sonnet-5-5",
        "claude",
    )


async def test_a_finished_turn_asks_the_observer_once(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    accepted = await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    async with coaching.db.system("test") as s:
        asked = (await s.exec(select(Job).where(Job.kind == "observer"))).all()
    assert [job.payload for job in asked] == [{"turn_id": str(accepted.turn_id)}]


async def _broken(
    start_engine: StartEngine, owner: UUID, talker: Talker, **changes: Any
) -> tuple[Accepted, TurnError, TurnStatus]:
    coaching = await start_engine(talker, **changes)
    accepted = await accept(coaching, owner, "Hello", "m1")
    error = (await events(coaching, owner, accepted.turn_id))[-1]
    assert isinstance(error, TurnError)
    later = (await events(coaching, owner, accepted.turn_id))[-1]
    assert later == error, "a turn that is over says the same when it is read later"
    return accepted, error, (await turn_of(coaching, owner, accepted.turn_id)).status


async def test_a_model_that_is_away_fails_the_turn(start_engine: StartEngine, owner: UUID) -> None:
    _, error, status = await _broken(start_engine, owner, Talker(errors=(DOWN,)))
    assert status is TurnStatus.FAILED
    assert (error.code, error.retryable, error.partial_text) == ("MODEL_UNAVAILABLE", True, "")
    assert "down" not in error.error


@pytest.mark.both_databases
async def test_a_failed_turn_is_neither_observed_nor_summarized(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker(errors=(DOWN,)))
    await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    async with coaching.db.system("test") as s:
        assert (await s.exec(select(Job))).all() == []


async def test_a_stream_cut_after_text_interrupts_and_keeps_what_was_shown(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker("One ", "two ", "three", hold_after=2, errors=(CUT,))
    accepted, error, status = await _broken(start_engine, owner, talker)
    assert status is TurnStatus.INTERRUPTED
    assert (error.retryable, error.partial_text) == (True, "One two ")
    assert len(talker.requests) == 1
    assert accepted.is_new


async def test_a_stream_cut_before_any_text_is_asked_for_once_more(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker(errors=(CUT,))
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    assert isinstance((await events(coaching, owner, accepted.turn_id))[-1], TurnDone)
    assert len(talker.requests) == 2


async def test_it_is_not_asked_for_a_third_time(start_engine: StartEngine, owner: UUID) -> None:
    talker = Talker(errors=(CUT, CUT, CUT))
    _, _, status = await _broken(start_engine, owner, talker)
    assert (status, len(talker.requests)) == (TurnStatus.FAILED, 2)


async def test_what_a_model_had_begun_before_it_declined_is_thrown_away(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker("Half a ", "thought", hold_after=1, errors=(LLMRefused("no"),))
    _, error, status = await _broken(start_engine, owner, talker)
    assert status is TurnStatus.FAILED
    assert (error.retryable, error.partial_text) == (False, "")
    assert error.error == LLMRefused.say


async def test_a_bug_fails_the_turn_without_telling_what_it_was(
    start_engine: StartEngine, owner: UUID
) -> None:
    _, error, status = await _broken(start_engine, owner, Talker(errors=(KeyError("secret"),)))
    assert (status, error.code) == (TurnStatus.FAILED, "INTERNAL_ERROR")
    assert "secret" not in error.error


async def test_a_turn_has_a_time_budget(
    start_engine: StartEngine, owner: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speeches, "TURN_SECONDS", 0.05)
    _, error, status = await _broken(start_engine, owner, Talker(hold_after=0))
    assert (status, error.code, error.retryable) == (TurnStatus.FAILED, "MODEL_UNAVAILABLE", True)


async def test_the_time_budget_of_a_turn_follows_the_model_s_deadlines(
    start_engine: StartEngine, owner: UUID
) -> None:
    tiny = 0.05 / speeches.TURN_SECONDS
    held = Talker(hold_after=0)
    _, error, _ = await _broken(start_engine, owner, held, model_deadline_factor=tiny)
    assert error.code == "MODEL_UNAVAILABLE"


async def test_a_stopped_reply_keeps_its_text(start_engine: StartEngine, owner: UUID) -> None:
    talker = Talker("One ", "two", hold_after=1)
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    await talker.is_holding()
    assert await stop(coaching, owner, accepted.turn_id) is TurnStatus.RUNNING
    done = (await events(coaching, owner, accepted.turn_id))[-1]
    assert isinstance(done, TurnDone)
    assert (done.status, done.text, done.model) == ("stopped", "One ", "claude")
    reply = await message_of(coaching, owner, accepted.turn_id, MessageRole.COACH)
    assert reply is not None
    assert (reply.status, reply.text) == ("stopped", "One ")


@pytest.mark.both_databases
async def test_a_turn_that_waits_is_stopped_before_it_runs(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker(hold_after=1)
    coaching = await start_engine(talker)
    await accept(coaching, owner, "First", "m1")
    await talker.is_holding()
    waiting = await accept(coaching, owner, "Second", "m2")
    listening = asyncio.create_task(events(coaching, owner, waiting.turn_id))
    await asyncio.sleep(0)
    assert await stop(coaching, owner, waiting.turn_id) is TurnStatus.STOPPED
    live = await listening
    talker.go_on()
    await coaching.runner.idle()
    assert isinstance(live[-1], TurnDone)
    assert live[-1].status == "stopped"
    assert (await events(coaching, owner, waiting.turn_id))[-1] == live[-1]
    assert len(talker.requests) == 1


async def test_stopping_what_is_over_changes_nothing(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    accepted = await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    assert await stop(coaching, owner, accepted.turn_id) is TurnStatus.DONE


async def test_a_retry_goes_on_in_the_same_turn_and_replaces_the_partial_text(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker("One ", "two", hold_after=1, errors=(CUT,))
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    talker.go_on()
    assert await retry(coaching, owner, accepted.turn_id) is TurnStatus.QUEUED
    queued, running, *deltas, done = await events(coaching, owner, accepted.turn_id)
    assert isinstance(queued, TurnStarted)
    assert isinstance(running, TurnStarted)
    assert (queued.attempt, running.attempt) == (2, 2)
    assert isinstance(done, TurnDone)
    assert text_of(deltas) == done.text == "One two"
    turn = await turn_of(coaching, owner, accepted.turn_id)
    assert (turn.status, turn.attempt, turn.partial) == (TurnStatus.DONE, 2, "")


@pytest.mark.both_databases
async def test_a_second_retry_of_a_running_turn_changes_nothing(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker(hold_after=1, errors=(CUT,))
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    again = await asyncio.gather(*(retry(coaching, owner, accepted.turn_id) for _ in range(5)))
    talker.go_on()
    await coaching.runner.idle()
    assert set(again) <= {TurnStatus.QUEUED, TurnStatus.RUNNING}
    assert len(talker.requests) == 2


async def test_only_the_newest_turn_can_be_tried_again(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker(errors=(DOWN,)))
    broken = await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    newest = await accept(coaching, owner, "Hello again", "m2")
    await coaching.runner.idle()
    for turn_id in (broken.turn_id, newest.turn_id):  # not the newest; has its reply
        with pytest.raises(Conflict):
            await retry(coaching, owner, turn_id)
    older = (await events(coaching, owner, broken.turn_id))[-1]
    assert isinstance(older, TurnError)
    assert not older.retryable


async def test_a_turn_is_tried_three_times(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(Talker(errors=(DOWN, DOWN, DOWN)))
    accepted = await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    for _ in range(2):
        await retry(coaching, owner, accepted.turn_id)
        await coaching.runner.idle()
    last = (await events(coaching, owner, accepted.turn_id))[-1]
    assert isinstance(last, TurnError)
    assert not last.retryable
    with pytest.raises(Conflict):
        await retry(coaching, owner, accepted.turn_id)


@pytest.mark.both_databases
async def test_nobody_stops_or_retries_somebody_elses_turn(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    accepted = await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    stranger = await factories.person(coaching.db)
    for verb in (stop, retry):
        with pytest.raises(NotFound):
            await verb(coaching, stranger, accepted.turn_id)
    with pytest.raises(NotFound):
        await events(coaching, stranger, accepted.turn_id)
