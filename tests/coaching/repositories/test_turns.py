from __future__ import annotations

import asyncio
import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from sqlmodel import col, func, select, update

from coaching.errors import NotFound
from coaching.models import Turn
from coaching.repositories import admission_snapshot, profiles, turn_recovery, turns, usage
from coaching.repositories.db import Db
from coaching.values.enums import TurnStatus
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.models import Conversation
    from tests.support.databases import Database

DAY = "2026-01-12"
SOON = MONDAY_MORNING + timedelta(seconds=5)


async def _someone(db: Db) -> tuple[UUID, Conversation]:
    owner = await factories.person(db)
    return owner, await factories.conversation(db, owner)


async def _admit(
    db: Db, session: Conversation, client_id: str, text: str = "Hello", limit: int = 1000
) -> tuple[Turn | None, bool]:
    """Do what an admission does: the turn of the message, and whether it is a new one."""
    owner = session.user_id
    async with db.unit(owner, write=True) as s:
        await profiles.hold(s, owner)
        stands = await admission_snapshot.of(s, owner, client_id)
        if stands.repeat is not None:
            return stands.repeat, False
        if not await usage.charge(s, owner, day=DAY, limit=limit):
            return None, False
        turn = Turn(
            user_id=owner,
            conversation_id=session.id,
            client_message_id=client_id,
            text_hash=hashlib.sha256(text.encode()).hexdigest(),
            seq=(stands.last_seq or 0) + 1,
            counted_on=DAY,
        )
        await turns.add(s, owner, turn, starts_at=None)
        return turn, True


async def _status(db: Db, turn: Turn) -> Turn:
    async with db.unit(turn.user_id) as s:
        return await turns.require(s, turn.user_id, turn.id)


async def _claim(db: Db, turn: Turn) -> Turn | None:
    async with db.unit(turn.user_id, write=True) as s:
        return await turns.claim(s, turn.user_id, turn.id, now=SOON)


async def test_the_same_client_id_fifty_times_at_once_is_one_turn(db: Db) -> None:
    _, session = await _someone(db)
    answers = await asyncio.gather(*(_admit(db, session, "same") for _ in range(50)))
    assert len({turn.id for turn, _ in answers if turn is not None}) == 1
    assert sum(is_new for _, is_new in answers) == 1
    async with db.unit(session.user_id) as s:
        assert await usage.used(s, session.user_id, day=DAY) == 1


async def test_a_repeat_with_another_text_shows_the_first_hash(db: Db) -> None:
    _, session = await _someone(db)
    first, _ = await _admit(db, session, "same", "Hello")
    second, is_new = await _admit(db, session, "same", "Goodbye")
    assert first is not None
    assert second is not None
    assert (second.id, second.text_hash, is_new) == (first.id, first.text_hash, False)


async def test_the_same_client_id_of_two_people_makes_two_turns(db: Db) -> None:
    (_, anna), (_, ben) = await _someone(db), await _someone(db)
    (first, is_new), (second, is_new_too) = [
        await _admit(db, session, "same") for session in (anna, ben)
    ]
    assert first is not None
    assert second is not None
    assert (is_new, is_new_too, first.id != second.id) == (True, True, True)


@pytest.mark.slow
async def test_eighty_at_once_at_a_limit_of_fifty_are_exactly_fifty(db: Db) -> None:
    owner, session = await _someone(db)
    answers = await asyncio.gather(*(_admit(db, session, str(n), limit=50) for n in range(80)))
    assert sum(turn is not None for turn, _ in answers) == 50
    async with db.unit(owner) as s:
        assert await usage.used(s, owner, day=DAY) == 50
        seqs = (await s.exec(select(Turn.seq).where(Turn.user_id == owner))).all()
    assert sorted(seqs) == list(range(1, 51))


async def test_a_limit_of_nothing_admits_nothing(db: Db) -> None:
    _, session = await _someone(db)
    assert await _admit(db, session, "m", limit=0) == (None, False)


async def test_four_claims_at_once_start_one_turn(db: Db) -> None:
    owner, session = await _someone(db)
    waiting = [await factories.queued_turn(db, owner, session) for _ in range(4)]
    claimed = await asyncio.gather(*(_claim(db, turn) for turn in waiting))
    started = [turn for turn in claimed if turn is not None]
    assert len(started) == 1
    assert (started[0].fence, started[0].attempt, started[0].status) == (1, 1, TurnStatus.RUNNING)


async def test_eight_claims_of_one_turn_start_it_once(db: Db) -> None:
    owner, session = await _someone(db)
    turn = await factories.queued_turn(db, owner, session)
    claimed = await asyncio.gather(*(_claim(db, turn) for _ in range(8)))
    assert [t.fence for t in claimed if t is not None] == [1]


async def test_turns_wait_in_the_order_in_which_they_came(db: Db) -> None:
    owner, session = await _someone(db)
    first = await factories.running_turn(db, owner, session)
    second = await factories.queued_turn(db, owner, session)
    third = await factories.queued_turn(db, owner, session)
    async with db.unit(owner) as s:
        positions = [await turns.queue_position(s, owner, t.seq) for t in (first, second, third)]
        waiting = await turns.next_queued(s, owner)
        newest = await turns.newest(s, owner)
    assert positions == [0, 1, 2]
    assert waiting is not None
    assert waiting.id == second.id
    assert newest is not None
    assert newest.id == third.id


async def test_an_engine_that_lost_its_turn_writes_nothing(db: Db) -> None:
    owner, session = await _someone(db)
    old = await factories.running_turn(db, owner, session)
    async with db.system("test", write=True) as s:
        await turn_recovery.recover_all(s, now=SOON)
    new = await _claim(db, old)
    assert new is not None
    assert new.fence == 2
    async with db.unit(owner, write=True) as s:
        mine = (s, owner, old.id, old.fence)
        assert not await turns.is_mine(*mine)
        assert not await turns.store_steps(*mine, [{"text": "late"}])
        assert not await turns.finish(*mine, now=SOON)
        assert not await turns.stop(*mine, now=SOON)
        assert not await turns.interrupt(*mine, now=SOON, error_code="X", partial="late")
        assert not await turns.fail(*mine, now=SOON, error_code="X")
        assert not await turns.hand_over(*mine, spoke=False)
        assert await turns.store_steps(s, owner, new.id, new.fence, [{"text": "mine"}])
        assert await turns.stop(s, owner, new.id, new.fence, now=SOON)
    after = await _status(db, new)
    assert (after.status, after.steps, after.partial) == (
        TurnStatus.STOPPED,
        [{"text": "mine"}],
        "",
    )


@pytest.mark.parametrize(
    ("attempts", "partial", "expected"),
    [
        (1, "", TurnStatus.QUEUED),
        (2, "I hear", TurnStatus.QUEUED),
        (3, "I hear", TurnStatus.INTERRUPTED),
        (3, "", TurnStatus.FAILED),
    ],
)
async def test_a_dead_engines_turn_runs_again_until_the_third_attempt(
    db: Db, attempts: int, partial: str, expected: TurnStatus
) -> None:
    owner, session = await _someone(db)
    turn = await factories.running_turn(db, owner, session)
    async with db.system("test", write=True) as s:
        values = {"attempt": attempts, "partial": partial}
        await s.exec(update(Turn).where(col(Turn.id) == turn.id).values(**values))
    async with db.system("test", write=True) as s:
        recovered = await turn_recovery.recover_all(s, now=SOON)
    assert [(r.id, r.user_id, r.status) for r in recovered] == [(turn.id, owner, expected)]
    after = await _status(db, turn)
    assert (after.status, after.partial, after.lease_until) == (expected, partial, None)
    assert (after.finished_at, after.error_code) == (
        (None, "") if expected is TurnStatus.QUEUED else (SOON, "INTERNAL_ERROR")
    )


async def test_only_a_lease_that_ended_is_taken_over(postgres_database: Database) -> None:
    db = Db(postgres_database.url)
    (anna, first), (ben, second) = await _someone(db), await _someone(db)
    expired = await factories.running_turn(db, anna, first)
    alive = await factories.running_turn(db, ben, second)
    async with db.system("test", write=True) as s:
        ended = func.now() - timedelta(seconds=1)
        await s.exec(update(Turn).where(col(Turn.id) == expired.id).values(lease_until=ended))
        recovered = await turn_recovery.recover_expired(s, now=SOON)
        assert set(await turn_recovery.owners_with_queued(s)) == {anna}
    assert [r.id for r in recovered] == [expired.id]
    assert (await _status(db, alive)).status is TurnStatus.RUNNING
    await db.close()


async def test_a_broken_turn_is_tried_again_at_most_three_times_and_only_the_newest(db: Db) -> None:
    owner, session = await _someone(db)
    turn = await factories.running_turn(db, owner, session)
    for attempt in (1, 2, 3):
        async with db.unit(owner, write=True) as s:
            broken = await turns.interrupt(
                s, owner, turn.id, turn.fence, now=SOON, error_code="X", partial="I hear"
            )
            assert broken
            assert await turns.requeue(s, owner, turn.id) is (attempt < 3)
        if attempt < 3:
            claimed = await _claim(db, turn)
            assert claimed is not None
            assert claimed.partial == ""
            turn = claimed
    later = await factories.running_turn(db, owner, session)
    async with db.unit(owner, write=True) as s:
        await turns.fail(s, owner, later.id, later.fence, now=SOON, error_code="X")
    await factories.queued_turn(db, owner, session)
    async with db.unit(owner, write=True) as s:
        assert not await turns.requeue(s, owner, later.id)


@pytest.mark.parametrize(("spoke", "attempt"), [(False, 0), (True, 1)])
async def test_an_engine_that_leaves_spends_an_attempt_only_if_it_spoke(
    db: Db, spoke: bool, attempt: int
) -> None:
    owner, session = await _someone(db)
    turn = await factories.running_turn(db, owner, session)
    async with db.unit(owner, write=True) as s:
        assert await turns.hand_over(s, owner, turn.id, turn.fence, spoke=spoke)
    after = await _status(db, turn)
    assert (after.status, after.attempt, after.fence) == (TurnStatus.QUEUED, attempt, 1)


async def test_stopping_ends_a_waiting_turn_and_asks_a_running_one(db: Db) -> None:
    owner, session = await _someone(db)
    running = await factories.running_turn(db, owner, session)
    waiting = await factories.queued_turn(db, owner, session)
    async with db.unit(owner, write=True) as s:
        assert await turns.request_stop(s, owner, running.id)
        assert not await turns.stop_queued(s, owner, running.id, now=SOON)
        assert await turns.stop_queued(s, owner, waiting.id, now=SOON)
        assert not await turns.request_stop(s, owner, waiting.id)
    assert (await _status(db, running)).stop_requested
    assert (await _status(db, waiting)).status is TurnStatus.STOPPED


async def test_a_refund_is_given_once(db: Db) -> None:
    owner, session = await _someone(db)
    admitted, _ = await _admit(db, session, "m")
    assert admitted is not None
    for expected in (True, False):
        async with db.unit(owner, write=True) as s:
            assert await usage.refund(s, owner, admitted.id, now=SOON) is expected
            assert await usage.used(s, owner, day=DAY) == 0


async def test_a_turn_that_was_not_counted_has_nothing_to_refund(db: Db) -> None:
    owner, session = await _someone(db)
    turn = await factories.queued_turn(db, owner, session)
    async with db.unit(owner, write=True) as s:
        assert not await usage.refund(s, owner, turn.id, now=SOON)


async def test_a_turn_of_somebody_else_is_not_there(db: Db) -> None:
    owner, session = await _someone(db)
    turn = await factories.queued_turn(db, owner, session, client_message_id="m")
    stranger = await factories.person(db)
    async with db.unit(stranger, write=True) as s:
        with pytest.raises(NotFound):
            await turns.require(s, stranger, turn.id)
        assert await turns.claim(s, stranger, turn.id, now=SOON) is None
        assert not await turns.stop_queued(s, stranger, turn.id, now=SOON)
        assert await turns.find(s, stranger, uuid4()) is None
