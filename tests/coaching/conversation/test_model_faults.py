"""What a person gets when the model's service fails, or at the day's limit."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.conversation import accept, retry, subscribe
from coaching.models import MessageRole
from coaching.values.events import Delta, TurnDone, TurnError
from tests.support import factories
from tests.support.hearing import events, message_of
from tests.support.model_events import end, sse, start, text_block
from tests.support.model_server import Play, Until, fails, streams
from tests.support.model_talks import FINE, claude_at, coached, serves

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.values.events import TurnEvent
    from tests.coaching.conversation.conftest import StartEngine


DOWN = fails(503, x_should_retry="false")
TECHNICAL = ("401", "403", "413", "429", "key", "API", "limit", "error", "model", "anthropic")


async def says(coaching: Coaching, owner: UUID, text: str) -> tuple[UUID, TurnEvent]:
    accepted = await accept(coaching, owner, text, f"client {text}")
    return accepted.turn_id, (await events(coaching, owner, accepted.turn_id))[-1]


async def answered(coaching: Coaching, owner: UUID, text: str) -> TurnDone:
    _, last = await says(coaching, owner, text)
    assert isinstance(last, TurnDone)
    return last


@pytest.mark.slow
@pytest.mark.parametrize(
    "play",
    [
        fails(401, "authentication_error"),
        fails(402, "billing_error"),
        fails(403, "permission_error"),
        fails(413, "request_too_large"),
        fails(429, "rate_limit_error", code="enforced_spend_limit_reached"),
    ],
    ids=["key", "bill", "permission", "too large", "spend limit"],
)
async def test_what_an_admin_has_to_mend_costs_nobody_their_words(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock, play: Play
) -> None:
    server = serves(play)
    coaching = await start_engine(claude_at(server, clock))
    turn_id, error = await says(coaching, owner, "I opened one.")
    assert isinstance(error, TurnError)
    assert (error.code, error.retryable, len(coached(server))) == ("MODEL_UNAVAILABLE", True, 1)
    assert not [word for word in TECHNICAL if word in error.error]
    said = await message_of(coaching, owner, turn_id, MessageRole.USER)
    assert said is not None
    assert said.text == "I opened one."
    await retry(coaching, owner, turn_id)
    last = (await events(coaching, owner, turn_id))[-1]
    assert isinstance(last, TurnDone)
    assert last.text == "Claude says this."


async def test_a_weakness_that_passes_is_one_reply(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    server = serves(fails(503, retry_after_ms="1"), fails(529, "overloaded_error"))
    coaching = await start_engine(claude_at(server, clock))
    heard = await answered(coaching, owner, "Hello")
    assert (heard.model, heard.text) == ("claude", "Claude says this.")
    assert len(coached(server)) == 3


async def fail_five_times(coaching: Coaching, owner: UUID) -> None:
    for number in range(5):
        _, last = await says(coaching, owner, f"Number {number}")
        assert isinstance(last, TurnError)


async def test_while_the_model_rests_the_offline_coach_answers_at_once(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    server = serves(then=DOWN)
    coaching = await start_engine(claude_at(server, clock))
    await fail_five_times(coaching, owner)
    assert await coaching.absence(owner) == "away"
    assert coaching.model_state == "open"
    heard = await answered(coaching, owner, "I looked at it.")
    assert (heard.model, len(coached(server))) == ("offline", 5)


async def test_who_asks_a_model_that_is_still_away_gets_the_offline_coach(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    server = serves(then=DOWN)
    coaching = await start_engine(claude_at(server, clock))
    await fail_five_times(coaching, owner)
    clock.move(timedelta(seconds=31))
    assert (await answered(coaching, owner, "I looked at it.")).model == "offline"
    assert len(coached(server)) == 6
    assert (await answered(coaching, owner, "And again.")).model == "offline"
    assert len(coached(server)) == 6


async def test_a_model_that_is_back_goes_on_in_the_same_conversation(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    server = serves(*[DOWN] * 5)
    coaching = await start_engine(claude_at(server, clock))
    await fail_five_times(coaching, owner)
    offline = await answered(coaching, owner, "I looked at it.")
    clock.move(timedelta(seconds=31))
    heard = await answered(coaching, owner, "Still there.")
    assert (heard.model, await coaching.absence(owner)) == ("claude", "")
    said = [block["text"] for m in coached(server)[-1]["messages"] for block in m["content"]]
    assert [text for text in said if text in {"I looked at it.", offline.text, "Still there."}] == [
        "I looked at it.",
        offline.text,
        "Still there.",
    ]


async def test_a_try_that_breaks_off_after_words_is_interrupted_as_ever(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    cut = streams(sse(start(), *text_block("You looked")[:2]))
    coaching = await start_engine(claude_at(serves(*[DOWN] * 5, cut), clock))
    await fail_five_times(coaching, owner)
    clock.move(timedelta(seconds=31))
    _, last = await says(coaching, owner, "I looked at it.")
    assert isinstance(last, TurnError)
    assert (last.partial_text, last.retryable) == ("You looked", True)


async def test_the_limit_of_the_day_is_asked_before_each_call(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    server = serves()
    coaching = await start_engine(claude_at(server, clock), cost_limit_usd_per_day=0.0001)
    assert (await answered(coaching, owner, "Hello")).model == "claude"
    await coaching.runner.idle()
    assert (await answered(coaching, owner, "And now?")).model == "offline"
    assert await coaching.absence(owner) == "over_limit"
    assert len(coached(server)) == 1


async def test_a_service_that_says_nothing_of_its_cost_does_not_evade_the_limit(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    nothing = streams(
        sse(start(input_tokens=0, cache_creation_input_tokens=0, cache_read_input_tokens=0,
                  cache_creation={}, output_tokens=0),
            *text_block("Free."), *end(usage={"output_tokens": 0}))
    )  # fmt: skip
    server = serves(then=nothing)
    coaching = await start_engine(claude_at(server, clock), cost_limit_usd_per_day=0.001)
    assert (await answered(coaching, owner, "Hello")).model == "claude"
    assert (await answered(coaching, owner, "And now?")).model == "offline"


async def test_nothing_is_asked_when_nothing_may_be_spent(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    server = serves()
    coaching = await start_engine(claude_at(server, clock), cost_limit_usd_per_day=0)
    assert (await answered(coaching, owner, "Hello")).model == "offline"
    await coaching.jobs._loop.run_due()
    assert server.bodies == []


async def test_calls_that_run_count_before_they_end(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    held = asyncio.Event()
    play = streams(sse(start(), *text_block("One.")[:2]), Until(held), sse(*end()))
    coaching = await start_engine(claude_at(serves(play), clock), cost_limit_usd_per_day=0.004)
    stranger = await factories.person(coaching.db, provider="Anthropic")
    first = await accept(coaching, owner, "Hello", "m1")
    async for event in subscribe(coaching, owner, first.turn_id):
        if isinstance(event.event, Delta):
            break
    assert (await answered(coaching, stranger, "Hello")).model == "offline"
    held.set()
    await events(coaching, owner, first.turn_id)


TOO_LONG = Play(
    (
        json.dumps(
            {
                "type": "error",
                "error": {
                    "type": "invalid_request_error",
                    "message": "prompt is too long: 1200000 tokens > 1000000 maximum",
                },
            }
        ).encode(),
    ),
    status=400,
    headers={"content-type": "application/json"},
)
CUT_BY_ITS_WINDOW = streams(sse(start(), *end("model_context_window_exceeded")))


@pytest.mark.parametrize("play", [TOO_LONG, CUT_BY_ITS_WINDOW], ids=["refused", "no room left"])
async def test_a_session_that_is_too_long_is_condensed_and_asked_once_more(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock, play: Play
) -> None:
    server = serves(FINE, FINE, play)
    coaching = await start_engine(claude_at(server, clock))
    for text in ("The first thing.", "The second thing."):
        await answered(coaching, owner, text)
    heard = await answered(coaching, owner, "The third thing.")
    assert heard.text == "Claude says this."
    before, after = (body["messages"] for body in coached(server)[-2:])
    assert len(after) < len(before)
    assert "- The first thing." in str(after[0])
    assert "The third thing." in str(after[-1])
    await answered(coaching, owner, "The fourth thing.")
    assert coached(server)[-1]["messages"][0]["content"] == after[0]["content"]


@pytest.mark.both_databases
async def test_a_session_that_stays_too_long_keeps_the_words_and_offers_a_retry(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    server = serves(FINE, FINE, then=TOO_LONG)
    coaching = await start_engine(claude_at(server, clock))
    for text in ("The first thing.", "The second thing."):
        await answered(coaching, owner, text)
    _, last = await says(coaching, owner, "The third thing.")
    assert isinstance(last, TurnError)
    assert (last.code, last.retryable, len(coached(server))) == ("MODEL_UNAVAILABLE", True, 4)


@pytest.mark.parametrize("play", [TOO_LONG, CUT_BY_ITS_WINDOW], ids=["refused", "no room left"])
async def test_what_is_too_long_with_earlier_conversations_is_asked_with_their_notes(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock, play: Play
) -> None:
    server = serves(FINE, play)
    coaching = await start_engine(claude_at(server, clock))
    await answered(coaching, owner, "My brother texted again.")
    clock.move(timedelta(days=2))

    heard = await answered(coaching, owner, "I told Dan.")
    await answered(coaching, owner, "On Saturday.")

    assert heard.text == "Claude says this."
    refused, asked, later = (str(body["system"]) for body in coached(server)[-3:])
    assert "My brother texted again." in refused
    assert "<transcript" not in asked
    assert "My brother texted again." not in asked
    assert later == asked
