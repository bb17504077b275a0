"""The process is killed at each point where something could be lost or done twice (CR)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from sqlmodel import func, select

from coaching.models import (
    CoachingBriefing,
    CoachMemory,
    Message,
    MessageRole,
    ModelCall,
    ObserverSignal,
    ToolCall,
    Turn,
    Win,
)
from coaching.repositories import usage
from coaching.repositories.db import Db
from coaching.values.enums import Trigger, TurnStatus
from coaching.values.events import TurnDone, TurnStarted
from tests.crash import child

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.crash.conftest import Stage

pytestmark = pytest.mark.journey

WHOLE, HALF = "".join(child.PIECES), "".join(child.PIECES[: child.HALF])
RECOVERS_WITHIN_SECONDS = 30


@pytest.fixture
async def db(stage: Stage) -> AsyncGenerator[Db]:
    opened = Db(stage.database.url)
    yield opened
    await opened.close()


async def _all(db: Db, stage: Stage, table: type[Any]) -> list[Any]:
    async with db.unit(stage.scene.owner) as s:
        return list((await s.exec(select(table))).all())


async def _turn(db: Db, stage: Stage) -> Turn:
    (turn,) = await _all(db, stage, Turn)
    return turn


async def _is_answered_once(db: Db, stage: Stage) -> bool:
    """One question, one whole reply, one count, one set of signals."""
    messages = await _all(db, stage, Message)
    assert [m.role for m in messages].count(MessageRole.USER) == 1
    (reply,) = [m for m in messages if m.role is MessageRole.COACH]
    assert reply.text == WHOLE
    assert (await _turn(db, stage)).status is TurnStatus.DONE
    assert len(await _all(db, stage, ObserverSignal)) == 1
    async with db.unit(stage.scene.owner) as s:
        days = (await s.exec(select(func.sum(usage.UsageDay.used)))).one()
    return days == 1


async def test_nothing_is_stored_when_it_dies_before_the_commit(stage: Stage, db: Db) -> None:
    stage.killed(child.say, at="accept.before_commit")
    assert await _all(db, stage, Message) == []
    assert stage.survived(child.say).is_new
    assert await _is_answered_once(db, stage)


async def test_the_client_that_never_got_its_answer_asks_again(stage: Stage, db: Db) -> None:
    stage.killed(child.say, at="accept.committed")
    before = await _turn(db, stage)
    seen = stage.survived(child.say)
    assert (seen.turn_id, seen.is_new) == (before.id, False)
    assert await _is_answered_once(db, stage)
    assert stage.scene.asked.count("coach") == 1


async def test_a_claimed_turn_resumes_by_itself(stage: Stage, db: Db) -> None:
    stage.killed(child.say, at="turn.claimed")
    seen = stage.survived()
    assert await _is_answered_once(db, stage)
    assert stage.scene.asked.count("coach") == 1
    assert seen.seconds < RECOVERS_WITHIN_SECONDS


async def test_a_reply_cut_in_the_middle_stays_visible_and_is_finished(
    stage: Stage, db: Db
) -> None:
    stage.killed(child.say, at="model.half")
    cut = await _turn(db, stage)
    assert (cut.status, cut.partial) == (TurnStatus.RUNNING, HALF)
    seen = stage.survived(child.say)
    assert await _is_answered_once(db, stage)
    again = [event for event in seen.events if isinstance(event, TurnStarted)][-1]
    assert again.attempt == 2, "whoever shows it empties what was shown"
    assert isinstance(seen.events[-1], TurnDone)
    assert seen.events[-1].text == WHOLE
    assert seen.seconds < RECOVERS_WITHIN_SECONDS


@pytest.mark.parametrize(
    ("at", "asked"),
    [
        ("turn.step_stored", 2),
        ("turn.tool_before_commit", 2),
        ("turn.tool_done", 2),
        ("model.half", 3),
        ("turn.before_end", 3),
    ],
)
async def test_a_tool_runs_once_and_its_step_is_not_asked_for_again(
    stage: Stage, db: Db, at: str, asked: int
) -> None:
    stage.scene = replace(stage.scene, uses_tool=True)
    stage.killed(child.say, at=at)
    stage.survived()
    assert await _is_answered_once(db, stage)
    assert len(await _all(db, stage, Win)) == 1
    assert len(await _all(db, stage, ToolCall)) == 1
    assert stage.scene.asked.count("coach") == asked


async def test_a_reply_that_was_not_committed_is_written_once(stage: Stage, db: Db) -> None:
    stage.killed(child.say, at="turn.before_end")
    stage.survived()
    assert await _is_answered_once(db, stage)
    costs = [row for row in await _all(db, stage, ModelCall) if row.role == "coach"]
    assert len(costs) == 1


async def test_the_observer_runs_although_the_engine_died_before_it(stage: Stage, db: Db) -> None:
    stage.killed(child.say, at="turn.ended")
    assert await _all(db, stage, ObserverSignal) == []
    stage.survived()
    assert await _is_answered_once(db, stage)
    assert stage.scene.asked == ["coach", "observer"]


@pytest.mark.parametrize("at", ["observer.stored", "observer.remembered"])
async def test_an_observer_that_died_between_its_writes_writes_all_of_it_once(
    stage: Stage, db: Db, at: str
) -> None:
    stage.scene = replace(stage.scene, is_urgent=True)
    stage.killed(child.say, at=at)
    assert await _all(db, stage, ObserverSignal) == []
    assert await _all(db, stage, CoachMemory) == []
    stage.survived()
    assert await _is_answered_once(db, stage)
    (signal,) = await _all(db, stage, ObserverSignal)
    assert signal.urgency_flag
    (memory,) = await _all(db, stage, CoachMemory)
    assert (memory.content, memory.quote) == ("Opened it", "I opened it")
    (briefing,) = await _all(db, stage, CoachingBriefing)
    assert briefing.trigger is Trigger.URGENT
    assert stage.scene.asked == ["coach", "observer", "observer", "strategist"]


async def test_a_turn_that_kills_its_engine_is_given_up_after_three_attempts(
    stage: Stage, db: Db
) -> None:
    stage.killed(child.say, at="model.half")
    for _ in range(2):
        stage.killed(child.recover, at="model.half")
    stage.survived()
    turn = await _turn(db, stage)
    assert (turn.status, turn.attempt, turn.partial) == (TurnStatus.INTERRUPTED, 3, HALF)
    assert stage.scene.asked.count("coach") == 3
