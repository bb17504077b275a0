"""The list of people: complete, in order, filtered, and never more than a page."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from sqlalchemy import event

from coaching.domains.people import service
from coaching.domains.people.queries import span
from coaching.domains.people.service import Filter, Order
from coaching.models import FocusDay, ModelCall
from coaching.values.enums import Tension
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.repositories.db import Db

NOW = MONDAY_MORNING + timedelta(days=10)


async def _pages(db: Db, wanted: Filter, order: Order) -> list[UUID]:
    seen: list[UUID] = []
    after = ""
    while True:
        page = await service.page(db, wanted, order=order, after=after, now=NOW, limit=2)
        assert len(page.lines) <= 2
        seen += [line.person.id for line in page.lines]
        if not page.next:
            return seen
        after = page.next


@pytest.mark.both_databases
async def test_pages_have_everyone_once_newest_first(db: Db) -> None:
    made = [
        await factories.person(db, at=MONDAY_MORNING + timedelta(hours=n // 2)) for n in range(5)
    ]
    seen = await _pages(db, Filter(), Order.JOINED)
    assert sorted(seen) == sorted(made)
    assert seen[0] == made[4]
    assert await _pages(db, Filter(), Order.ACTIVE) == []


@pytest.mark.both_databases
async def test_who_wrote_last_comes_first_and_a_filter_holds(db: Db) -> None:
    made = [await factories.person(db, tension_type=Tension.AVOID) for _ in range(3)]
    silent = await factories.person(db, tension_type=Tension.GRIP)
    for hours, owner in enumerate(made):
        at = MONDAY_MORNING + timedelta(hours=hours)
        session = await factories.conversation(db, owner, at=at)
        await factories.exchange(db, owner, session, at=at)
    assert await _pages(db, Filter(), Order.ACTIVE) == made[::-1]
    assert await _pages(db, Filter(tension="grip"), Order.JOINED) == [silent]
    since = MONDAY_MORNING + timedelta(hours=2)
    assert await _pages(db, Filter(active_since=since), Order.JOINED) == made[2:]
    assert await _pages(db, Filter(search=made[0].hex[:6]), Order.JOINED) == [made[0]]
    assert await _pages(db, Filter(search="no such id"), Order.JOINED) == []
    page = await service.page(db, Filter(search=str(made[1])), now=NOW)
    assert [(line.conversations, line.cost_microusd) for line in page.lines] == [(1, 0)]


async def test_each_line_has_what_the_person_did_and_cost(db: Db) -> None:
    owner = await factories.person(db)
    for deleted_at in (None, None, NOW):
        await factories.conversation(db, owner, deleted_at=deleted_at)
    card = await factories.card(db, owner)
    async with db.unit(owner, write=True) as s:
        for day, completed in (("2026-01-12", True), ("2026-01-13", False), ("2026-01-14", True)):
            answer = {"user_id": owner, "rewire_card_id": card.id, "completed": completed}
            s.add(FocusDay.model_validate({"day": day, "created_at": NOW, **answer}))
    async with db.system("seed", write=True) as s:
        for ago, cost in ((1, 900), (29, 50), (31, 7_000)):
            call = {"id": uuid4(), "user_id": owner, "cost_microusd": cost, "outcome": "done"}
            at = NOW - timedelta(days=ago)
            who = {"role": "coach", "provider": "claude", "model": "claude-sonnet-5-5"}
            s.add(ModelCall.model_validate({"created_at": at, **call, **who}))
    [line] = (await service.page(db, Filter(), now=NOW)).lines
    assert (line.conversations, line.did, line.answered, line.cost_microusd) == (2, 2, 3, 950)


def test_a_search_is_the_beginning_of_an_id() -> None:
    found = span("7F3A")
    assert found is not None
    assert [one.hex[:5] for one in found] == ["7f3a0", "7f3af"]
    assert [span(text) for text in ("7f3", "zzzz", "7" * 33, "")] == [None] * 4


@pytest.mark.parametrize("order", list(Order))
async def test_a_page_goes_along_an_index_and_sorts_nothing(sqlite_db: Db, order: Order) -> None:
    plans: list[str] = []
    async with sqlite_db.system("test") as s:
        connection = await s.connection()

        def note(_: object, __: object, statement: str, parameters: object, *___: object) -> None:
            if "ORDER BY" in statement:
                plans.append(statement)
                plans.append(str(parameters))

        event.listen(connection.sync_connection, "before_cursor_execute", note)
        await service.queries.page(s, Filter(), order, after=None, limit=2)
        statement = plans[0].replace("?", "1")
        rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}")
        plan = " ".join(str(row) for row in rows.all())
    index = "idx_users_created_at" if order is Order.JOINED else "idx_users_last_active_at"
    assert index in plan
    assert "TEMP B-TREE" not in plan
