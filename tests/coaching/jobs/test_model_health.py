from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.jobs import model_health as sweep
from coaching.repositories import audit
from coaching.services import model_health
from tests.support.model_asking import heard, request
from tests.support.model_events import reply
from tests.support.model_server import fails, streams
from tests.support.model_talks import claude_at, serves

if TYPE_CHECKING:
    from coaching.services.model_health import KeptHealth
    from tests.support.bare_engine import BareEngine
    from tests.support.model_server import Play

REFUSED = fails(401, "authentication_error")
GONE = fails(404, "not_found_error")


async def asked(engine: BareEngine, *plays: Play) -> None:
    """Ask a model that answers so, once for each."""
    engine.llm = llm = claude_at(serves(*plays), engine.clock)
    for play in plays:
        if play is not GONE:
            await heard(llm, request())


async def kept(engine: BareEngine) -> KeptHealth | None:
    await sweep.run(engine)
    async with engine.db.system("test") as s:
        return await model_health.read(s)


async def alerts(engine: BareEngine) -> list[str]:
    async with engine.db.system("test") as s:
        entries = await audit.newest(s)
    return [e.details["kind"] for e in entries if e.action == "model_fault"]


async def test_the_admin_reads_what_the_engine_saw(engine: BareEngine) -> None:
    await asked(engine, REFUSED, REFUSED)
    found = await kept(engine)
    assert found is not None
    assert (found.state, found.fault, found.fault_is_over) == ("open", "authentication", False)
    assert found.fault_at == engine.clock.now()
    assert sorted(await alerts(engine)) == ["authentication", "resting"]


async def test_an_alert_comes_once_a_day_and_cause(engine: BareEngine) -> None:
    for _ in range(2):
        await asked(engine, REFUSED)
        await sweep.run(engine)
    assert await alerts(engine) == ["authentication"]
    engine.clock.move(timedelta(days=1))
    await asked(engine, REFUSED)
    await sweep.run(engine)
    assert await alerts(engine) == ["authentication"] * 2


async def test_a_retired_model_is_an_alert(engine: BareEngine) -> None:
    await asked(engine, GONE, streams(reply("fine")))
    found = await kept(engine)
    assert found is not None
    assert (found.gone, found.models["coach"]) == (("claude-sonnet-5-5",), "claude-opus-5-5")
    assert await alerts(engine) == ["no_such_model"]


async def test_without_news_nothing_is_written(engine: BareEngine) -> None:
    await asked(engine, REFUSED)
    assert await sweep.run(engine)
    assert not await sweep.run(engine)


async def test_a_model_that_is_no_service_has_nothing_to_tell(engine: BareEngine) -> None:
    assert not await sweep.run(engine)
    assert await kept(engine) is None
