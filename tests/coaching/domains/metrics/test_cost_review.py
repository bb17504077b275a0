"""The weekly review: two weeks beside each other, and what made the difference (E52)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.metrics import cost_review
from coaching.domains.metrics.cost_review import Row, Side, Why
from coaching.llm.port import CallFacts, Usage
from coaching.repositories.db import Db
from coaching.services import model_calls
from coaching.services.model_calls import Caller, Measured
from coaching.values.enums import Role
from tests.support import factories
from tests.support.factories import MONDAY_MORNING as NOW

if TYPE_CHECKING:
    from uuid import UUID

    from tests.support.databases import Database

SONNET, HAIKU = "claude-sonnet-5-5", "claude-haiku-5-5"
SMALL = Usage(input_tokens=1000, output_tokens=100)


async def call(db: Db, owner: UUID, days_ago: int, role: Role, model: str, usage: Usage) -> None:
    at = NOW - timedelta(days=days_ago)
    caller = Caller(owner, role, "claude")
    row = model_calls.as_row(caller, CallFacts(model, "", usage), Measured("done", at, 5))
    async with db.unit(owner, write=True) as s:
        await model_calls.record(s, [row])


async def test_what_grew_most_comes_first_with_its_reason(database: Database) -> None:
    db = Db(database.url)
    owner = await factories.person(db)
    for days_ago in (0, 1, 6, 7):  # three in the last seven days, one before
        await call(db, owner, days_ago, Role.COACH, SONNET, SMALL)
    await call(db, owner, 8, Role.STRATEGIST, SONNET, SMALL)
    await call(db, owner, 13, Role.OBSERVER, HAIKU, SMALL)
    await call(db, owner, 14, Role.OBSERVER, HAIKU, SMALL)  # before both weeks
    await call(db, owner, 2, Role.OBSERVER, HAIKU, Usage(input_tokens=4000, output_tokens=400))
    async with db.system("test") as s:
        found = await cost_review.counted(s, now=NOW, alert_usd=0.000001)
    await db.close()
    assert [(row.role, row.now.calls, row.before.calls, row.why) for row in found.rows] == [
        ("coach", 3, 1, Why.CALLS),
        ("observer", 1, 1, Why.TOKENS),
        ("strategist", 0, 1, Why.GONE),
    ]
    assert found.microusd - found.microusd_before == sum(row.grew for row in found.rows)
    assert found.alert_days == 4


def test_the_reason_is_the_part_that_changed_most() -> None:
    before = Side(10, 1000, 100)
    reasons = {
        Side(20, 2000, 200): Why.CALLS,
        Side(10, 2000, 200): Why.TOKENS,
        Side(10, 1000, 200): Why.PRICE,
        Side(10, 1010, 101): Why.SAME,
        Side(): Why.GONE,
    }
    for now, why in reasons.items():
        assert Row("coach", SONNET, now, before).why is why, now
    assert Row("coach", SONNET, before, Side()).why is Why.NEW
    assert Row("coach", SONNET, Side(1, 10, 0), Side()).why is Why.SAME
