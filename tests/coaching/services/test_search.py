from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa
from sqlmodel import col, delete, update

from coaching.errors import InvalidInput
from coaching.models import Conversation, Message, Turn, User
from coaching.services import search
from coaching.values.enums import SafetyLevel
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db

NASTY = [
    '"', "'", '""', "%", "_", "*", "drawer*", "NEAR(drawer)", "drawer AND", "OR", "NOT drawer",
    "text:drawer", "-drawer", "^drawer", "drawer & !x | y", "drawer <-> x", ":*", "\\", "\x00",
    "()", "😀", "drawer\n\t", "ﬁ", "' OR 1=1 --", "{drawer}", "a" * 200, "ǅ", "İ", "٣",
]  # fmt: skip


@pytest.fixture
async def owner(db: Db) -> UUID:
    return await factories.person(db)


async def found(db: Db, owner: UUID, query: str) -> list[int]:
    async with db.unit(owner) as s:
        page = await search.sessions(s, owner, query=query)
    return [item.session.session_number for item in page.items]


async def talked(db: Db, owner: UUID, *said: str) -> Conversation:
    session = await factories.conversation(db, owner)
    for text in said:
        await factories.exchange(db, owner, session, text)
    return session


async def test_sessions_come_newest_first_with_a_cursor(db: Db, owner: UUID) -> None:
    for _ in range(3):
        await factories.conversation(db, owner)
    async with db.unit(owner) as s:
        first = await search.sessions(s, owner, limit=2)
        rest = await search.sessions(s, owner, before=first.next, limit=2)
    numbers = [[item.session.session_number for item in page.items] for page in (first, rest)]
    assert (numbers, rest.next) == ([[3, 2], [1]], None)


async def test_a_session_is_found_by_what_either_side_said(db: Db, owner: UUID) -> None:
    await talked(db, owner, "There is a drawer.")
    await talked(db, owner, "My sister called.")
    assert await found(db, owner, "drawer") == [1]
    assert await found(db, owner, "what did you notice") == [2, 1]
    assert await found(db, owner, "sister drawer") == []


@pytest.mark.both_databases
async def test_both_databases_find_the_same(db: Db, owner: UUID) -> None:
    await talked(db, owner, "The drawer. Pagué la cuenta de mi niñez.")
    there = ("DRAWER", "draw", "pague", "Pagué", "ninez", "cuenta pag")
    missing = ("awer", "drawers", "pag cuenta")
    seen = {query: await found(db, owner, query) for query in (*there, *missing)}
    assert seen == {**{query: [1] for query in there}, **{query: [] for query in missing}}


@pytest.mark.both_databases
async def test_any_input_is_a_question_about_words(db: Db, owner: UUID) -> None:
    await talked(db, owner, "There is a drawer.")
    for query in NASTY:
        assert await found(db, owner, query) in ([], [1]), query


async def test_a_sign_that_is_no_word_is_found_as_it_is(db: Db, owner: UUID) -> None:
    await talked(db, owner, "The letter 💌 came. 50% off.")
    await talked(db, owner, "My sister called.")
    assert await found(db, owner, " 💌 ") == [1]
    assert (await found(db, owner, "%"), await found(db, owner, "_")) == ([1], [])
    async with db.unit(owner) as s:
        (item,) = (await search.sessions(s, owner, query="💌")).items
    assert str(item.snippet) == "The letter 💌 came. 50% off."
    assert item.snippet is not None
    assert item.snippet.hit == "💌"


async def test_a_query_has_its_length(sqlite_db: Db) -> None:
    owner = await factories.person(sqlite_db)
    async with sqlite_db.unit(owner) as s:
        with pytest.raises(InvalidInput):
            await search.sessions(s, owner, query="a" * 201)


async def test_the_best_place_is_shown(db: Db, owner: UUID) -> None:
    await talked(db, owner, "A long day at work and then a drawer.", "Drawer, drawer, my drawer.")
    async with db.unit(owner) as s:
        (item,) = (await search.sessions(s, owner, query="drawer")).items
    assert item.snippet is not None
    assert item.snippet.hit == "Drawer"


async def test_own_words_come_before_what_toney_said(db: Db, owner: UUID) -> None:
    session = await factories.conversation(db, owner)
    echo = "A drawer, a drawer, a drawer?"
    turn = await factories.exchange(db, owner, session, "There is a drawer in the hall.", echo)
    await factories.exchange(db, owner, session, "I do not know.", "Drawer.")
    async with db.unit(owner) as s:
        (item,) = (await search.sessions(s, owner, query="drawer")).items
    assert (str(item.snippet), item.turn_id) == ("There is a drawer in the hall.", turn.id)


@pytest.mark.both_databases
async def test_a_title_is_the_first_thing_that_the_person_said(db: Db, owner: UUID) -> None:
    await talked(db, owner, "Hi.", "Can you help me? There is a drawer.", "And a shoebox in it.")
    await talked(db, owner, "I want to kill myself.", "My sister called today.")
    async with db.unit(owner) as s:
        page = await search.sessions(s, owner)
    assert [item.title for item in page.items] == ["My sister called today.", "There is a drawer."]


@pytest.mark.both_databases
async def test_the_words_of_a_crisis_are_found_by_nobody(db: Db, owner: UUID) -> None:
    session = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session, "I cannot go on.")
    async with db.unit(owner, write=True) as s:
        await s.exec(
            update(Turn).where(col(Turn.user_id) == owner).values(safety_level=SafetyLevel.CRISIS)
        )
    assert await found(db, owner, "cannot") == []
    assert await found(db, owner, "") == [1]


@pytest.mark.both_databases
async def test_somebody_elses_words_are_not_found(db: Db, owner: UUID) -> None:
    await talked(db, owner, "There is a drawer.")
    stranger = await factories.person(db)
    await talked(db, stranger, "There is a shoebox.")
    assert await found(db, stranger, "drawer") == []
    assert await found(db, owner, "drawer") == [1]


@pytest.mark.both_databases
async def test_what_is_changed_or_deleted_is_not_found_any_more(db: Db, owner: UUID) -> None:
    session = await talked(db, owner, "There is a drawer.", "And a shoebox.")
    async with db.unit(owner, write=True) as s:
        await s.exec(
            update(Message).where(col(Message.text) == "There is a drawer.").values(text="Gone.")
        )
    assert await found(db, owner, "drawer") == []
    assert await found(db, owner, "gone") == [1]
    async with db.unit(owner, write=True) as s:
        await s.exec(delete(Conversation).where(col(Conversation.id) == session.id))
    assert await found(db, owner, "gone shoebox") == []


async def test_deleting_a_person_leaves_the_index_whole(sqlite_db: Db) -> None:
    owner, other = await factories.person(sqlite_db), await factories.person(sqlite_db)
    await talked(sqlite_db, owner, "There is a drawer.", "And a shoebox.")
    await talked(sqlite_db, other, "There is a drawer.")
    async with sqlite_db.system("test", write=True) as s:
        await s.exec(delete(User).where(col(User.id) == owner))
        await _check_index(s)
    assert await found(sqlite_db, other, "drawer") == [1]
    async with sqlite_db.system("test") as s:
        asked = "SELECT count(*) FROM search_fts WHERE search_fts MATCH 'shoebox'"
        rows = await (await s.connection()).execute(sa.text(asked))
        assert rows.scalar_one() == 0


async def _check_index(s: AsyncSession) -> None:
    """Raise when the index and the messages differ."""
    check = "INSERT INTO search_fts (search_fts, rank) VALUES ('integrity-check', 1)"
    await (await s.connection()).execute(sa.text(check))


async def test_sessions_with_equal_words_come_newest_first(db: Db, owner: UUID) -> None:
    for day in range(3):
        session = await factories.conversation(db, owner)
        at = factories.MONDAY_MORNING + timedelta(days=day)
        await factories.exchange(db, owner, session, "There is a drawer.", at=at)
    assert await found(db, owner, "drawer") == [3, 2, 1]
