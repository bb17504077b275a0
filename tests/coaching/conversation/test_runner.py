from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import pytest

from coaching.conversation import accept, stop
from coaching.conversation import runner as running
from coaching.errors import Unavailable
from coaching.models import MessageRole
from coaching.repositories import turns
from coaching.services import turn_outcomes
from coaching.values.enums import TurnStatus
from coaching.values.events import TurnDone
from tests.support import factories
from tests.support.elsewhere import change, leases_end
from tests.support.hearing import events, message_of, numbered, turn_of
from tests.support.talker import Talker
from tests.support.waiting import PATIENCE_SECONDS, until

if TYPE_CHECKING:
    from uuid import UUID

    from tests.coaching.conversation.conftest import StartEngine


@pytest.mark.both_databases
async def test_messages_sent_at_once_are_answered_one_after_the_other_in_order(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker()
    coaching = await start_engine(talker)
    phone, laptop = await asyncio.gather(
        accept(coaching, owner, "From the phone", "m1"),
        accept(coaching, owner, "From the laptop", "m2"),
    )
    await coaching.runner.idle()
    rows = [await turn_of(coaching, owner, one.turn_id) for one in (phone, laptop)]
    assert all(row.status is TurnStatus.DONE for row in rows)
    first, second = sorted(rows, key=lambda row: row.seq)
    assert first.finished_at is not None
    assert second.started_at is not None
    assert first.finished_at <= second.started_at
    assert talker.most_at_once == 1


async def test_a_slow_turn_holds_up_its_own_person_only(
    start_engine: StartEngine, owner: UUID
) -> None:
    slow = Talker(hold_after=1)
    coaching = await start_engine(slow)
    await accept(coaching, owner, "Slow", "m1")
    await slow.is_holding()
    waiting = await accept(coaching, owner, "Waiting", "m2")
    other = await factories.person(coaching.db, provider="Anthropic")
    await accept(coaching, other, "Hello", "m1")
    await until(lambda: len(slow.requests) == 2)
    assert (await turn_of(coaching, owner, waiting.turn_id)).status is TurnStatus.QUEUED
    slow.go_on()
    await coaching.runner.idle()
    assert (await turn_of(coaching, owner, waiting.turn_id)).status is TurnStatus.DONE


async def test_what_is_said_reaches_the_database_with_the_tick(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker("One ", "two ", "three", hold_after=2)
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    await talker.is_holding()
    await coaching.runner.tick()
    assert (await turn_of(coaching, owner, accepted.turn_id)).partial == "One two "
    talker.go_on()


@pytest.mark.both_databases
async def test_a_turn_that_another_engine_has_taken_over_is_left_alone(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker("One ", "two", hold_after=1)
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    await talker.is_holding()
    await change(coaching, "UPDATE turns SET fence = fence + 1")
    talker.go_on()
    heard = await events(coaching, owner, accepted.turn_id)
    assert not [event for event in heard if isinstance(event, TurnDone)]
    assert await message_of(coaching, owner, accepted.turn_id, MessageRole.COACH) is None
    assert (await turn_of(coaching, owner, accepted.turn_id)).status is TurnStatus.RUNNING


@pytest.mark.both_databases
async def test_the_tick_notices_that_a_turn_was_lost_and_stops_asking_the_model(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker("One ", "two", hold_after=1)
    coaching = await start_engine(talker)
    await accept(coaching, owner, "Hello", "m1")
    await talker.is_holding()
    await change(coaching, "UPDATE turns SET fence = fence + 1")
    await coaching.runner.tick()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await coaching.runner.idle()


@pytest.mark.both_databases
async def test_a_lost_turn_that_has_ended_here_meanwhile_is_nobodys_concern(
    start_engine: StartEngine, owner: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    coaching = await start_engine(Talker())

    async def lost() -> list[tuple[UUID, int]]:
        return [(owner, 1)]

    monkeypatch.setattr(coaching.partials, "flush", lost)
    await coaching.runner.tick()
    assert coaching.runner.is_running


@pytest.mark.both_databases
async def test_a_stop_pressed_elsewhere_is_seen_with_the_tick(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker("One ", "two", hold_after=1)
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    await talker.is_holding()
    async with coaching.unit(owner, write=True) as s:
        assert await turns.request_stop(s, owner, accepted.turn_id)
    await coaching.runner.tick()
    await coaching.runner.idle()
    assert (await turn_of(coaching, owner, accepted.turn_id)).status is TurnStatus.STOPPED


@pytest.mark.both_databases
async def test_a_leaving_engine_hands_over_and_the_next_one_goes_on(
    start_engine: StartEngine, owner: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "DRAIN_SECONDS", 0)
    talker = Talker("One ", "two", hold_after=1)
    first = await start_engine(talker)
    accepted = await accept(first, owner, "Hello", "m1")
    await talker.is_holding()
    await first.stop()
    second = await start_engine(Talker("A whole reply."))
    heard = await numbered(second, owner, accepted.turn_id, after=3)
    assert isinstance(heard[-1].event, TurnDone)
    assert heard[-1].event.text == "A whole reply."
    assert (await turn_of(second, owner, accepted.turn_id)).attempt == 2


async def test_an_attempt_that_showed_nothing_is_not_spent_by_a_restart(
    start_engine: StartEngine, owner: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "DRAIN_SECONDS", 0)
    talker = Talker(hold_after=0)
    first = await start_engine(talker)
    accepted = await accept(first, owner, "Hello", "m1")
    await talker.is_holding()
    await first.stop()
    second = await start_engine(Talker())
    await second.runner.idle()
    turn = await turn_of(second, owner, accepted.turn_id)
    assert (turn.status, turn.attempt) == (TurnStatus.DONE, 1)


@pytest.mark.both_databases
async def test_an_engine_that_stops_lets_a_short_turn_end(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker(hold_after=1)
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    await talker.is_holding()
    listening = asyncio.create_task(events(coaching, owner, accepted.turn_id))
    stopping = asyncio.create_task(coaching.stop())
    await asyncio.sleep(0)
    talker.go_on()
    await stopping
    assert isinstance((await listening)[-1], TurnDone)


async def test_an_end_that_could_not_be_written_is_taken_up_again(
    start_engine: StartEngine, owner: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    coaching = await start_engine(Talker())

    async def away(*_: object, **__: object) -> bool:
        raise Unavailable("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(turn_outcomes, "end", away)
        accepted = await accept(coaching, owner, "Hello", "m1")
        await coaching.runner.idle()
    assert (await turn_of(coaching, owner, accepted.turn_id)).status is TurnStatus.RUNNING
    await leases_end(coaching)
    await coaching.runner.look()
    await coaching.runner.idle()
    turn = await turn_of(coaching, owner, accepted.turn_id)
    assert (turn.status, turn.attempt) == (TurnStatus.DONE, 2)


@pytest.mark.both_databases
async def test_a_turn_between_its_admission_and_its_start_is_nobodys_orphan(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    session = await factories.conversation(coaching.db, owner, prompt={"block": "of them"})
    with coaching.runner.reserving(owner) as is_free:
        turn = await factories.running_turn(coaching.db, owner, session)
        await coaching.runner.look()
        assert (await turn_of(coaching, owner, turn.id)).status is TurnStatus.RUNNING
        with coaching.runner.reserving(owner) as is_free_again:
            assert (is_free, is_free_again) == (True, False)
    await leases_end(coaching)
    await coaching.runner.look()
    await coaching.runner.idle()
    assert (await turn_of(coaching, owner, turn.id)).status is TurnStatus.DONE


@pytest.mark.both_databases
async def test_a_turn_that_breaks_its_engine_three_times_is_given_up(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker(hold_after=1)
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    await talker.is_holding()
    await change(coaching, "UPDATE turns SET attempt = 3, fence = fence + 1")
    talker.go_on()
    await coaching.runner.idle()
    await leases_end(coaching)
    await coaching.runner.look()
    turn = await turn_of(coaching, owner, accepted.turn_id)
    assert (turn.status, turn.error_code) == (TurnStatus.FAILED, "INTERNAL_ERROR")
    assert turn.refunded_at is not None


async def test_a_database_that_is_away_does_not_end_the_tick(
    start_engine: StartEngine, owner: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "TICK_SECONDS", 0.01)
    coaching = await start_engine(Talker("One ", "two", hold_after=1))
    failures = iter([Unavailable("away"), Unavailable("away")])
    flush = coaching.partials.flush

    async def sometimes() -> object:
        if (error := next(failures, None)) is not None:
            raise error
        return await flush()

    monkeypatch.setattr(coaching.partials, "flush", sometimes)
    accepted = await accept(coaching, owner, "Hello", "m1")

    async def is_written() -> bool:
        return (await turn_of(coaching, owner, accepted.turn_id)).partial != ""

    await until(is_written)
    await stop(coaching, owner, accepted.turn_id)


async def test_an_engine_that_was_not_started_runs_nothing(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker()
    coaching = await start_engine(talker)
    await coaching.runner.stop()
    await accept(coaching, owner, "Hello", "m1")
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(0.05):
            await coaching.runner.idle()
    assert not talker.requests
