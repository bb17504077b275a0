"""What caching saved, from the books: exact, on both databases (A42, E44, E48)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from coaching.domains.metrics.spending import DaySpent
from coaching.llm.port import CallFacts, Usage
from coaching.models import ToolCall, ToolStatus
from coaching.repositories.db import Db
from coaching.repositories.tool_calls import ToolCount
from coaching.services import cache_savings, model_calls
from coaching.services.model_calls import Caller, Measured
from coaching.values.enums import Role
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.services.cache_savings import Costs
    from tests.support.databases import Database

SONNET, HAIKU = "claude-sonnet-5-5", "claude-haiku-5-5"
DATED = f"{SONNET}-20261101"
READ = Usage(input_tokens=3, output_tokens=181, cache_read_tokens=6001, cache_write_1h_tokens=251)
READ_COST = 3421  # 6 + 1,810 + 600.1 + 1,004
READ_PLAIN = 6255 * 2 + 1810


async def call(
    db: Db,
    owner: UUID,
    usage: Usage,
    model: str = SONNET,
    *,
    at: datetime = MONDAY_MORNING,
    role: Role = Role.COACH,
    provider: str = "claude",
    **caller: Any,
) -> None:
    who = Caller(owner, role=role, provider=provider, **caller)
    row = model_calls.as_row(who, CallFacts(model, "", usage), Measured("done", at, 5))
    async with db.unit(owner, write=True) as s:
        await model_calls.record(s, [row])


async def look(database: Database) -> Costs:
    db = Db(database.admin_url, admin=True)
    found = await cache_savings.costs(db, now=MONDAY_MORNING)
    await db.close()
    return found


async def test_an_empty_house_has_saved_nothing(database: Database) -> None:
    found = await look(database)

    assert (found.microusd, found.uncached_microusd, found.saved) == (0, 0, 0.0)
    assert (found.by_model, found.by_day, found.tools) == ((), (), ())
    assert found.projected() == {}


async def test_what_was_saved_is_what_the_same_tokens_would_have_cost_less_what_they_did(
    db: Db, database: Database
) -> None:
    owner, yesterday = await factories.person(db), MONDAY_MORNING - timedelta(days=1)
    await call(db, owner, READ)
    await call(db, owner, READ, DATED, at=yesterday)
    await call(db, owner, Usage(1, 1, 9), HAIKU, role=Role.OBSERVER)
    await call(db, owner, Usage(0, 4, 1_000_000), HAIKU, role=Role.OBSERVER)
    await call(db, owner, Usage(900, 80), "offline", provider="offline")
    await call(db, owner, READ, at=MONDAY_MORNING - timedelta(days=30))

    found = await look(database)

    small, small_plain, long, long_plain = 1, 2, 50_010, 500_010
    assert found.microusd == 2 * READ_COST + small + long
    assert found.uncached_microusd == 2 * READ_PLAIN + small_plain + long_plain
    assert found.saved_microusd == found.uncached_microusd - found.microusd
    assert [(row.role, row.model, row.calls) for row in found.by_model] == [
        ("coach", SONNET, 1),
        ("coach", DATED, 1),
        ("observer", HAIKU, 2),
    ]
    assert found.by_model[0].prompt_tokens == 6255
    assert found.by_day == (
        DaySpent(MONDAY_MORNING.date(), READ_COST + small + long, READ_PLAIN + 2 + long_plain),
        DaySpent(yesterday.date(), READ_COST, READ_PLAIN),
    )


async def test_an_interaction_has_its_tokens_its_tools_and_its_share_of_a_month(
    db: Db, database: Database
) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    turn = await factories.exchange(db, owner, session)
    await factories.exchange(db, owner, session, "And one more.")
    await call(db, owner, READ, turn_id=turn.id)
    async with db.unit(owner, write=True) as s:
        s.add_all(
            ToolCall(
                user_id=owner,
                turn_id=turn.id,
                step=0,
                ordinal=ordinal,
                call_id=f"call_{ordinal}",
                name="save_win",
                status=status,
                created_at=MONDAY_MORNING,
            )
            for ordinal, status in enumerate((ToolStatus.DONE, ToolStatus.FAILED, ToolStatus.DONE))
        )

    found = await look(database)

    assert found.interactions == 2
    assert found.tools == (ToolCount("save_win", calls=3, failed=1),)
    assert found.an_interaction(found.tool_calls) == 1.5
    assert found.an_interaction(found.tokens) == (6255 + 181) / 2
    month = READ_COST / 2 * 5 * 30
    assert found.projected() == {10: month * 10, 100: month * 100, 1000: month * 1000}
