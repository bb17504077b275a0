from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlmodel import select

from coaching import bootstrap, models
from coaching.agents.turn_run import LostTurn
from coaching.conversation.journal import BROKEN, TurnJournal
from coaching.errors import ToolRetry, Unavailable
from coaching.llm.port import ToolCall
from coaching.models import ToolStatus, Win
from coaching.repositories import tool_calls, turns
from coaching.values.tools import ToolOutcome
from tests.support import factories
from tests.support.elsewhere import change
from tests.support.talker import Talker
from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.turn_run import Effect
    from coaching.bootstrap import Coaching
    from coaching.settings import Settings
    from tests.support.databases import Database

CALL = ToolCall("call_1", "save_win", {"zebra": 1, "ant": {"b": 2, "a": 1}})
CONTENT = (
    {"type": "thinking", "thinking": "", "signature": "x"},
    {"type": "tool_use", "id": "call_1", "name": "save_win", "input": dict(CALL.input)},
)


@pytest.fixture
async def coaching(
    database: Database, make_settings: Callable[..., Settings]
) -> AsyncGenerator[Coaching]:
    built = bootstrap.build(make_settings(database_url=database.url), llm=Talker())
    yield built
    await built.stop()


@pytest.fixture
async def turn(coaching: Coaching) -> models.Turn:
    owner = await factories.person(coaching.db)
    session = await factories.conversation(coaching.db, owner)
    return await factories.running_turn(coaching.db, owner, session)


async def _journal(coaching: Coaching, turn: models.Turn) -> TurnJournal:
    """Return the journal as a later attempt of the turn finds it."""
    async with coaching.unit(turn.user_id) as s:
        fresh = await turns.require(s, turn.user_id, turn.id)
        rows = await tool_calls.of_turn(s, turn.user_id, turn.id)
    return TurnJournal(coaching, fresh, rows)


async def _wins(coaching: Coaching, owner: UUID) -> int:
    async with coaching.unit(owner) as s:
        return len((await s.exec(select(Win))).all())


async def _lose(coaching: Coaching) -> None:
    await change(coaching, "UPDATE turns SET fence = fence + 1")


def _saves(turn: models.Turn, done: list[str] | None = None) -> Effect:
    async def effect(s: AsyncSession) -> ToolOutcome:
        s.add(Win(user_id=turn.user_id, text="Opened a letter"))
        if done is not None:
            done.append("ran")
        return ToolOutcome({"saved": True}, detail="Kept")

    return effect


@pytest.mark.both_databases
async def test_a_step_comes_back_verbatim_with_its_pending_calls(
    coaching: Coaching, turn: models.Turn
) -> None:
    journal = await _journal(coaching, turn)
    await journal.step(CONTENT, [CALL], {"mode": "reflect"})
    again = await _journal(coaching, turn)
    (step,) = again.steps
    assert (step.content, step.calls, step.meta) == (CONTENT, (CALL,), {"mode": "reflect"})
    assert repr(step.content[1]["input"]) == repr(dict(CALL.input)), "the order of keys stays"
    async with coaching.unit(turn.user_id) as s:
        (row,) = await tool_calls.of_turn(s, turn.user_id, turn.id)
    assert (row.step, row.ordinal, row.status) == (0, 0, ToolStatus.PENDING)


async def test_a_tool_that_ran_answers_as_before(coaching: Coaching, turn: models.Turn) -> None:
    journal, ran = await _journal(coaching, turn), list[str]()
    await journal.step(CONTENT, [CALL])
    first = await journal.run_tool(CALL, _saves(turn, ran))
    again = await _journal(coaching, turn)
    for later in (journal, again):
        assert await later.run_tool(CALL, _saves(turn, ran)) == first
    assert (ran, await _wins(coaching, turn.user_id)) == (["ran"], 1)


@pytest.mark.both_databases
async def test_a_refused_tool_leaves_an_answer_and_no_effect(
    coaching: Coaching, turn: models.Turn
) -> None:
    async def effect(s: AsyncSession) -> ToolOutcome:
        s.add(Win(user_id=turn.user_id, text="Half"))
        await s.flush()
        raise ToolRetry("say it in fewer words")

    journal = await _journal(coaching, turn)
    await journal.step(CONTENT, [CALL])
    outcome = await journal.run_tool(CALL, effect)
    assert outcome == ToolOutcome({"error": "say it in fewer words"}, is_error=True)
    assert await (await _journal(coaching, turn)).run_tool(CALL, effect) == outcome
    assert await _wins(coaching, turn.user_id) == 0


@pytest.mark.both_databases
async def test_a_tool_with_a_fault_is_told_and_has_no_effect(
    coaching: Coaching, turn: models.Turn
) -> None:
    async def effect(s: AsyncSession) -> ToolOutcome:
        s.add(Win(user_id=turn.user_id, text="Half"))
        await s.flush()
        raise KeyError("a fault")

    async def reach() -> ToolOutcome:
        raise KeyError("a fault")

    journal = await _journal(coaching, turn)
    other = ToolCall("call_2", "wikipedia_search", {})
    await journal.step(CONTENT, [CALL, other])
    for outcome in (
        await journal.run_tool(CALL, effect),
        await journal.run_outside(other, _may, reach),
    ):
        assert outcome == ToolOutcome({"error": BROKEN}, is_error=True)
    assert await _wins(coaching, turn.user_id) == 0


async def test_a_database_that_is_away_is_no_fault_of_a_tool(
    coaching: Coaching, turn: models.Turn
) -> None:
    async def effect(_s: AsyncSession) -> ToolOutcome:
        raise Unavailable("away")

    journal = await _journal(coaching, turn)
    await journal.step(CONTENT, [CALL])
    with pytest.raises(Unavailable):
        await journal.run_tool(CALL, effect)


async def _may(_s: AsyncSession) -> None:
    """Nothing speaks against it."""


async def test_who_was_asked_outside_is_not_asked_again(
    coaching: Coaching, turn: models.Turn
) -> None:
    asked: list[str] = []

    async def reach() -> ToolOutcome:
        asked.append("once")
        async with coaching.unit(turn.user_id, write=True) as s:  # nobody holds the database
            s.add(Win(user_id=turn.user_id, text="Meanwhile"))
        return ToolOutcome({"source": "Wikipedia"})

    journal = await _journal(coaching, turn)
    await journal.step(CONTENT, [CALL])
    async with asyncio.timeout(PATIENCE_SECONDS):
        first = await journal.run_outside(CALL, _may, reach)
    for later in (journal, await _journal(coaching, turn)):
        assert await later.run_outside(CALL, _may, reach) == first
    assert (asked, await _wins(coaching, turn.user_id)) == (["once"], 1)


async def test_where_it_may_not_be_nobody_outside_is_asked(
    coaching: Coaching, turn: models.Turn
) -> None:
    async def may_not(_s: AsyncSession) -> None:
        raise ToolRetry("not now")

    async def reach() -> ToolOutcome:
        raise AssertionError("asked all the same")

    journal = await _journal(coaching, turn)
    await journal.step(CONTENT, [CALL])
    outcome = await journal.run_outside(CALL, may_not, reach)
    assert outcome == ToolOutcome({"error": "not now"}, is_error=True)
    assert await (await _journal(coaching, turn)).run_outside(CALL, _may, reach) == outcome


async def test_a_turn_that_was_lost_writes_nothing(coaching: Coaching, turn: models.Turn) -> None:
    journal = await _journal(coaching, turn)
    await journal.step(CONTENT, [CALL])
    await _lose(coaching)
    with pytest.raises(LostTurn):
        await journal.run_tool(CALL, _saves(turn))
    with pytest.raises(LostTurn):
        await journal.step(CONTENT, [])
    assert await _wins(coaching, turn.user_id) == 0


@pytest.mark.both_databases
async def test_pressing_stop_leaves_a_tool_whole(coaching: Coaching, turn: models.Turn) -> None:
    started, may_end = asyncio.Event(), asyncio.Event()

    async def effect(s: AsyncSession) -> ToolOutcome:
        started.set()
        await may_end.wait()
        s.add(Win(user_id=turn.user_id, text="Opened a letter"))
        return ToolOutcome()

    journal = await _journal(coaching, turn)
    await journal.step(CONTENT, [CALL])
    running = asyncio.create_task(journal.run_tool(CALL, effect))
    await started.wait()
    running.cancel()
    may_end.set()
    await asyncio.wait({running})
    await journal.settle()
    assert running.cancelled()
    assert await _wins(coaching, turn.user_id) == 1


@pytest.mark.both_databases
async def test_costs_are_written_with_the_next_unit_and_once(
    coaching: Coaching, turn: models.Turn
) -> None:
    journal = await _journal(coaching, turn)
    journal.model_call(_cost(turn))
    await journal.step(CONTENT, [CALL])
    assert journal.take_costs() == []
    async with coaching.unit(turn.user_id) as s:
        assert len((await s.exec(select(models.ModelCall))).all()) == 1


def _cost(turn: models.Turn) -> models.ModelCall:
    return models.ModelCall(
        id=turn.id,
        user_id=turn.user_id,
        turn_id=turn.id,
        role="coach",
        provider="claude",
        model="claude-sonnet-5-5",
        outcome="done",
        created_at=turn.created_at,
    )
