"""What was deleted is in no byte of SQLite's files: not in the index, a freed page or the log."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa
from sqlmodel import update

from coaching.domains.notes import service as notes
from coaching.domains.notes.fields import NoteFields
from coaching.jobs import tidy
from coaching.models import Job
from coaching.repositories import secure_delete
from coaching.repositories.engines import sqlite_file
from coaching.services import (
    cards,
    memories,
    message_deletion,
    personal_data,
    session_deletion,
    wins,
)
from coaching.values.enums import JobStatus
from tests.support import every_table, factories
from tests.support.factories import MONDAY_MORNING as NOW

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from tests.support.bare_engine import BareEngine
    from tests.support.databases import Database

WORDS = ("xqkalimba", "xqaquarium", "xqdulcimer", "xqpapaya", "xqzither", "xqmarzipan", "xqukulele")
Deletion = tuple[str, "Callable[[AsyncSession], Coroutine[Any, Any, object]]"]


def words_in_files(database: Database) -> set[str]:
    """Return the words in the database file and beside it, without the index's shared beginning."""
    file = Path(sqlite_file(database.url))
    raw = b"".join(path.read_bytes() for path in file.parent.glob(f"{file.name}*"))
    return {word for word in WORDS if word.removeprefix("xq").encode() in raw}


async def told(engine: BareEngine, owner: UUID) -> list[Deletion]:
    """Keep each word in a place of its own, and return what deletes it."""
    db = engine.db
    first, second = [await factories.conversation(db, owner) for _ in range(2)]
    message = await factories.exchange(db, owner, first, "I bought a xqkalimba.")
    await factories.exchange(db, owner, second, "It is behind the xqaquarium.")
    win = await factories.win(db, owner, "I opened the xqdulcimer.")
    card = await factories.card(db, owner, "One look at the xqzither.")
    async with db.unit(owner, write=True) as s:
        memory = (await memories.add(s, owner, "My xqmarzipan of the sea.", at=NOW)).row
        fields = NoteFields(title="My xqukulele", content="Behind it", tags=["xqukulele"])
        note = (await notes.add(s, owner, fields, at=NOW)).row
    async with db.system("test", write=True) as s:
        await s.exec(update(Job).values(status=JobStatus.DONE))
    return [
        (
            "xqkalimba",
            partial(message_deletion.forget_exchange, owner=owner, turn_id=message.id, at=NOW),
        ),
        (
            "xqaquarium",
            partial(session_deletion.delete, owner=owner, session_id=second.id, at=NOW),
        ),
        ("xqdulcimer", partial(wins.delete, owner=owner, win_id=win.id)),
        ("xqzither", partial(cards.delete, owner=owner, card_id=card.id)),
        ("xqukulele", partial(notes.delete, owner=owner, note_id=note.id, at=NOW)),
        ("xqmarzipan", partial(memories.forget, owner=owner, memory_id=memory.id, at=NOW)),
    ]


@pytest.mark.both_databases
async def test_each_deleted_word_leaves_the_files_of_sqlite(
    engine: BareEngine, database: Database
) -> None:
    if database.is_postgres:
        await tidy.run(engine)  # has nothing to do there
        return
    owner = await factories.person(engine.db, name="xqpapaya")
    deletions = await told(engine, owner)
    await every_table.fill(engine.db, "somebody else")
    left = set(WORDS)
    assert words_in_files(database) == left
    for word, delete in deletions:
        async with engine.db.unit(owner, write=True) as s:
            await delete(s)
        await tidy.run(engine)
        left.discard(word)
        assert words_in_files(database) == left
    async with engine.db.unit(owner, write=True) as s:
        await personal_data.delete(s, owner, at=NOW)
    await tidy.run(engine)
    assert words_in_files(database) == set()
    with closing(sqlite3.connect(sqlite_file(database.url))) as connection:
        for index in secure_delete.INDEXES:
            check = f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)"  # noqa: S608
            connection.execute(check)
    async with engine.db.system("test") as s:
        assert await secure_delete.noted(s) == ""


@pytest.mark.both_databases
async def test_what_was_said_is_in_no_row_of_postgres_and_no_text_vector(
    engine: BareEngine, database: Database
) -> None:
    if not database.is_postgres:
        return
    owner = await factories.person(engine.db, name="xqpapaya")
    for _, delete in await told(engine, owner):
        async with engine.db.unit(owner, write=True) as s:
            await delete(s)
    with database.administrator.connect() as connection:
        for table in sa.inspect(connection).get_table_names():
            rows = connection.execute(sa.text(f'SELECT t::text FROM "{table}" t')).scalars().all()  # noqa: S608
            assert not [row for row in rows if any(word in row for word in WORDS[:3])], table


@pytest.mark.both_databases
async def test_a_reader_in_the_way_lets_it_be_done_later(
    engine: BareEngine, database: Database
) -> None:
    if database.is_postgres:
        return
    owner = await factories.person(engine.db, name="xqpapaya")
    file = sqlite_file(database.url)
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM users").fetchone()
        async with engine.db.unit(owner, write=True) as s:
            await personal_data.delete(s, owner, at=NOW)
        await asyncio.wait_for(tidy.run(engine), 5)
        assert words_in_files(database) == {"xqpapaya"}
    await tidy.run(engine)
    assert words_in_files(database) == set()
