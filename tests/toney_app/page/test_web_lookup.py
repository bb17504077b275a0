"""What a person sees of something that is looked up, and that it can't be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle
from tests.support.browser import chromium, visitor
from tests.support.held_model import beside, listens, talks_to, wants_a_value
from tests.support.model_events import end, sse, start, tool_block
from tests.support.model_server import canned, streams
from tests.support.outside import FAULTS, Outside, summary
from tests.support.served import served

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.browser import Visitor
    from tests.support.model_server import Body, Play

pytestmark = pytest.mark.journey

FOUND = "That is interest on interest, says Wikipedia."
NOT_FOUND = "I couldn't look that up just now."
LOOKS = json.dumps({"query": "Compound interest"})


def answer(body: Body) -> Play:
    """Look something up, then say what came of it."""
    if wants_a_value(body):
        return canned(["Fine."])(body)
    last: list[dict[str, Any]] = body["messages"][-1]["content"]
    results = [block for block in last if block["type"] == "tool_result"]
    if not results:
        call = tool_block("wikipedia_search", LOOKS, index=0, call_id=f"t{len(body['messages'])}")
        return streams(sse(start(body["model"]), *call, *end("tool_use")))
    return canned([NOT_FOUND if results[0].get("is_error") else FOUND])(body)


def sees_line(mara: Visitor, words: str) -> None:
    expect(mara.page.locator(".tool").filter(has_text=words)).to_be_visible()


def test_it_says_that_it_looked_and_that_it_could_not(tmp_path: Path) -> None:
    busy, _ = FAULTS["asked too often"]
    outside = Outside(busy, summary("Compound interest", "Interest on interest."))
    with (
        beside(answer) as model,
        listens(outside.listening()) as wikipedia,
        served(
            tmp_path / "data",
            "--only",
            "toney",
            WIKIPEDIA_BASE_URL=f"{wikipedia}/api/rest_v1",
            **talks_to(model),
        ) as toney,
        chromium() as browser,
        visitor(browser, toney.url) as mara,
    ):
        settle(mara)
        mara.opens("#chat")
        mara.says("What is compound interest?")
        mara.sees("message-coach", NOT_FOUND)
        sees_line(mara, "Couldn’t search Wikipedia")
        mara.says("Try again?")
        mara.sees("message-coach", FOUND)
        sees_line(mara, "Searched Wikipedia")
        mara.opens("#chat")
        sees_line(mara, "Searched Wikipedia")
        mara.sees_no("undo")
        mara.leaves()
