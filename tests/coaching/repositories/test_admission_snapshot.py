"""How a person stands is asked before every turn: it must not grow with what they have said."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from sqlalchemy.dialects import sqlite

from coaching.repositories import admission_snapshot

if TYPE_CHECKING:
    from tests.support.databases import Database


def test_what_is_in_line_is_counted_without_reading_every_turn_of_a_person(
    sqlite_database: Database,
) -> None:
    question = admission_snapshot._question().params(owner=UUID(int=1), client_message_id="1")
    statement = str(question.compile(dialect=sqlite.dialect()))
    marks = tuple("x" * statement.count("?"))

    with sqlite_database.administrator.connect() as connection:
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", marks)
        plan = [str(row[-1]) for row in rows]

    assert sum("idx_turns_status (status=?)" in step for step in plan) == 2
    assert not any(step.startswith("SCAN turns") for step in plan)
