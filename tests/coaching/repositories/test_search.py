"""On PostgreSQL the app's role finds words by the person first: row-level security comes before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from coaching.repositories import search
from coaching.repositories.db import Db
from tests.support.databases import empty_postgres

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator

    from tests.support.databases import Database

EACH = 400
"""Messages of each of fifty people: two a turn."""
OWNER = UUID(int=7)
OWN = re.compile("^uq_(messages|turns)_user_id_")
MANY = """
INSERT INTO turns (id, user_id, conversation_id, seq, client_message_id, text_hash, attempt, fence,
                   kind, status, safety_level)
SELECT md5('turn' || p || '-' || n)::uuid, lpad(to_hex(p), 32, '0')::uuid,
       md5('talk' || p || '-' || n / 20)::uuid, n, 'c' || n, '', 1, 1, 'message', 'done', 'none'
FROM generate_series(1, 50) AS p, generate_series(1, 200) AS n;
INSERT INTO messages (id, user_id, conversation_id, turn_id, seq, role, text, status)
SELECT md5(t.id || r)::uuid, t.user_id, t.conversation_id, t.id,
       t.seq * 2 + (r = 'coach')::int, r,
       'the letter ' || t.seq || ' in the drawer, ' || md5(t.id || r) || ' and tea on sunday',
       CASE r WHEN 'coach' THEN 'done' ELSE 'saved' END
FROM turns AS t, unnest(ARRAY['user', 'coach']) AS r;
ANALYZE turns, messages;
"""


@pytest.fixture
async def db(postgres_database: Database) -> AsyncGenerator[Db]:
    with postgres_database.administrator.connect() as connection:
        connection.exec_driver_sql(MANY)
    opened = Db(postgres_database.url)
    yield opened
    await opened.close()
    empty_postgres(postgres_database)
    # Otherwise the planner believes in 30,000 rows for the rest of this worker's tests.
    with postgres_database.administrator.connect() as connection:
        connection.exec_driver_sql("VACUUM ANALYZE turns, messages")


async def plan(db: Db, *words: str) -> list[dict[str, Any]]:
    """Return the steps of the plan that the app's role searches by."""
    asked = search._on_postgres(search._mine(OWNER), words).limit(search.MOST_MESSAGES)
    async with db.unit(OWNER) as s:
        connection = await s.connection()
        compiled = asked.compile(dialect=connection.dialect)
        explain = f"EXPLAIN (FORMAT JSON) {compiled}"
        told = await connection.exec_driver_sql(explain, compiled.params)
        (whole,) = told.scalar_one()
    return list(_steps(whole["Plan"]))


def _steps(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield step
    for inner in step.get("Plans", ()):
        yield from _steps(inner)


async def test_a_search_reads_the_messages_of_the_person_and_no_others(db: Db) -> None:
    for words in (("drawer",), ("letter", "tea"), ("sun",), ("zzz",)):
        steps = await plan(db, *words)

        read = [step["Index Name"] for step in steps if "Index Name" in step]
        assert read, words
        assert all(OWN.search(name) for name in read), words
        conditions = [step["Index Cond"] for step in steps if "Index Name" in step]
        assert all("user_id = " in condition for condition in conditions), words
        assert max(step["Plan Rows"] for step in steps) <= EACH, words
        assert not [step for step in steps if step["Node Type"] == "Seq Scan"], words


def test_nothing_is_indexed_that_the_role_of_the_app_may_not_ask_by(
    postgres_database: Database,
) -> None:
    with postgres_database.administrator.connect() as connection:
        asked = "SELECT indexdef FROM pg_indexes WHERE tablename = 'messages'"
        made = connection.exec_driver_sql(asked).scalars().all()

    assert not [index for index in made if " gin " in index]
