"""The audit trail page by page; on both databases nothing in it can be changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError
from sqlmodel import SQLModel

from coaching.domains.audit_log import service
from coaching.repositories import audit

if TYPE_CHECKING:
    from coaching.repositories.db import Db

pytestmark = pytest.mark.both_databases


async def _wrote(db: Db, many: int, *, at: datetime, actor: str = "ana") -> None:
    async with db.system("test", write=True) as s:
        for number in range(many):
            await audit.add(s, actor=actor, action="signed_in", at=at, subject=str(number))


async def test_pages_follow_each_other_without_a_gap(db: Db) -> None:
    at = datetime(2026, 1, 12, 9, 0, 0, 123456, tzinfo=UTC)
    await _wrote(db, 5, at=at)
    await _wrote(db, 2, at=at + timedelta(hours=1))
    await _wrote(db, 3, at=at, actor="person")
    seen: list[str] = []
    after = ""
    while True:
        page = await service.page(db, after=after, limit=3)
        seen += [str(entry.id) for entry in page.entries]
        after = page.next
        if not after:
            break
    assert len(seen) == len(set(seen)) == 7
    assert len((await service.page(db, admins_only=False)).entries) == 10
    assert [e.subject for e in (await service.page(db, subject="4")).entries] == ["4"]


async def test_a_place_that_is_none_is_the_beginning(db: Db) -> None:
    await _wrote(db, 1, at=datetime.now(UTC))
    for text in ("x", "1.2", "9" * 40 + "." + "0" * 32):
        assert len((await service.page(db, after=text)).entries) == 1


@pytest.mark.parametrize("command", ["update", "delete"])
async def test_new_entries_can_neither_be_changed_nor_deleted(db: Db, command: str) -> None:
    await _wrote(db, 1, at=datetime.now(UTC) - timedelta(days=29))
    entries = SQLModel.metadata.tables["audit_entries"]
    statement = (
        sa.update(entries).values(actor="nobody") if command == "update" else sa.delete(entries)
    )
    changed = 0
    try:
        async with db.system("test", write=True) as s:
            changed = (await (await s.connection()).execute(statement)).rowcount
    except DatabaseError:
        changed = 0
    assert changed == 0
    assert len((await service.page(db)).entries) == 1
