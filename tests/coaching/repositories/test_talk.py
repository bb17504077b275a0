"""Conversations, messages, tool calls, proposals."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.errors import NotFound
from coaching.models import (
    Conversation,
    MessageRole,
    Proposal,
    ProposalState,
    SessionStatus,
    ToolCall,
    ToolStatus,
)
from coaching.repositories import (
    conversations,
    messages,
    profiles,
    proposals,
    tool_calls,
    transcripts,
    turns,
)
from coaching.values.enums import TurnStatus
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from coaching.repositories.db import Db

LATER = MONDAY_MORNING + timedelta(minutes=10)


async def test_sessions_are_numbered_without_gaps_when_opened_at_once(db: Db) -> None:
    owner = await factories.person(db)

    async def open_one() -> int:
        row = Conversation(user_id=owner, session_number=0, last_message_at=LATER)
        async with db.unit(owner, write=True) as s:
            await profiles.hold(s, owner)
            return (await conversations.add(s, owner, row)).session_number

    numbers = await asyncio.gather(*(open_one() for _ in range(6)))
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6]
    async with db.unit(owner) as s:
        current = await conversations.current(s, owner)
        page = await conversations.for_user(s, owner, before=5, limit=2)
        earlier = await conversations.before(s, owner, 3)
    assert current is not None
    assert current.session_number == 6
    assert [row.session_number for row in page] == [4, 3]
    assert earlier is not None
    assert earlier.session_number == 2


async def test_an_idle_session_is_found_until_it_is_closed(db: Db) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    await factories.conversation(db, owner, at=LATER)
    async with db.system("test") as s:
        idle = await conversations.idle_since(s, LATER)
    assert [row.id for row in idle] == [session.id]
    async with db.unit(owner, write=True) as s:
        assert await conversations.close(s, owner, session.id, at=LATER)
        assert not await conversations.close(s, owner, session.id, at=LATER)
        closed = await conversations.require(s, owner, session.id)
        assert (closed.session_status, closed.ended_at) == (SessionStatus.CLOSED, LATER)
    async with db.system("test") as s:
        assert await conversations.idle_since(s, LATER) == []


async def test_messages_come_in_pages_newest_last(db: Db) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    for n in range(3):
        await factories.exchange(db, owner, session, f"said {n}", f"heard {n}")
    async with db.unit(owner) as s:
        page = await messages.page(s, owner, session.id, limit=3)
        assert [m.text for m in page] == ["heard 1", "said 2", "heard 2"]
        older = await messages.page(s, owner, session.id, before=page[0].seq)
        assert [m.text for m in older] == ["said 0", "heard 0", "said 1"]
        after = await messages.transcript(s, owner, session.id, after=older[-1].seq)
        assert [m.text for m in after] == ["heard 1", "said 2", "heard 2"]
        last = await messages.last_by_coach(s, owner, session.id, before=page[0].seq)
    assert last is not None
    assert last.text == "heard 0"


async def test_the_last_openings_come_from_all_sessions(db: Db) -> None:
    owner = await factories.person(db)
    for n in range(3):
        session = await factories.conversation(db, owner)
        at = MONDAY_MORNING + timedelta(days=n)
        await factories.exchange(db, owner, session, at=at, meta={"opening": str(n)})
    async with db.unit(owner) as s:
        found = await messages.last_replies_meta(s, owner, limit=2)
    assert [meta["opening"] for meta in found] == ["1", "2"]


async def test_what_a_turn_said_is_found_by_role(db: Db) -> None:
    owner = await factories.person(db)
    turn = await factories.exchange(db, owner, await factories.conversation(db, owner), "hi", "yes")
    async with db.unit(owner) as s:
        said = await messages.of_turn(s, owner, turn.id, MessageRole.USER)
        heard = await messages.of_turn(s, owner, turn.id, MessageRole.COACH)
    assert said is not None
    assert heard is not None
    assert (said.text, heard.text) == ("hi", "yes")


async def test_a_tool_call_gets_one_result(db: Db) -> None:
    owner = await factories.person(db)
    turn = await factories.running_turn(db, owner, await factories.conversation(db, owner))
    call = ToolCall(
        user_id=owner, turn_id=turn.id, step=1, ordinal=0, call_id="c1", name="save_card"
    )
    async with db.unit(owner, write=True) as s:
        await tool_calls.add(s, owner, [call])

    async def settle(n: int) -> bool:
        async with db.unit(owner, write=True) as s:
            return await tool_calls.settle(
                s, owner, call.id, status=ToolStatus.DONE, result={"n": n}, now=LATER
            )

    settled = await asyncio.gather(*(settle(n) for n in range(5)))
    assert sorted(settled) == [False] * 4 + [True]
    async with db.unit(owner) as s:
        (found,) = await tool_calls.of_turn(s, owner, turn.id)
    assert (found.status, found.result) == (ToolStatus.DONE, {"n": settled.index(True)})


async def test_a_proposal_is_decided_once_and_in_time(db: Db) -> None:
    owner = await factories.person(db)
    turn = await factories.running_turn(db, owner, await factories.conversation(db, owner))
    proposal, old = (
        Proposal(user_id=owner, turn_id=turn.id, kind="plan", expires_at=expires_at)
        for expires_at in (LATER, MONDAY_MORNING)
    )
    async with db.unit(owner, write=True) as s:
        await proposals.add(s, owner, proposal)
        await proposals.add(s, owner, old)

    async def decide(which: Proposal, state: ProposalState) -> bool:
        async with db.unit(owner, write=True) as s:
            return await proposals.decide(
                s, owner, which.id, state=state, decision_turn_id=uuid4(), now=MONDAY_MORNING
            )

    both = (ProposalState.APPROVED, ProposalState.REJECTED)
    answers = await asyncio.gather(*(decide(proposal, state) for state in both * 5))
    assert sum(answers) == 1
    assert not await decide(old, ProposalState.APPROVED)
    async with db.system("test", write=True) as s:
        assert await proposals.expire(s, now=LATER) == 1
    async with db.unit(owner) as s:
        states = [row.state for row in await proposals.of_turns(s, owner, [turn.id])]
    assert sorted(states) == sorted([both[answers.index(True) % 2], ProposalState.EXPIRED])


async def test_what_belongs_to_somebody_else_is_not_there(sqlite_db: Db) -> None:
    """On SQLite nothing but the questions themselves keeps people apart."""
    anna, ben = await factories.person(sqlite_db), await factories.person(sqlite_db)
    session = await factories.conversation(sqlite_db, anna)
    turn = await factories.exchange(sqlite_db, anna, session)
    async with sqlite_db.unit(anna) as s:
        said = await messages.of_turn(s, anna, turn.id, MessageRole.USER)
        assert said is not None
    async with sqlite_db.unit(ben, write=True) as s:
        for refused in (
            conversations.require(s, ben, session.id),
            messages.require(s, ben, said.id),
        ):
            with pytest.raises(NotFound):
                await refused
        assert not await conversations.close(s, ben, session.id, at=LATER)
        assert await messages.page(s, ben, session.id) == []
        assert await messages.transcript(s, ben, session.id) == []
        assert await messages.last_replies_meta(s, ben) == []
        assert await tool_calls.of_turn(s, ben, turn.id) == []
        assert await proposals.of_turns(s, ben, [turn.id]) == []
        assert await conversations.current(s, ben) is None


async def test_what_was_said_in_a_session_comes_with_how_its_turn_stands(db: Db) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session, "one", "two", meta={"opening": "two"})
    broken = await factories.running_turn(db, owner, session, text="three")
    async with db.unit(owner, write=True) as s:
        await turns.interrupt(
            s, owner, broken.id, broken.fence, now=LATER, error_code="X", partial="fo"
        )
        lines = await transcripts.in_session(s, owner, session.id, up_to=99)
        newer = await transcripts.in_session(s, owner, session.id, up_to=99, after=broken.seq)
    assert [(line.role, line.text, line.status, line.partial) for line in lines] == [
        (MessageRole.USER, "one", TurnStatus.DONE, ""),
        (MessageRole.COACH, "two", TurnStatus.DONE, ""),
        (MessageRole.USER, "three", TurnStatus.INTERRUPTED, "fo"),
    ]
    assert [line.text for line in newer] == [line.text for line in lines[1:]]
    assert lines[1].meta == {"opening": "two"}
