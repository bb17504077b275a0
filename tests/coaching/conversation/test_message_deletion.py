"""A message is deleted with its reply, and comes back with one tap."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from sqlmodel import update

from coaching import conversation
from coaching.errors import Conflict, NotFound
from coaching.models import CoachMemory, Job
from coaching.repositories import conversations, memories
from coaching.services import search, threads
from coaching.values import session_state
from coaching.values.enums import JobStatus
from tests.support import factories
from tests.support.talker import Talker

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from tests.coaching.conversation.conftest import StartEngine

SAID = "There is a drawer in the hallway."


async def told(coaching: Coaching, owner: UUID) -> UUID:
    """A message with its reply and a memory that came from it."""
    at = coaching.clock.now()
    session = await factories.conversation(coaching.db, owner, at=at)
    turn = await factories.exchange(coaching.db, owner, session, SAID, at=at)
    async with coaching.unit(owner, write=True) as s:
        [row] = (await threads.page(s, owner)).turns
        assert row.said is not None
        memory = CoachMemory(
            user_id=owner,
            content="Has a drawer.",
            quote=SAID,
            message_id=row.said.id,
            created_at=at,
            updated_at=at,
        )
        await memories.add(s, owner, memory)
    return turn.id


async def is_read(coaching: Coaching) -> None:
    async with coaching.db.system("test", write=True) as s:
        await s.exec(update(Job).values(status=JobStatus.DONE))


async def shown(coaching: Coaching, owner: UUID) -> tuple[int, int, list[str]]:
    """How many turns the thread has, how many sessions are found, and what is remembered."""
    async with coaching.unit(owner) as s:
        turns = (await threads.page(s, owner)).turns
        found = (await search.sessions(s, owner, query="drawer")).items
        held = [row.content for row in await memories.known(s, owner)]
    return len(turns), len(found), held


@pytest.mark.both_databases
async def test_a_message_goes_with_all_that_rests_on_it_and_comes_back(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    turn = await told(coaching, owner)
    assert await shown(coaching, owner) == (1, 1, ["Has a drawer."])
    with pytest.raises(Conflict):
        await conversation.forget(coaching, owner, turn)
    await is_read(coaching)

    kept = await conversation.forget(coaching, owner, turn)

    assert await shown(coaching, owner) == (0, 0, [])
    for _ in range(2):
        await conversation.take_back(coaching, owner, "message_deleted", turn, kept)
    assert await shown(coaching, owner) == (1, 1, ["Has a drawer."])


async def test_what_was_said_between_deletion_and_undo_stays_and_the_coach_reads_both(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(talker := Talker())
    first = await conversation.accept(coaching, owner, SAID, "m1")
    await coaching.runner.idle()
    await is_read(coaching)
    kept = await conversation.forget(coaching, owner, first.turn_id)
    await conversation.accept(coaching, owner, "I called the bank.", "m2")
    await coaching.runner.idle()
    session_id = UUID(kept["turn"]["conversation_id"])
    async with coaching.unit(owner, write=True) as s:
        session = await conversations.require(s, owner, session_id)
        session_state.change(session, check={"asked": "m2"})

    await conversation.take_back(coaching, owner, "message_deleted", first.turn_id, kept)

    async with coaching.unit(owner) as s:
        session = await conversations.require(s, owner, session_id)
        assert session_state.of(session).check == {"asked": "m2"}
    await conversation.accept(coaching, owner, "And now?", "m3")
    await coaching.runner.idle()
    read = [
        block["text"]
        for message in talker.requests[-1].messages
        if message.role == "user"
        for block in message.content
    ]
    assert [text for text in read if text in {SAID, "I called the bank.", "And now?"}] == [
        SAID,
        "I called the bank.",
        "And now?",
    ]


@pytest.mark.both_databases
async def test_nobody_deletes_what_somebody_else_said(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    turn = await told(coaching, owner)
    stranger = await factories.person(coaching.db)
    with pytest.raises(NotFound):
        await conversation.forget(coaching, stranger, turn)
