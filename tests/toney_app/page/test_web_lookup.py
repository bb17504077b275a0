"""What a person sees of something that is looked up, and that it can't be."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Error, expect

from tests.support.arrivals import settle
from tests.support.browser import chromium, visitor
from tests.support.forked import forked
from tests.support.held_model import beside, listens, talks_to, wants_a_value
from tests.support.model_events import end, sse, start, thinking_block, tool_block
from tests.support.model_server import Until, canned, streams
from tests.support.outside import FAULTS, KEY, Outside, summary

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from playwright.sync_api import Response

    from tests.support.browser import Visitor
    from tests.support.model_server import Body, Play

pytestmark = pytest.mark.journey

FOUND = "That is interest on interest, says Wikipedia."
NOT_FOUND = "I couldn't look that up just now."
MODEL_KEY = talks_to("")["ANTHROPIC_API_KEY"]
LOOKS = json.dumps({"query": "Compound interest"})
NOTE = "I’ll check what Wikipedia says first."
HELLO = "Hello"
# The product promises 3 and 10 (E2), with a model that answers at once. Other journeys run beside
# this one, so it only finds what waits for something else.
SECONDS_WITHOUT_TOOLS, SECONDS_WITH_TOOLS = 15, 30


class Model:
    """Looks something up, then says what came of it once it may go on."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._may_go_on = asyncio.Event()

    def goes_on(self) -> None:
        self.loop.call_soon_threadsafe(self._may_go_on.set)

    def play(self, body: Body) -> Play:
        if wants_a_value(body):
            return canned(["Fine."])(body)
        last: list[dict[str, Any]] = body["messages"][-1]["content"]
        results = [block for block in last if block["type"] == "tool_result"]
        if results:
            words = NOT_FOUND if results[0].get("is_error") else FOUND
            return streams(Until(self._may_go_on), *canned([words])(body).pieces)
        if HELLO in json.dumps(last):
            return canned(["Hi."])(body)
        call = tool_block("wikipedia_search", LOOKS, index=1, call_id=f"t{len(body['messages'])}")
        return streams(sse(start(body["model"]), *thinking_block(NOTE), *call, *end("tool_use")))


@contextmanager
def within(seconds: float) -> Generator[None]:
    began = time.monotonic()
    yield
    assert time.monotonic() - began < seconds


def everything_received(mara: Visitor) -> Callable[[], str]:
    """Return what gives all that the browser has received from now on, as text."""
    answers: list[Response] = []
    frames: list[str | bytes] = []

    def keep(answer: Response) -> None:
        answers.append(answer)

    def keep_frame(frame: str | bytes) -> None:
        frames.append(frame)

    mara.page.on("response", keep)
    mara.page.on("websocket", lambda socket: socket.on("framereceived", keep_frame))

    def received() -> str:
        bodies: list[str] = []
        for answer in answers:
            with suppress(Error, UnicodeDecodeError):  # a redirect has no body, nor what is away
                bodies.append(answer.text())
        return "".join([*bodies, *map(str, frames)])

    return received


def sees_line(mara: Visitor, words: str) -> None:
    expect(mara.page.locator(".tool").filter(has_text=words)).to_be_visible()


def test_it_says_that_it_looked_and_that_it_could_not(tmp_path: Path) -> None:
    busy, _ = FAULTS["asked too often"]
    outside = Outside(busy, summary("Compound interest", "Interest on interest."))
    says = Model()
    with (
        beside(says.play, says.loop) as model,
        listens(outside.listening()) as wikipedia,
        forked(
            tmp_path / "data",
            WIKIPEDIA_BASE_URL=f"{wikipedia}/api/rest_v1",
            BRAVE_SEARCH_API_KEY=KEY,
            **talks_to(model),
        ) as toney,
        chromium() as browser,
        visitor(browser, toney.url) as mara,
    ):
        received = everything_received(mara)
        settle(mara)
        mara.opens("#chat")
        mara.says("What is compound interest?")
        mara.sees("thinking-step", NOTE)
        says.goes_on()
        mara.sees("message-coach", NOT_FOUND)
        mara.sees_no("thinking-step")
        sees_line(mara, "Couldn’t search Wikipedia")
        with within(SECONDS_WITH_TOOLS):
            mara.says("Try again?")
            mara.sees("message-coach", FOUND)
        sees_line(mara, "Searched Wikipedia")
        mara.page.reload()
        sees_line(mara, "Searched Wikipedia")
        mara.sees_no("undo")
        mara.sees_no("thinking-step")
        mara.at("thinking-folded").last.locator("summary").click()
        mara.sees("thinking-step", NOTE)
        mara.taps("tool-show")
        expect(mara.page.locator("#sheet-sent")).to_contain_text("Compound interest")
        mara.page.keyboard.press("Escape")
        with within(SECONDS_WITHOUT_TOOLS):
            mara.says(HELLO)
            mara.sees("message-coach", "Hi.")
        shown = f"{received()}{toney.said()}"
        assert NOT_FOUND in shown
        assert not [key for key in (KEY, MODEL_KEY) if key in shown]
        mara.leaves()
