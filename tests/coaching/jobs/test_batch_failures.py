"""Whatever goes wrong with a batch, the run asks directly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from coaching.jobs.batch import GIVEN_UP_AFTER
from coaching.values.enums import Trigger
from tests.support.batched import DIRECT, NO_DOOR, calls, later, message, only, silent
from tests.support.model_batches import errored, succeeded
from tests.support.model_events import reply
from tests.support.model_server import fails, streams
from tests.support.strategist_runs import job, newest

if TYPE_CHECKING:
    from tests.support.bare_engine import BareEngine
    from tests.support.model_server import ModelServer


FAILED = [errored(), errored("invalid_request_error"), {"type": "expired"}, {"type": "canceled"}]


@pytest.mark.slow
@pytest.mark.parametrize("result", FAILED, ids=["errored", "refused", "expired", "canceled"])
async def test_a_batch_without_an_answer_is_asked_for_at_once(
    engine: BareEngine, server: ModelServer, result: dict[str, Any]
) -> None:
    owner = (await silent(engine)).user_id
    only(server).end(result)
    server.script(DIRECT)

    await later(engine)

    assert await newest(engine, owner) is not None
    assert len(server.bodies) == 1
    (call,) = await calls(engine, owner)
    assert call.model == "claude-sonnet-5-5"
    assert server.batches.deleted == [only(server).id]


async def test_what_the_provider_declines_is_booked_and_asked_for_at_once(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = (await silent(engine)).user_id
    only(server).end(succeeded(message("", stop_reason="refusal")))
    server.script(DIRECT)

    await later(engine)

    assert await newest(engine, owner) is not None
    assert [call.outcome for call in await calls(engine, owner)] == ["refused", "done"]


async def test_a_batch_that_is_unknown_there_is_asked_for_at_once(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = (await silent(engine)).user_id
    server.batches.all.clear()
    server.script(DIRECT)

    await later(engine)

    assert await newest(engine, owner) is not None


async def test_an_answer_that_cannot_be_used_goes_back_directly_with_the_reasons(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = (await silent(engine)).user_id
    only(server).end(succeeded(message(NO_DOOR)))
    server.script(DIRECT)

    await later(engine)

    assert await newest(engine, owner) is not None
    (again,) = server.bodies
    assert "doors: none is left" in str(again["messages"])
    assert [call.outcome for call in await calls(engine, owner)] == ["refused", "done"]


async def test_after_two_answers_that_cannot_be_used_the_next_run_asks_directly(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = (await silent(engine)).user_id
    only(server).end(succeeded(message(NO_DOOR)))
    server.script(streams(reply(NO_DOOR)), DIRECT)
    await later(engine)
    assert await newest(engine, owner) is None

    await later(engine)

    assert await newest(engine, owner) is not None
    assert [call.outcome for call in await calls(engine, owner)] == ["refused", "refused", "done"]
    assert server.batches.deleted == [only(server).id]


async def test_a_service_without_batches_is_asked_at_once(
    engine: BareEngine, server: ModelServer
) -> None:
    server.has_batches = False
    server.script(DIRECT)

    owner = (await silent(engine)).user_id

    assert await newest(engine, owner) is not None
    assert len(server.bodies) == 1
    assert [call.outcome for call in await calls(engine, owner)] == ["done"]


async def test_while_the_service_is_away_the_batch_is_waited_for(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = (await silent(engine)).user_id
    only(server).end(succeeded(message()))
    server.refuses_batches = fails(529, "overloaded_error", x_should_retry="false")
    await later(engine)
    assert await newest(engine, owner) is None

    server.refuses_batches = None
    await later(engine)

    assert await newest(engine, owner) is not None
    assert (await job(engine, owner, Trigger.SESSION_END)).attempts == 1


async def test_a_batch_that_never_ends_is_given_up_after_a_day(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = (await silent(engine)).user_id
    server.script(DIRECT)

    await later(engine, GIVEN_UP_AFTER)

    assert await newest(engine, owner) is not None
    assert len(server.bodies) == 1
    assert [call.outcome for call in await calls(engine, owner)] == ["done"]
