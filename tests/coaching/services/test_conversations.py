from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.errors import NotFound
from coaching.repositories import turns
from coaching.services import conversations
from coaching.services.turns import reply_id
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import Conversation
    from coaching.repositories.db import Db


@pytest.fixture
async def owner(db: Db) -> UUID:
    return await factories.person(db)


@pytest.fixture
async def session(db: Db, owner: UUID) -> Conversation:
    return await factories.conversation(db, owner)


@pytest.mark.both_databases
async def test_pages_go_back_through_all_sessions_newest_last_and_whole_turns_only(
    db: Db, owner: UUID, session: Conversation
) -> None:
    later = await factories.conversation(db, owner)
    for where, number in ((session, 1), (session, 2), (later, 3), (later, 4), (later, 5)):
        await factories.exchange(db, owner, where, f"Question {number}", f"Answer {number}")
    seen: list[list[str]] = []
    before: int | None = None
    async with db.unit(owner) as s:
        while True:
            page = await conversations.page(s, owner, before=before, limit=4)
            seen.append([item.text for item in page.items])
            if (before := page.before) is None:
                break
    assert seen == [
        ["Question 4", "Answer 4", "Question 5", "Answer 5"],
        ["Question 2", "Answer 2", "Question 3", "Answer 3"],
        ["Question 1", "Answer 1"],
    ]


async def test_one_session_can_be_read_alone(db: Db, owner: UUID, session: Conversation) -> None:
    other = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session, "Here", "Yes")
    await factories.exchange(db, owner, other, "There", "No")
    async with db.unit(owner) as s:
        page = await conversations.page(s, owner, conversation_id=session.id)
    assert [item.text for item in page.items] == ["Here", "Yes"]
    assert page.before is None


async def test_a_reply_that_is_still_to_come_is_shown_under_the_id_it_will_have(
    db: Db, owner: UUID, session: Conversation, clock: FrozenClock
) -> None:
    broken = await factories.running_turn(db, owner, session, text="One")
    async with db.unit(owner, write=True) as s:
        await turns.interrupt(
            s,
            owner,
            broken.id,
            broken.fence,
            now=clock.now(),
            error_code="cut",
            partial="Half a",
        )
    running = await factories.running_turn(db, owner, session, text="Two")
    waiting = await factories.queued_turn(db, owner, session, "Three")
    async with db.unit(owner) as s:
        items = (await conversations.page(s, owner)).items
    replies = [(item.id, item.status, item.text) for item in items if item.role == "coach"]
    assert replies == [
        (reply_id(broken.id), "interrupted", "Half a"),
        (reply_id(running.id), "streaming", ""),
        (reply_id(waiting.id), "waiting", ""),
    ]
    assert [item.status for item in items if item.role == "user"] == ["saved"] * 3


@pytest.mark.both_databases
async def test_somebody_elses_session_is_not_there(
    db: Db, owner: UUID, session: Conversation
) -> None:
    stranger = await factories.person(db)
    await factories.exchange(db, owner, session)
    async with db.unit(stranger) as s:
        with pytest.raises(NotFound):
            await conversations.page(s, stranger, conversation_id=session.id)
        assert (await conversations.page(s, stranger)).items == ()
