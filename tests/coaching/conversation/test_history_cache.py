from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.conversation import history
from coaching.conversation.history import HistoryCache
from coaching.repositories import profiles, transcripts
from coaching.repositories import turns as turn_rows
from coaching.services import turns
from coaching.services.turns import Claim
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.conversation.history import History
    from coaching.models import Conversation
    from coaching.repositories.db import Db


@pytest.fixture
async def owner(db: Db) -> UUID:
    return await factories.person(db)


async def _claim(db: Db, owner: UUID, session: Conversation, text: str) -> Claim:
    turn = await factories.running_turn(db, owner, session, text=text)
    async with db.unit(owner) as s:
        return Claim(turn, session, await profiles.require(s, owner))


async def _read(db: Db, memory: HistoryCache, claim: Claim) -> History:
    async with db.unit(claim.turn.user_id) as s:
        read = await memory.read(s, claim)
    assert read.own.turn_id == claim.turn.id
    assert memory.keep(claim, read)
    return read.whole


async def _fail(db: Db, claim: Claim) -> None:
    turn = claim.turn
    async with db.unit(turn.user_id, write=True) as s:
        await turn_rows.fail(
            s, turn.user_id, turn.id, turn.fence, now=turn.created_at, error_code="timeout"
        )


def _words(history: History) -> list[Any]:
    return [block["text"] for message in history.messages for block in message.content]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return behind which number each reading began."""
    began: list[int] = []
    in_session = transcripts.in_session

    async def noted(*args: Any, **more: Any) -> Any:
        began.append(more["after"])
        return await in_session(*args, **more)

    monkeypatch.setattr(transcripts, "in_session", noted)
    return began


async def test_only_what_is_new_is_read(
    db: Db, owner: UUID, clock: FrozenClock, asked: list[int]
) -> None:
    memory, session = HistoryCache(clock), await factories.conversation(db, owner)
    for number in range(3):
        await factories.exchange(db, owner, session, f"Question {number}", f"Answer {number}")
    third = await _read(db, memory, await _claim(db, owner, session, "Now"))
    assert _words(third)[-3:] == ["Question 2", "Answer 2", "Now"]
    assert asked == [0]


async def test_a_remembered_session_reads_like_one_read_anew(
    db: Db, owner: UUID, clock: FrozenClock, asked: list[int]
) -> None:
    memory, session = HistoryCache(clock), await factories.conversation(db, owner)
    for number in range(4):
        claim = await _claim(db, owner, session, f"Message {number}")
        remembered = await _read(db, memory, claim)
        assert remembered == await _read(db, HistoryCache(clock), claim)
        await _fail(db, claim)
    assert asked[::2] == [0, 1, 3, 5]


async def test_a_condensed_session_is_read_from_its_summary(
    db: Db, owner: UUID, clock: FrozenClock
) -> None:
    memory, session = HistoryCache(clock), await factories.conversation(db, owner)
    for number in range(2):
        await factories.exchange(db, owner, session, f"Question {number}", f"Answer {number}")
    claim = await _claim(db, owner, session, "Now")
    await _read(db, memory, claim)
    session.summary, session.summary_until_seq = "They looked once.", turns.user_seq(1) + 1
    again = await _read(db, memory, claim)
    assert _words(again) == ["They looked once.", "Question 1", "Answer 1", "Now"]


async def test_a_session_is_forgotten_after_an_hour(
    db: Db, owner: UUID, clock: FrozenClock, asked: list[int]
) -> None:
    memory, session = HistoryCache(clock), await factories.conversation(db, owner)
    claim = await _claim(db, owner, session, "Now")
    await _read(db, memory, claim)
    clock.move(timedelta(minutes=61))
    memory.forget_idle()
    await _read(db, memory, claim)
    assert asked == [0, 0]


async def test_not_more_sessions_are_kept_than_fit(
    db: Db, clock: FrozenClock, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MOST", 1)
    memory = HistoryCache(clock)
    claims = []
    for _ in range(2):
        owner = await factories.person(db)
        session = await factories.conversation(db, owner)
        claims.append(await _claim(db, owner, session, "Now"))
    for claim in (*claims, claims[0]):
        await _read(db, memory, claim)
    assert asked == [0, 0, 0]


async def test_what_was_forgotten_while_a_session_was_read_is_not_kept(
    db: Db, owner: UUID, clock: FrozenClock, asked: list[int]
) -> None:
    memory, session = HistoryCache(clock), await factories.conversation(db, owner)
    await factories.exchange(db, owner, session, "Question", "Answer")
    claim = await _claim(db, owner, session, "Now")
    async with db.unit(owner) as s:
        read = await memory.read(s, claim)

    memory.forget([session.id])

    assert not memory.keep(claim, read)
    await _read(db, memory, claim)
    assert asked == [0, 0]
