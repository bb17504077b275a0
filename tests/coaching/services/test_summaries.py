from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.repositories import conversations
from coaching.services import summaries
from coaching.values import session_state
from tests.support import factories

if TYPE_CHECKING:
    from coaching.models import Conversation
    from coaching.repositories.db import Db

LONG = "a long reply " * 400


async def talked(db: Db, turns: int) -> Conversation:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner, state={"told": {"today": "2026-01-12"}})
    for number in range(turns):
        await factories.exchange(db, owner, session, f"I said {number}.", LONG)
    return session


async def condense(db: Db, session: Conversation) -> bool:
    async with db.unit(session.user_id, write=True) as s:
        return await summaries.condense(s, session.user_id, session.id)


async def stored(db: Db, session: Conversation) -> Conversation:
    async with db.unit(session.user_id) as s:
        return await conversations.require(s, session.user_id, session.id)


async def test_a_short_session_keeps_every_word(db: Db) -> None:
    session = await talked(db, 3)

    assert not await condense(db, session)

    assert (await stored(db, session)).summary == ""


async def test_a_long_session_is_condensed_once(db: Db) -> None:
    session = await talked(db, 14)
    async with db.unit(session.user_id) as s:
        assert await summaries.is_due(s, session.user_id, session.id)

    assert await condense(db, session)
    once = await stored(db, session)
    assert not await condense(db, session)

    assert "I said 0." in once.summary
    assert once.summary_until_seq > 0
    state = session_state.of(once)
    assert (state.told, state.summarized_turns) == ({}, once.summary.count("\n- "))
    async with db.unit(session.user_id) as s:
        assert not await summaries.is_due(s, session.user_id, session.id)
