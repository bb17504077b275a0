"""Each promise is first seen to break: a check that cannot fail proves nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from sqlmodel import col, delete, select, update

from coaching.models import (
    CoachingBriefing,
    CoachMemory,
    Job,
    Message,
    MessageRole,
    ObserverSignal,
    ToolCall,
    Turn,
    UsageDay,
)
from coaching.repositories import invariants
from coaching.values.enums import MemoryState, SignalType, Trigger, TurnStatus
from tests.support import every_table, factories

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db
    from tests.support.databases import Database

NOW = datetime(2026, 1, 12, 9, 0, tzinfo=UTC)


async def _past_its_lease(s: AsyncSession, turn: Turn) -> None:
    long_ago = NOW - timedelta(seconds=61)
    await s.exec(update(Turn).values(status=TurnStatus.RUNNING, lease_until=long_ago))


async def _pending_tool(s: AsyncSession, turn: Turn) -> None:
    s.add(ToolCall(user_id=turn.user_id, turn_id=turn.id, step=0, ordinal=0, call_id="c", name="n"))


async def _no_reply(s: AsyncSession, turn: Turn) -> None:
    await s.exec(delete(Message).where(col(Message.role) == MessageRole.COACH))


async def _empty_reply(s: AsyncSession, turn: Turn) -> None:
    await s.exec(update(Message).where(col(Message.role) == MessageRole.COACH).values(text=""))


async def _reply_cut_off(s: AsyncSession, turn: Turn) -> None:
    by_coach = col(Message.role) == MessageRole.COACH
    await s.exec(update(Message).where(by_coach).values(stop_reason=""))


async def _no_observer(s: AsyncSession, turn: Turn) -> None:
    await s.exec(delete(Job))


async def _words_without_a_turn(s: AsyncSession, turn: Turn) -> None:
    by_user = col(Message.role) == MessageRole.USER
    await s.exec(update(Message).where(by_user).values(turn_id=None))


async def _missing_version(s: AsyncSession, turn: Turn) -> None:
    s.add(
        CoachingBriefing(
            user_id=turn.user_id,
            version=2,
            boundary="b",
            trigger=Trigger.URGENT,
            briefing_content="…",
        )
    )


async def _uncounted_quota(s: AsyncSession, turn: Turn) -> None:
    s.add(UsageDay(user_id=turn.user_id, day="2026-01-12", used=1))


async def _counted_for_nothing(s: AsyncSession, turn: Turn) -> None:
    await s.exec(update(Turn).values(counted_on="2026-01-12"))


async def _reply_in_another_session(s: AsyncSession, turn: Turn) -> None:
    by_coach = col(Message.role) == MessageRole.COACH
    await s.exec(update(Message).where(by_coach).values(conversation_id=turn.context_ids["other"]))


async def _signal_of_another_session(s: AsyncSession, turn: Turn) -> None:
    s.add(
        ObserverSignal(
            user_id=turn.user_id,
            session_id=turn.context_ids["other"],
            turn_id=turn.id,
            ordinal=0,
            signal_type=SignalType.EMOTIONAL,
            content="…",
            confidence=1,
        )
    )


async def _memory_of_the_coach_s_words(s: AsyncSession, turn: Turn) -> None:
    by_coach = select(Message.id).where(Message.role == MessageRole.COACH)
    said = (await s.exec(by_coach)).one()
    s.add(CoachMemory(user_id=turn.user_id, content="…", quote="…", message_id=said))


async def _memory_replaced_by_nothing(s: AsyncSession, turn: Turn) -> None:
    s.add(CoachMemory(user_id=turn.user_id, content="…", superseded_by=uuid4()))


async def _words_of_what_is_gone(s: AsyncSession, turn: Turn) -> None:
    gone = {"state": MemoryState.GONE, "active": False}
    s.add(CoachMemory(user_id=turn.user_id, content="…", **gone))


async def _memory_without_its_words(s: AsyncSession, turn: Turn) -> None:
    s.add(CoachMemory(user_id=turn.user_id, content="…", message_id=uuid4()))


BREAKS: list[tuple[str, Callable[[AsyncSession, Turn], Awaitable[None]]]] = [
    ("I3", _past_its_lease),
    ("I4", _pending_tool),
    ("I6", _no_reply),
    ("I6", _empty_reply),
    ("I6", _reply_cut_off),
    ("I6", _no_observer),
    ("I6", _words_without_a_turn),
    ("I7", _missing_version),
    ("I9", _uncounted_quota),
    ("I9", _counted_for_nothing),
    ("I11", _reply_in_another_session),
    ("I11", _signal_of_another_session),
    ("I11", _memory_of_the_coach_s_words),
    ("I11", _memory_replaced_by_nothing),
    ("I13", _words_of_what_is_gone),
    ("I13", _memory_without_its_words),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "break_it"), BREAKS, ids=[f.__name__ for _, f in BREAKS])
async def test_a_broken_promise_is_found(
    db: Db,
    database: Database,
    name: str,
    break_it: Callable[[AsyncSession, Turn], Awaitable[None]],
) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    turn = await factories.exchange(db, owner, session)
    turn.context_ids = {"other": (await factories.conversation(db, owner)).id}
    async with db.unit(owner, write=True) as s:
        await break_it(s, turn)
    async with db.system("test") as s:
        assert {found for found, _ in await invariants.violations(s, NOW)} == {name}
    with pytest.raises(AssertionError, match=name):
        database.check_invariants()
    database.expected_violations.add(name)


async def test_a_full_house_keeps_every_promise(db: Db) -> None:
    await every_table.fill(db)
    await every_table.fill(db, canary=uuid4().hex)
    async with db.system("test") as s:
        assert await invariants.violations(s, NOW) == []


async def test_a_card_from_a_message_of_somebody_else_is_found(db: Db, database: Database) -> None:
    database.expected_violations.add("I11")
    owner, other = await factories.person(db), await factories.person(db)
    session = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session)
    async with db.unit(owner) as s:
        said = (await s.exec(select(Message.id).where(Message.role == MessageRole.USER))).one()
    await factories.card(db, other, source_message_id=said)
    async with db.system("test") as s:
        assert {found for found, _ in await invariants.violations(s, NOW)} == {"I11"}
