"""Whole turns that look something up, with places that answer and places that don't."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlmodel import select

from coaching.agents.tool_calls import AFTER_READING, ENOUGH
from coaching.conversation import accept, stop
from coaching.llm.scripted import ScriptedLLM, always, calls, parses, says, together
from coaching.models import ToolCall, ToolStatus
from coaching.services import profiles, web_lookup
from coaching.tools import COACH_TOOLS
from coaching.values.enums import Role
from coaching.values.events import ToolProgress, TurnDone
from coaching.values.observation import Observation
from coaching.web import lookups
from coaching.web.client import certificates
from tests.support import factories
from tests.support.hearing import events
from tests.support.outside import (
    FAULTS,
    KEY,
    MISSING,
    SILENT,
    Outside,
    pages,
    results,
    summary,
)
from tests.support.tool_loops import results as told_in

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.llm.port import Request
    from coaching.llm.scripted import Scripted, Step
    from coaching.values.events import TurnEvent
    from tests.coaching.conversation.conftest import StartEngine
    from tests.support.model_server import Play


NOTHING = always(parses(Observation.model_validate({"signals": [], "safety_level": "none"})))
ASKS = "Where can I get help with a debt for free?"
CHARITY = {"title": "StepChange", "url": "https://www.stepchange.org/", "description": "Free help."}
SEARCH = calls("web_search", query="free debt advice", num_results=5)
READ = calls("wikipedia_search", query="Compound interest")
WORST = {name: FAULTS[name] for name in ("gone", "asked too often", "a page in its place")}
CANNOT = "I couldn't look that up just now. What made you wonder?"


def honest(request: Request) -> Step:
    """Say what a model says that does what a result tells it."""
    (result,) = told_in(request)
    could_not = "could not be looked up" in result["content"] and result["is_error"]
    return says(CANNOT if could_not else "StepChange gives free help, says Brave Search.")


@pytest.fixture
async def start(
    start_engine: StartEngine, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Callable[..., Any]]:
    """Return a function that starts an engine whose places to look are all a stand-in."""
    certificates()
    monkeypatch.setattr(lookups, "SECONDS", 3.0)
    async with AsyncExitStack() as stack:

        async def begin(outside: Outside, *steps: Scripted, **changes: Any) -> Coaching:
            url = await stack.enter_async_context(outside.listening())
            places: dict[str, Any] = {
                "brave_base_url": url,
                "brave_search_api_key": KEY,
                "wikipedia_base_url": f"{url}/api/rest_v1",
            }
            return await start_engine(ScriptedLLM(steps, observer=[NOTHING]), **places | changes)

        yield begin


async def say(coaching: Coaching, owner: UUID, text: str = ASKS) -> list[TurnEvent]:
    accepted = await accept(coaching, owner, text, f"client {text}")
    return await events(coaching, owner, accepted.turn_id)


def shown(heard: list[TurnEvent]) -> list[str]:
    return [event.label for event in heard if isinstance(event, ToolProgress)]


def reply(heard: list[TurnEvent]) -> str:
    last = heard[-1]
    assert isinstance(last, TurnDone)
    return last.text


def requests(coaching: Coaching) -> list[Request]:
    assert isinstance(coaching.llm, ScriptedLLM)
    return [request for request in coaching.llm.requests if request.role is Role.COACH]


@pytest.mark.both_databases
async def test_a_fact_is_looked_up_and_its_source_named(start: Any, owner: UUID) -> None:
    coaching = await start(Outside(results(CHARITY)), SEARCH, honest)

    heard = await say(coaching, owner)

    assert reply(heard) == "StepChange gives free help, says Brave Search."
    assert shown(heard) == ["Searching the web", "Searched the web"]
    (result,) = told_in(requests(coaching)[1])
    for word in (*CHARITY.values(), "words_of_strangers", web_lookup.FOUND):
        assert word in result["content"]
    async with coaching.unit(owner) as s:
        (call,) = (await s.exec(select(ToolCall))).all()
    assert (call.status, call.result["data"]["source"]) == (ToolStatus.DONE, "Brave Search")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tool", "faults"), [(SEARCH, FAULTS), (READ, WORST)], ids=["web", "wikipedia"]
)
async def test_whatever_fails_costs_nobody_their_reply(
    start: Any,
    owner: UUID,
    monkeypatch: pytest.MonkeyPatch,
    tool: Step,
    faults: dict[str, tuple[Play, str]],
) -> None:
    monkeypatch.setattr(lookups, "SECONDS", 1.5)
    plays = [play for play, _ in faults.values()]
    what = "the web" if tool is SEARCH else "Wikipedia"
    coaching = await start(Outside(then=lambda _: plays[0]), *[tool, honest] * len(plays))

    for name, (_, kind) in faults.items():
        heard = await say(coaching, owner, f"{ASKS} ({name})")

        failed = [f"Searching {what}", "", f"Couldn’t search {what}"]
        assert (reply(heard), shown(heard)) == (CANNOT, failed), name
        (result,) = told_in(requests(coaching)[-1])
        assert f"({kind})" in result["content"], name
        plays.pop(0)


async def test_what_is_not_in_wikipedia_may_be_on_the_web(start: Any, owner: UUID) -> None:
    coaching = await start(Outside(MISSING, pages(), results(CHARITY)), READ, SEARCH, honest)

    assert "StepChange" in reply(await say(coaching, owner))
    assert web_lookup.NOTHING in told_in(requests(coaching)[1])[0]["content"]


async def test_while_nobody_answers_the_database_is_free_and_stop_stops(
    start: Any, owner: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "SECONDS", 60.0)
    outside = Outside(then=SILENT)
    coaching = await start(outside, SEARCH)
    accepted = await accept(coaching, owner, ASKS, "m1")
    async with asyncio.timeout(30):
        await outside.is_asked.wait()
        async with coaching.unit(owner, write=True) as s:
            await s.exec(select(ToolCall))
        await stop(coaching, owner, accepted.turn_id)
        last = (await events(coaching, owner, accepted.turn_id))[-1]

    assert isinstance(last, TurnDone)
    assert last.status == "stopped"


@pytest.mark.usefixtures("loose_scripts")  # the Strategist comes after a day, and is not heard here
async def test_in_a_crisis_and_two_days_after_it_nothing_is_looked_up(
    start: Any, owner: UUID, clock: FrozenClock
) -> None:
    outside = Outside(then=results(CHARITY))
    twice = (SEARCH, says("I'm here."))
    coaching = await start(outside, *twice, *twice, SEARCH, honest)

    await say(coaching, owner, "I want to kill myself.")
    clock.move(timedelta(hours=47))
    await say(coaching, owner, "And now? Where do I get help with a debt?")

    assert outside.asked == []
    for request in (requests(coaching)[1], requests(coaching)[3]):
        assert web_lookup.QUIET in told_in(request)[0]["content"]
    clock.move(timedelta(hours=2))
    await say(coaching, owner)
    assert len(outside.asked) == 1


async def test_everybody_has_the_same_tools_in_every_turn(start: Any, owner: UUID) -> None:
    coaching = await start(Outside(), *[says("I'm here.")] * 3)
    other = await factories.person(coaching.db, provider="Anthropic")

    await say(coaching, owner)
    await say(coaching, owner, "I want to kill myself.")
    await say(coaching, other)

    first, *others = (request.tools for request in requests(coaching))
    assert all(tools == first for tools in others)
    names = [tool.name for tool in first]
    ours = [tool.name for tool in COACH_TOOLS]
    assert names == [*ours, "wikipedia_search", "web_search", "fetch_url"]


async def test_the_offline_coach_is_given_nothing_to_look_things_up_with(
    start: Any, owner: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    coaching = await start(Outside(), says("I follow rules."))
    monkeypatch.setattr(coaching.llm, "name", "offline")
    coaching.offline = coaching.llm

    await say(coaching, owner)

    assert requests(coaching)[0].tools == tuple(tool.spec for tool in COACH_TOOLS)


@pytest.mark.parametrize(
    "query",
    [
        "who is mara@example.org",
        "account 12345678",
        "my pin is 4711",
        "GB29NWBK60161331926819",
    ],
)
async def test_what_could_tell_who_it_is_never_leaves(start: Any, owner: UUID, query: str) -> None:
    outside = Outside()
    coaching = await start(outside, calls("web_search", query=query), says("I left that out."))

    await say(coaching, owner)

    assert outside.asked == []
    assert web_lookup.NOT_SENT in told_in(requests(coaching)[1])[0]["content"]


async def test_a_long_query_is_answered_with_how_long_it_may_be(start: Any, owner: UUID) -> None:
    outside = Outside()
    coaching = await start(outside, calls("web_search", query="x" * 201), says("Never mind."))

    await say(coaching, owner)

    assert outside.asked == []
    assert "at most 200" in told_in(requests(coaching)[1])[0]["content"]


@pytest.mark.parametrize("most", [3, 1], ids=["usual", "saving"])
async def test_a_reply_looks_up_three_things_or_one(start: Any, owner: UUID, most: int) -> None:
    four = together(*(calls("web_search", query=f"debt help {n}") for n in "abcd"))
    coaching = await start(outside := Outside(then=results(CHARITY)), four, says("Here."))
    async with coaching.unit(owner, write=True) as s:
        await profiles.change(s, owner, at=coaching.clock.now(), saving_mode=most == 1)
    await say(coaching, owner)
    assert len(outside.asked) == most
    assert ENOUGH in told_in(requests(coaching)[1])[most]["content"]


async def test_two_people_with_one_question_send_it_once(start: Any, owner: UUID) -> None:
    outside = Outside(summary("Compound interest", "Interest on interest."))
    coaching = await start(outside, READ, says("So."), READ, says("So."))
    other = await factories.person(coaching.db, provider="Anthropic")

    await say(coaching, owner)
    await say(coaching, other)

    assert len(outside.asked) == 1
    assert "Interest on interest." in told_in(requests(coaching)[3])[0]["content"]


async def test_after_strangers_were_read_nothing_is_saved_and_nothing_more_goes_out(
    start: Any, owner: UUID
) -> None:
    outside = Outside(then=results(CHARITY))
    more = together(calls("save_win", text="Read a page"), calls("web_search", query="her name"))
    coaching = await start(outside, SEARCH, more, says("Here."))

    await say(coaching, owner)

    assert len(outside.asked) == 1
    told = [result["content"] for result in told_in(requests(coaching)[2])]
    assert all(AFTER_READING in content for content in told)


@pytest.mark.parametrize("first", ["web_search", "wikipedia_search"])
async def test_a_key_and_an_address_decide_what_is_offered(
    start: Any, owner: UUID, first: str
) -> None:
    off = {
        "web_search": {"brave_search_api_key": ""},
        "wikipedia_search": {"wikipedia_base_url": ""},
    }
    coaching = await start(Outside(), says("I'm here."), **off[first])

    await say(coaching, owner)

    assert first not in [tool.name for tool in requests(coaching)[0].tools]
