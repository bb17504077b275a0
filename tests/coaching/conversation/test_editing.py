"""The last message is edited: the coach answers the new text, and the old pair is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest

from coaching import conversation
from coaching.errors import Conflict
from coaching.repositories import jobs, safety_events
from coaching.services import safety_events as dangers
from coaching.services import search, threads
from coaching.services.jobs import OBSERVER
from tests.support import factories
from tests.support.talker import Talker

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from tests.coaching.conversation.conftest import StartEngine

FIRST = "Hello there."
OLD = "The letters are in the drawer."
NEW = "The letters are in the kitchen."


async def say(coaching: Coaching, owner: UUID, text: str, replaces: UUID | None = None) -> UUID:
    key = uuid4().hex
    accepted = await conversation.accept(coaching, owner, text, key, replaces=replaces)
    await coaching.runner.idle()
    return accepted.turn_id


async def thread(coaching: Coaching, owner: UUID) -> list[str]:
    async with coaching.unit(owner) as s:
        turns = (await threads.page(s, owner)).turns
    return [row.said.text for row in turns if row.said is not None]


async def test_an_edited_message_is_answered_and_the_old_one_is_nowhere(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker()
    coaching = await start_engine(talker)
    await say(coaching, owner, FIRST)
    turn = await say(coaching, owner, OLD)
    await say(coaching, owner, NEW, turn)

    assert await thread(coaching, owner) == [FIRST, NEW]
    async with coaching.unit(owner) as s:
        assert not (await search.sessions(s, owner, query="drawer")).items
        assert (await search.sessions(s, owner, query="kitchen")).items
    read = str(talker.requests[-1])
    assert NEW in read
    assert FIRST in read
    assert "drawer" not in read


@pytest.mark.both_databases
async def test_an_edit_that_is_sent_twice_is_one(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(Talker())
    turn = await say(coaching, owner, OLD)
    one, other = [
        await conversation.accept(coaching, owner, NEW, "same", replaces=turn) for _ in range(2)
    ]
    await coaching.runner.idle()
    assert one.turn_id == other.turn_id
    assert await thread(coaching, owner) == [NEW]


async def test_only_the_last_message_of_an_open_session_is_edited(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    first = await say(coaching, owner, FIRST)
    last = await say(coaching, owner, OLD)
    with pytest.raises(Conflict):
        await say(coaching, owner, NEW, first)
    stranger = await factories.person(coaching.db, provider="Anthropic")
    with pytest.raises(Conflict):
        await say(coaching, stranger, NEW, last)
    assert await thread(coaching, owner) == [FIRST, OLD]


async def test_a_refused_edit_leaves_the_message_as_it_was(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker(hold_after=1))
    accepted = await conversation.accept(coaching, owner, OLD, "running")
    with pytest.raises(Conflict):
        await conversation.accept(coaching, owner, NEW, "edit", replaces=accepted.turn_id)
    assert await thread(coaching, owner) == [OLD]


async def test_an_edited_message_of_danger_stays_a_danger(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker("Are you thinking of ending your life?"))
    turn = await say(coaching, owner, "I want to end my life.")
    await say(coaching, owner, "I want to end my subscription.", turn)
    async with coaching.unit(owner) as s:
        [event] = await safety_events.since_instant(s, owner, None)
        until = await dangers.quiet_until(s, owner, at=coaching.clock.now())
    assert event.turn_id == turn
    assert until is not None
    assert await thread(coaching, owner) == ["I want to end my subscription."]


async def test_nobody_reads_what_was_edited_away(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(Talker())
    turn = await say(coaching, owner, OLD)
    now = coaching.clock.now()
    async with coaching.db.system("test", write=True) as s:
        [reading] = await jobs.claim_due(s, now=now, limit=1, kind=OBSERVER)
    assert reading.payload == {"turn_id": str(turn)}
    await say(coaching, owner, NEW, turn)
    async with coaching.db.system("test", write=True) as s:
        assert not await jobs.finish(s, reading.id, reading.fence, now=now)
