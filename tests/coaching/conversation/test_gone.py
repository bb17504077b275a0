"""After somebody left, nothing of them is in the database, its files or the log."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
import sqlalchemy as sa
import structlog

from coaching import conversation
from coaching.jobs import tidy
from coaching.offline import OfflineLLM
from coaching.repositories import jobs
from coaching.repositories.engines import sqlite_file
from coaching.services import sessions
from coaching.serving import logs
from coaching.values.enums import JobStatus
from tests.support import every_table, factories
from tests.support.waiting import until

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from tests.coaching.conversation.conftest import StartEngine
    from tests.support.databases import Database

SAID = (
    "I bought a xqkalimba and hid the letter from xqkatarzyna.",
    "The xqkalimba cost 40 euros.",
    "Good night.",
)
THEIRS = re.compile(rb"kalimba|katarzyna|xqcanary", re.IGNORECASE)


async def live(coaching: Coaching, owner: UUID) -> None:
    """Have somebody talk, be read and written about, and leave a row in every table."""
    for line in SAID:
        await conversation.accept(coaching, owner, line, uuid4().hex)
        await coaching.runner.idle()
    async with coaching.unit(owner, write=True) as s:
        await sessions.end(s, owner, at=coaching.clock.now())
    coaching.wake_jobs()

    async def is_idle() -> bool:
        async with coaching.db.system("test") as s:
            return not (await jobs.counts(s)).keys() & {JobStatus.DUE, JobStatus.RUNNING}

    await until(is_idle)


def left(database: Database, people: list[UUID]) -> set[str]:
    """Return where words or ids of people are: in rows, and on SQLite in any byte of the files."""
    known = re.compile("|".join(f"{one}|{one.hex}" for one in people).encode())
    reader = sa.create_engine(database.administrator.url)
    places: set[str] = set()
    with reader.connect() as connection:
        for table in sa.inspect(connection).get_table_names():
            for row in connection.execute(sa.text(f'SELECT * FROM "{table}"')):  # noqa: S608
                raw = repr(tuple(row)).encode()
                if THEIRS.search(raw) or known.search(raw):
                    places.add(table)
    reader.dispose()
    if not database.is_postgres:
        file = Path(sqlite_file(database.url))
        for path in file.parent.glob(f"{file.name}*"):
            if THEIRS.search(path.read_bytes()):
                places.add(path.suffix)
    return places


@pytest.mark.slow
@pytest.mark.both_databases
async def test_nothing_of_a_person_is_left_after_they_have_gone(
    start_engine: StartEngine,
    owner: UUID,
    database: Database,
    capsys: pytest.CaptureFixture[str],
) -> None:
    coaching = await start_engine(OfflineLLM(), works=True)
    structlog.reset_defaults()
    logs.configure(coaching.settings.model_copy(update={"log_level": "DEBUG"}))
    await live(coaching, owner)
    other = await every_table.fill(coaching.db, "xqcanary <b>")
    stays = await factories.person(coaching.db, name="Ben")
    await factories.win(coaching.db, stays, "Opened the letter")
    before = left(database, [owner, other])
    assert {"messages", "turns", "users", "coach_memories", "jobs"} <= before

    for one in (owner, other):
        await conversation.leave(coaching, one)
    await tidy.run(coaching)

    assert left(database, [owner, other]) == set()
    assert "users" in left(database, [stays])
    printed = "".join(capsys.readouterr()).encode()
    assert not THEIRS.search(printed)
