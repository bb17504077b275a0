"""A session that ended by the button is read in a batch too; whoever comes back doesn't wait."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.services import accounts
from coaching.services import batches as waiting
from coaching.services.jobs import ask_after_session
from tests.support import factories
from tests.support.batched import DIRECT, calls, later, left, message, only, run
from tests.support.model_batches import errored, succeeded
from tests.support.strategist_runs import newest

if TYPE_CHECKING:
    from tests.support.bare_engine import BareEngine
    from tests.support.model_server import ModelServer


async def test_a_session_that_was_ended_by_the_button_is_read_in_a_batch_too(
    engine: BareEngine, server: ModelServer
) -> None:
    owner, _ = await left(engine)
    assert await newest(engine, owner) is None
    assert server.bodies == []

    only(server).end(succeeded(message()))
    await later(engine)

    assert await newest(engine, owner) is not None
    (call,) = await calls(engine, owner)
    assert call.model == "batch/claude-sonnet-5-5"


@pytest.mark.parametrize(
    ("minutes", "runs"), [(3, False), (20, True)], ids=["looks around", "comes back"]
)
async def test_whoever_ended_it_and_opens_the_app_again_does_not_wait(
    engine: BareEngine, server: ModelServer, minutes: int, *, runs: bool
) -> None:
    owner, _ = await left(engine)
    engine.clock.move(timedelta(minutes=minutes))
    server.script(DIRECT)

    async with engine.db.unit(owner, write=True) as s:
        assert await waiting.keeps_waiting(s, owner, now=engine.clock.now()) is runs
        if runs:
            await waiting.begin(s, owner, now=engine.clock.now())
    await run(engine)

    assert (await newest(engine, owner) is not None) is runs


async def test_a_sign_in_elsewhere_after_the_end_begins_the_run(
    engine: BareEngine, server: ModelServer
) -> None:
    owner, _ = await left(engine)
    engine.clock.move(timedelta(minutes=20))
    server.script(DIRECT)

    async with engine.db.unit(owner, write=True) as s:
        await accounts.start_session(s, owner, now=engine.clock.now())
    await run(engine)

    assert await newest(engine, owner) is not None


async def test_whoever_ended_it_and_begins_the_next_one_does_not_wait(
    engine: BareEngine, server: ModelServer
) -> None:
    owner, session = await left(engine)
    server.script(DIRECT)
    await factories.conversation(engine.db, owner, at=engine.clock.now())

    async with engine.db.unit(owner, write=True) as s:
        await ask_after_session(s, owner, session, at=engine.clock.now())
    await run(engine)

    assert await newest(engine, owner) is not None


async def test_a_batch_that_failed_after_the_button_is_asked_for_directly(
    engine: BareEngine, server: ModelServer
) -> None:
    owner, _ = await left(engine)
    only(server).end(errored())
    server.script(DIRECT)

    await later(engine)

    assert await newest(engine, owner) is not None
    (call,) = await calls(engine, owner)
    assert call.model == "claude-sonnet-5-5"
