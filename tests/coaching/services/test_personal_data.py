"""What is exported is everything of one person and nothing of another; what is deleted is gone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.errors import NotFound
from coaching.repositories import personal_data as rows
from coaching.services import export_page, personal_data
from tests.support.every_table import fill, owned_tables
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from typing import Any
    from uuid import UUID

    from coaching.repositories.db import Db

OURS, THEIRS = "canary <of Anna>", "canary <of Ben>"


async def exported(db: Db, owner: UUID) -> dict[str, Any]:
    async with db.unit(owner) as s:
        return await personal_data.export(s, owner, at=MONDAY_MORNING)


@pytest.mark.both_databases
async def test_an_export_has_every_row_of_a_person_and_none_of_anybody_else(db: Db) -> None:
    anna, ben = await fill(db, OURS), await fill(db, THEIRS)

    found = await exported(db, anna)

    filled = {name for name, stored in found["tables"].items() if stored}
    assert sorted(filled) == owned_tables()
    written = json.dumps(found, ensure_ascii=False)
    assert OURS in written
    assert THEIRS not in written
    assert str(ben) not in written


async def test_what_would_let_somebody_in_stays_here(db: Db) -> None:
    found = await exported(db, await fill(db))

    (session,) = found["tables"]["sessions"]
    assert "expires_at" in session
    assert "token_hash" not in session


async def test_parents_come_before_what_belongs_to_them(db: Db) -> None:
    order = list((await exported(db, await fill(db)))["tables"])

    assert order.index("users") < order.index("conversations") < order.index("messages")


async def test_the_page_tells_it_in_words_and_holds_every_row(db: Db) -> None:
    found = await exported(db, await fill(db, OURS))

    page = export_page.page(found)

    assert "I spent it canary &lt;of Anna&gt;" in page
    assert OURS not in page
    assert all(f"<summary>{name} (" in page for name in owned_tables())


async def test_a_person_who_has_said_nothing_gets_a_page_too(db: Db) -> None:
    nothing = {name: [] for name in rows.tables()}

    page = export_page.page({"exportedAt": "2026-01-12T08:00:00Z", "tables": nothing})

    assert "12 January 2026" in page
    assert "<h3>" not in page


@pytest.mark.both_databases
async def test_what_is_deleted_is_in_no_table_and_the_neighbour_keeps_everything(db: Db) -> None:
    anna, ben = await fill(db, OURS), await fill(db, THEIRS)
    before = await exported(db, ben)

    async with db.unit(anna, write=True) as s:
        await personal_data.delete(s, anna, at=MONDAY_MORNING)

    async with db.system("test") as s:
        for table in rows.tables().values():
            assert await rows.rows(s, anna, table) == []
    assert await exported(db, ben) == before


@pytest.mark.both_databases
async def test_nobody_can_be_exported_or_deleted_twice(db: Db) -> None:
    nobody = uuid4()

    with pytest.raises(NotFound):
        await exported(db, nobody)
    async with db.unit(nobody, write=True) as s:
        with pytest.raises(NotFound):
            await personal_data.delete(s, nobody, at=MONDAY_MORNING)


def test_days_and_moods_are_said_in_their_language() -> None:
    felt = {
        "created_at": "2026-01-12T23:30:00+00:00",
        "mood": "heavy",
        "content": "",
        "ai_response": "",
    }
    empty = {table: [] for table, *_ in export_page.LISTS}
    tables = {
        **empty,
        "messages": [],
        "conversations": [],
        "check_ins": [felt | {"ai_response": ""}],
    }
    tables["profiles"] = [{"time_zone": "Europe/Madrid"}]
    page = export_page.page({"exportedAt": "2026-02-01T08:00:00Z", "tables": tables}, "es")
    assert "<b>Pesado</b> <small>13 de enero de 2026</small>" in page
    assert "1 de febrero de 2026" in page
