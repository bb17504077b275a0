from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.errors import Conflict, NotFound, RateLimited
from coaching.models import ModelCall, ToolCall, ToolStatus
from coaching.repositories import conversations, tool_calls
from coaching.repositories import turns as rows
from coaching.services import turn_outcomes, turns
from coaching.services.turn_outcomes import Ending
from coaching.values import session_state
from coaching.values.enums import TurnStatus
from coaching.values.session_state import SessionState
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import Conversation, Turn
    from coaching.repositories.db import Db

SAID = Ending(
    TurnStatus.DONE,
    text="What did you see?",
    model="claude-sonnet-5-5",
    stop_reason="end_turn",
    meta={"source": "claude"},
    state={"pending": None},
)


@pytest.fixture
async def owner(db: Db) -> UUID:
    return await factories.person(db)


@pytest.fixture
async def session(db: Db, owner: UUID) -> Conversation:
    return await factories.conversation(db, owner, state={"told": {"today": "2026-01-12"}})


async def _end(db: Db, turn: Turn, ending: Ending, clock: FrozenClock) -> bool:
    async with db.unit(turn.user_id, write=True) as s:
        return await turn_outcomes.end(s, turn, ending, now=clock.now())


@pytest.mark.both_databases
async def test_the_next_claim_is_the_one_that_waits_longest_and_none_while_one_runs(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    first = await factories.queued_turn(db, owner, session, "First")
    await factories.queued_turn(db, owner, session, "Second")
    async with db.unit(owner, write=True) as s:
        claim = await turns.claim(s, owner, now=clock.now())
        again = await turns.claim(s, owner, now=clock.now())
    assert claim is not None
    assert (claim.turn.id, claim.turn.status, claim.turn.attempt) == (
        first.id,
        TurnStatus.RUNNING,
        1,
    )
    assert (claim.session.id, claim.person.user_id, again) == (session.id, owner, None)


def test_the_sixth_in_line_is_refused() -> None:
    turns.require_room(turns.MAX_WAITING - 1)
    with pytest.raises(RateLimited) as refused:
        turns.require_room(turns.MAX_WAITING)
    assert refused.value.reason == "queue"


async def test_a_turn_keeps_its_text_under_its_client_id(
    db: Db, owner: UUID, session: Conversation
) -> None:
    turn = await factories.queued_turn(db, owner, session, "Mine")
    turns.require_same(turn, "Mine")
    with pytest.raises(Conflict):
        turns.require_same(turn, "Another")


async def test_an_end_keeps_what_others_have_noted_of_the_session(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    turn = await factories.running_turn(db, owner, session)
    assert await _end(db, turn, SAID, clock)
    async with db.unit(owner) as s:
        after = await conversations.require(s, owner, session.id)
    assert session_state.of(after) == SessionState(told={"today": "2026-01-12"})
    assert after.last_message_at == clock.now()


async def test_an_end_under_an_old_fence_writes_nothing(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    turn = await factories.running_turn(db, owner, session)
    turn.fence -= 1
    assert not await _end(db, turn, SAID, clock)
    async with db.unit(owner) as s:
        assert (await rows.require(s, owner, turn.id)).status is TurnStatus.RUNNING


async def test_a_stopped_turn_leaves_no_tool_waiting(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    turn = await factories.running_turn(db, owner, session)
    async with db.unit(owner, write=True) as s:
        call = ToolCall(
            user_id=owner, turn_id=turn.id, step=0, ordinal=0, call_id="c", name="save_win"
        )
        await tool_calls.add(s, owner, [call])
    stopped = Ending(TurnStatus.STOPPED, text="Let me", meta={"source": "claude"}, used_tools=True)
    assert await _end(db, turn, stopped, clock)
    async with db.unit(owner) as s:
        (row,) = await tool_calls.of_turn(s, owner, turn.id)
    assert (row.status, row.finished_at) == (ToolStatus.FAILED, clock.now())


@pytest.mark.both_databases
async def test_a_broken_turn_keeps_what_its_calls_cost(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    turn = await factories.running_turn(db, owner, session)
    cost = ModelCall(
        id=turn.id,
        user_id=owner,
        role="coach",
        provider="claude",
        model="claude-sonnet-5-5",
        outcome="timeout",
        created_at=clock.now(),
    )
    broken = Ending(TurnStatus.FAILED, text="", error_code="timeout", costs=[cost])
    assert await _end(db, turn, broken, clock)
    async with db.unit(owner) as s:
        kept = await s.get(ModelCall, turn.id)
        after = await rows.require(s, owner, turn.id)
    assert kept is not None
    assert (kept.outcome, after.error_code) == ("timeout", "timeout")


@pytest.mark.both_databases
async def test_a_turn_of_somebody_else_is_not_there(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    turn = await factories.queued_turn(db, owner, session)
    stranger = await factories.person(db)
    async with db.unit(stranger, write=True) as s:
        with pytest.raises(NotFound):
            await turns.stop(s, stranger, turn.id, now=clock.now())
        with pytest.raises(NotFound):
            await turns.try_again(s, stranger, turn.id)
