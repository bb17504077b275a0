from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.conversation import accept, keep_draft, require_turn, subscribe
from coaching.errors import NotFound
from coaching.llm.scripted import ScriptedLLM, calls, says, together
from coaching.repositories import turns
from coaching.values.enums import TurnStatus
from coaching.values.events import (
    Confirmation,
    Delta,
    Numbered,
    ToolProgress,
    TurnDone,
    TurnStarted,
)
from tests.support.hearing import events, numbered, text_of, turn_of
from tests.support.talker import Talker
from tests.support.waiting import until

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.models import Turn
    from tests.coaching.conversation.conftest import StartEngine


async def test_a_turn_that_is_over_replays_as_start_text_and_end(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker("One ", "two"))
    accepted = await accept(coaching, owner, "Hello", "m1")
    live = await events(coaching, owner, accepted.turn_id)
    started, delta, done = await numbered(coaching, owner, accepted.turn_id)
    assert isinstance(started.event, TurnStarted)
    assert (started.id, delta) == (1, Numbered(2, Delta("One two")))
    assert done == Numbered(3, live[-1])


async def test_a_turn_that_is_over_tells_what_it_saved_and_what_still_waits(
    start_engine: StartEngine, owner: UUID
) -> None:
    saves = calls("save_win", text="I opened it.")
    drafts = calls("save_card", kind="truth", title="Post", content="It is paper.", agreed=False)
    fails = calls("forget", what="Everything")
    coaching = await start_engine(ScriptedLLM([together(saves, drafts, fails), says("Done.")]))
    accepted = await accept(coaching, owner, "I opened it.", "m1")
    live = await events(coaching, owner, accepted.turn_id)
    waits = next(event for event in live if isinstance(event, Confirmation))
    lines = [e for e in live if isinstance(e, ToolProgress) and e.state == "done"]

    late = await events(coaching, owner, accepted.turn_id)

    assert late[1:-2] == [next(one for one in lines if one.name == "save_win"), waits]
    await keep_draft(coaching, owner, waits.proposal_id)
    decided = await events(coaching, owner, accepted.turn_id)
    assert not [event for event in decided if isinstance(event, Confirmation)]


async def test_a_turn_that_is_over_tells_again_what_failed_if_it_was_asked_for(
    start_engine: StartEngine, owner: UUID
) -> None:
    fails = calls("forget", what="Everything")
    coaching = await start_engine(ScriptedLLM([fails, says("I have nothing like that.")]))
    accepted = await accept(coaching, owner, "Forget that, please.", "m1")
    live = await events(coaching, owner, accepted.turn_id)

    late = await events(coaching, owner, accepted.turn_id)

    (line,) = [event for event in late if isinstance(event, ToolProgress)]
    assert (line.state, line) == ("failed", live[-2])


async def test_a_listener_that_lost_its_connection_goes_on_where_it_was(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker("One ", "two ", "three", hold_after=1)
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    before: list[Numbered] = []
    async for one in subscribe(coaching, owner, accepted.turn_id):
        before.append(one)
        if isinstance(one.event, Delta):
            break
    talker.go_on()
    after = await numbered(coaching, owner, accepted.turn_id, after=before[-1].id)
    ids = [one.id for one in (*before, *after)]
    assert ids == list(range(1, len(ids) + 1))
    assert text_of(one.event for one in (*before, *after)) == "One two three"


async def test_one_that_comes_back_after_the_end_gets_it_under_higher_numbers(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker("One"))
    accepted = await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    late = await numbered(coaching, owner, accepted.turn_id, after=41)
    assert [one.id for one in late] == [42, 43, 44]
    assert isinstance(late[-1].event, TurnDone)


@pytest.mark.both_databases
async def test_nobody_who_leaves_stops_the_turn(start_engine: StartEngine, owner: UUID) -> None:
    talker = Talker(hold_after=1)
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    listening = asyncio.create_task(events(coaching, owner, accepted.turn_id))
    await talker.is_holding()
    listening.cancel()
    await asyncio.wait({listening})
    talker.go_on()
    await coaching.runner.idle()
    assert (await turn_of(coaching, owner, accepted.turn_id)).status is TurnStatus.DONE


async def test_an_unknown_turn_is_not_found(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(Talker())
    for ask in (events, require_turn):
        with pytest.raises(NotFound):
            await ask(coaching, owner, uuid4())


@pytest.mark.both_databases
async def test_a_turn_left_in_line_by_a_restart_can_be_listened_to_before_it_runs(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker("One"))
    await coaching.runner.stop()
    accepted = await accept(coaching, owner, "Hello", "m1")
    await coaching.events.close(accepted.turn_id)  # as after a restart: nobody knows the turn
    listening = asyncio.create_task(numbered(coaching, owner, accepted.turn_id, after=2))

    async def is_open() -> bool:
        return await coaching.events.read(accepted.turn_id, owner, after=0) is not None

    await until(is_open)
    await coaching.runner.start()
    heard = await listening
    assert isinstance(heard[0].event, TurnStarted)
    assert heard[0].id > 2
    assert text_of(one.event for one in heard) == "One"


async def test_a_turn_that_ends_between_the_look_and_the_opening_is_replayed(
    start_engine: StartEngine, owner: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    coaching = await start_engine(Talker("One"))
    accepted = await accept(coaching, owner, "Hello", "m1")
    await coaching.runner.idle()
    over = await turn_of(coaching, owner, accepted.turn_id)
    looks = iter([over.model_copy(update={"status": TurnStatus.RUNNING})])

    async def looked_too_early(*_: object) -> Turn:
        return next(looks, over)

    monkeypatch.setattr(turns, "require", looked_too_early)
    heard = await events(coaching, owner, accepted.turn_id)
    assert isinstance(heard[-1], TurnDone)


@pytest.mark.both_databases
async def test_a_turn_that_ends_just_before_somebody_joins_is_replayed(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker("One"))
    accepted = await accept(coaching, owner, "Hello", "m1")
    joining = [asyncio.create_task(events(coaching, owner, accepted.turn_id)) for _ in range(20)]
    for one in await asyncio.gather(*joining):
        assert isinstance(one[-1], TurnDone)
