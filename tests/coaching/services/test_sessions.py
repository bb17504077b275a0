from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlmodel import select

from coaching.errors import Conflict, NotFound
from coaching.models import Feedback, Job, SessionStatus
from coaching.repositories import conversations
from coaching.services import sessions
from coaching.services.jobs import ask_after_session
from coaching.values.enums import SafetyLevel, Trigger
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import Conversation
    from coaching.repositories.db import Db
    from coaching.services.sessions import Closing


@pytest.fixture
async def owner(db: Db) -> UUID:
    return await factories.person(db)


@pytest.fixture
async def session(db: Db, owner: UUID) -> Conversation:
    return await factories.conversation(db, owner)


async def end(db: Db, owner: UUID, clock: FrozenClock) -> Closing:
    async with db.unit(owner, write=True) as s:
        return await sessions.end(s, owner, at=clock.now())


async def asked(db: Db, owner: UUID) -> Sequence[Job]:
    async with db.unit(owner) as s:
        return (await s.exec(select(Job).where(Job.kind == "strategist"))).all()


async def test_a_session_ends_at_once_with_a_closing_and_is_read_behind_the_scenes(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    await factories.exchange(db, owner, session, "I am tired of hiding my letters.")
    closing = await end(db, owner, clock)
    assert "“" not in closing.note
    assert closing.one_line == "About letters"
    assert not closing.is_final
    async with db.unit(owner) as s:
        stored = await conversations.require(s, owner, session.id)
    assert stored.session_status is SessionStatus.CLOSED
    assert stored.ended_at == clock.now()
    (job,) = await asked(db, owner)
    assert job.payload["trigger"] == Trigger.SESSION_END
    assert job.payload["conversation_id"] == str(session.id)


@pytest.mark.both_databases
async def test_ended_from_two_tabs_it_ends_once(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    await factories.exchange(db, owner, session)
    first, second = await asyncio.gather(end(db, owner, clock), end(db, owner, clock))
    assert first == second
    assert len(await asked(db, owner)) == 1


@pytest.mark.both_databases
async def test_nobody_reads_a_session_twice(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    await factories.exchange(db, owner, session)
    await end(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        ended = await conversations.require(s, owner, session.id)
        assert not await ask_after_session(s, owner, ended, at=clock.now())
    assert len(await asked(db, owner)) == 1


async def test_a_session_without_a_word_of_theirs_is_not_read(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    closing = await end(db, owner, clock)
    assert closing.conversation_id == session.id
    assert closing.is_final
    assert await asked(db, owner) == []


async def test_without_a_session_there_is_nothing_to_end(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    with pytest.raises(NotFound):
        await end(db, owner, clock)


@pytest.mark.both_databases
async def test_somebody_elses_session_stays_open(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    stranger = await factories.person(db)
    async with db.unit(stranger, write=True) as s:
        with pytest.raises(NotFound):
            await sessions.end(s, stranger, at=clock.now(), conversation_id=session.id)
    async with db.unit(owner) as s:
        stored = await conversations.require(s, owner, session.id)
    assert stored.session_status is SessionStatus.OPEN


async def test_what_a_model_wrote_takes_the_place_of_what_the_rules_said(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    await factories.exchange(db, owner, session)
    await end(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        await sessions.take_note(s, owner, session.id, "You came with a drawer. It is open now.")
    closing = await end(db, owner, clock)
    assert closing.is_final
    assert closing.note == "You came with a drawer. It is open now."
    assert closing.one_line == "You came with a drawer."


async def test_an_empty_note_leaves_what_the_rules_said(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    await factories.exchange(db, owner, session)
    before = await end(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        await sessions.take_note(s, owner, session.id, " ")
    after = await end(db, owner, clock)
    assert (after.note, after.is_final) == (before.note, True)


async def test_the_words_of_a_crisis_are_neither_in_the_closing_nor_in_the_list(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    await factories.exchange(db, owner, session, "I am tired of hiding my letters.")
    await factories.queued_turn(
        db, owner, session, "I cannot go on, my letters", safety_level=SafetyLevel.CRISIS
    )
    closing = await end(db, owner, clock)
    assert "letters" not in closing.note + closing.one_line


async def test_one_word_about_a_session_is_kept_and_can_be_changed(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    await factories.exchange(db, owner, session)
    with pytest.raises(Conflict):
        async with db.unit(owner, write=True) as s:
            await sessions.rate(s, owner, session.id, Feedback.HELPED)
    await end(db, owner, clock)
    for word in (Feedback.HELPED, Feedback.NOT_TODAY):
        async with db.unit(owner, write=True) as s:
            assert (await sessions.rate(s, owner, session.id, word)).feedback is word
    async with db.unit(owner) as s:
        closing = await sessions.closing(s, owner, session.id)
    assert closing.feedback is Feedback.NOT_TODAY


async def test_a_session_that_the_hours_end_has_its_line_too(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    await factories.exchange(db, owner, session, "I am tired of hiding my letters.")
    clock.move(timedelta(days=1))
    async with db.unit(owner, write=True) as s:
        await sessions.close(s, await conversations.require(s, owner, session.id), at=clock.now())
    async with db.unit(owner) as s:
        stored = await conversations.require(s, owner, session.id)
    assert stored.one_line == "About letters"
    assert stored.session_number == 1
