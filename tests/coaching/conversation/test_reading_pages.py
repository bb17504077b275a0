"""Whole turns that read a page which the person named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from coaching.conversation import accept
from coaching.llm.scripted import ScriptedLLM, always, calls, parses, says
from coaching.services import web_lookup
from coaching.values.enums import Role
from coaching.values.events import ToolProgress, TurnDone
from coaching.values.observation import Observation
from coaching.web import Pages, lookups
from tests.support.hearing import events
from tests.support.open_web import WORDS, OpenWeb, in_this_process
from tests.support.tool_loops import results as told_in

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.llm.scripted import Scripted
    from coaching.values.events import TurnEvent
    from tests.coaching.conversation.conftest import StartEngine


NOTHING = always(parses(Observation.model_validate({"signals": [], "safety_level": "none"})))
PAGE = "http://bank.test/basic"
READ = calls("fetch_url", url=PAGE)


async def say(
    start_engine: StartEngine, owner: UUID, web: OpenWeb, *steps: Scripted, texts: tuple[str, ...]
) -> tuple[list[TurnEvent], Any]:
    llm = ScriptedLLM(steps, observer=[NOTHING])
    coaching = await start_engine(llm)
    heard: list[TurnEvent] = []
    for number, text in enumerate(texts):
        accepted = await accept(coaching, owner, text, f"m{number}")
        heard = await events(coaching, owner, accepted.turn_id)
    asked = [request for request in llm.requests if request.role is Role.COACH]
    return heard, asked


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> OpenWeb:
    found = OpenWeb()
    monkeypatch.setattr(lookups, "Pages", lambda: Pages(found.network(), extract=in_this_process))
    return found


async def test_a_page_they_named_is_read_and_its_source_stays_a_link(
    start_engine: StartEngine, owner: UUID, web: OpenWeb
) -> None:
    answer = says(f"It has no overdraft ([the bank]({PAGE})).")
    async with web.listening():
        heard, asked = await say(
            start_engine, owner, web, READ, answer, texts=(f"What does {PAGE} say?",)
        )
    (result,) = told_in(asked[1])
    assert WORDS in result["content"]
    assert web_lookup.READ in result["content"]
    shown = [event.label for event in heard if isinstance(event, ToolProgress)]
    assert shown == ["Reading the page", "Read the page"]
    assert isinstance(heard[-1], TurnDone)
    assert PAGE in heard[-1].text


@pytest.mark.parametrize("named", ["it is bank.test/basic", f"see {PAGE}."])
async def test_an_address_of_an_earlier_message_may_be_read(
    start_engine: StartEngine, owner: UUID, web: OpenWeb, named: str
) -> None:
    url = PAGE if "http" in named else "https://bank.test/basic"
    steps = (says("Shall I?"), calls("fetch_url", url=url), says("So."))
    async with web.listening():
        _, asked = await say(start_engine, owner, web, *steps, texts=(named, "Yes, please."))
    assert web.resolved == ["bank.test"]
    assert web_lookup.NOT_GIVEN not in told_in(asked[2])[0]["content"]


async def test_an_address_that_nobody_named_is_not_read(
    start_engine: StartEngine, owner: UUID, web: OpenWeb
) -> None:
    async with web.listening():
        _, asked = await say(
            start_engine, owner, web, READ, says("Which one?"), texts=("Read me something.",)
        )
    assert web_lookup.NOT_GIVEN in told_in(asked[1])[0]["content"]
    assert web.resolved == []


async def test_a_page_that_cannot_be_read_is_an_answer(
    start_engine: StartEngine, owner: UUID, web: OpenWeb
) -> None:
    web.names["bank.test"] = ("10.0.0.1",)
    async with web.listening():
        heard, asked = await say(
            start_engine, owner, web, READ, says("I can’t open it."), texts=(f"Read {PAGE}",)
        )
    (result,) = told_in(asked[1])
    assert result["is_error"]
    assert "could not be read" in result["content"]
    assert isinstance(heard[-1], TurnDone)
    assert web.dialled == []
