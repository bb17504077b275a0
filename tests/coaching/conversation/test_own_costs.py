"""A person's own costs, played against a service that speaks the Messages API."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from structlog.testing import capture_logs

from coaching.conversation import accept, open_kind
from coaching.domains.own_costs import service as own_costs
from coaching.models import ConversationKind
from coaching.services import profiles
from coaching.values.events import TurnDone
from tests.support.hearing import events
from tests.support.model_events import end, sse, start, text_block
from tests.support.model_server import fails, streams
from tests.support.model_talks import claude_at, coached, serves

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.domains.own_costs.service import OwnCosts
    from tests.coaching.conversation.conftest import StartEngine
    from tests.support.model_server import Body, Play


LARGE, SMALL, OWN = "claude-opus-5-5", "claude-haiku-5-5", "claude-sonnet-5-5"
LONG_QUESTION = "Is a money market fund safe? And is it taxed?"


def as_asked(body: Body) -> Play:
    """Answer as the model that was asked."""
    return streams(sse(start(body["model"]), *text_block("I see."), *end()))


async def answered(coaching: Coaching, owner: UUID, text: str, told: str = "") -> str:
    accepted = await accept(coaching, owner, text, told or text)
    last = (await events(coaching, owner, accepted.turn_id))[-1]
    assert isinstance(last, TurnDone)
    await coaching.runner.idle()
    return last.model


async def costs(coaching: Coaching, owner: UUID) -> OwnCosts:
    async with coaching.unit(owner) as s:
        return await own_costs.read(s, owner, coaching.settings, now=coaching.clock.now())


async def save(coaching: Coaching, owner: UUID) -> None:
    async with coaching.unit(owner, write=True) as s:
        await profiles.change(s, owner, at=coaching.clock.now(), saving_mode=True)


async def test_each_call_is_listed_and_logged_with_its_model_and_reason(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    server = serves(then=as_asked)
    coaching = await start_engine(claude_at(server, clock))
    with capture_logs() as logs:
        await answered(coaching, owner, "Hello")
        await open_kind(coaching, owner, ConversationKind.RESEARCH)
        for text in ("Thanks, go on.", "What is a money market fund?", LONG_QUESTION):
            await answered(coaching, owner, text)
        await save(coaching, owner)
        await answered(coaching, owner, LONG_QUESTION, "again")

    asked = [OWN, SMALL, OWN, LARGE, OWN]
    assert [body["model"] for body in coached(server)] == asked
    found = await costs(coaching, owner)
    assert {(row.reason, row.model) for row in found.calls if row.role == "coach"} == {
        ("voice", OWN),
        ("simple", SMALL),
        ("tools", OWN),
        ("deep", LARGE),
        ("saving", OWN),
    }
    called = [line for line in logs if line["event"] == "model_called" and line["role"] == "coach"]
    why = ["voice", "simple", "tools", "deep", "saving"]
    assert [(line["reason"], line["model"]) for line in called] == list(
        zip(why, asked, strict=True)
    )
    assert found.micro_usd == sum(row.micro_usd for row in found.calls) > 0
    assert (found.is_saving, found.messages_today) == (True, 5)


async def test_a_large_model_that_is_gone_leaves_the_reply_to_the_usual_one(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    server = serves(fails(404, "not_found_error"))
    coaching = await start_engine(claude_at(server, clock))
    await open_kind(coaching, owner, ConversationKind.RESEARCH)
    for told in ("once", "twice"):
        assert await answered(coaching, owner, LONG_QUESTION, told) == "claude"
    assert [body["model"] for body in coached(server)] == [LARGE, OWN, OWN]


async def test_the_month_has_a_limit_for_each_person_and_begins_anew(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    server = serves()
    coaching = await start_engine(
        claude_at(server, clock), cost_limit_usd_per_person_per_month=0.0001
    )
    assert await answered(coaching, owner, "Hello") == "claude"
    assert await answered(coaching, owner, "And now?") == "offline"
    assert await coaching.absence(owner) == "over_month"
    found = await costs(coaching, owner)
    assert found.limit_micro_usd == 100 < found.micro_usd

    clock.move(found.resets_at - clock.now() + timedelta(minutes=1))
    assert await answered(coaching, owner, "A new month") == "claude"
    assert (await costs(coaching, owner)).started_at == found.resets_at
