"""Words that pretend to be code stay words, whoever says them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

import tests.support
from tests.support.arrivals import settle
from tests.support.browser import Visitor, visitor
from tests.support.forked import forked
from tests.support.held_model import beside, talks_to, wants_a_value
from tests.support.model_events import end, sse, start, tool_block
from tests.support.model_server import canned, streams

if TYPE_CHECKING:
    from collections.abc import Generator

    from playwright.sync_api import Browser

    from tests.support.model_server import Body, Play
    from tests.support.served import Served

pytestmark = pytest.mark.journey

SINK = "sink.example"
FILE = Path(tests.support.__file__).with_name("xss_payloads.jsonl")
MARKDOWN = {
    "P", "BR", "STRONG", "EM", "DEL", "A", "UL", "OL", "LI", "CODE", "PRE", "BLOCKQUOTE",
    "H1", "H2", "H3", "H4", "HR", "TABLE", "THEAD", "TBODY", "TR", "TH", "TD", "BDI",
}  # fmt: skip
HARMLESS = "control-ok"
SAID = "[data-testid=message-user], [data-testid=message-coach] .bubble"
TAGS = f"""() => [...document.querySelectorAll("{SAID}")]
  .flatMap((said) => [...said.querySelectorAll("*")]).map((node) => node.tagName)"""
CARELESS = """() => {
  const said = document.body.appendChild(document.createElement("p"));
  said.innerHTML = "<img src=x onerror='window.__xss=1'>";
}"""
LINKS = f"""() => [...document.querySelectorAll("{SAID}")]
  .flatMap((said) => [...said.querySelectorAll("a")])
  .map(({{ protocol, rel }}) => [protocol, rel])"""


def payloads() -> list[list[str]]:
    """Return each payload as the pieces in which it is streamed."""
    rows = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
    found = [row["payload"] for row in rows]
    pieces = [one if isinstance(one, list) else [one] for one in found]
    return [[piece.replace("{SINK}", SINK) for piece in one] for one in pieces]


class Echo:
    """A model that says what it is told to say, one payload after the other."""

    def __init__(self) -> None:
        self.next: list[str] = []

    def play(self, body: Body) -> Play:
        return canned(["Fine."] if wants_a_value(body) else self.next)(body)


@pytest.fixture(scope="module")
def echo() -> Echo:
    return Echo()


@pytest.fixture(scope="module")
def toney(tmp_path_factory: pytest.TempPathFactory, echo: Echo) -> Generator[Served]:
    data = tmp_path_factory.mktemp("foreign") / "data"
    no_limits = {"MESSAGES_PER_MINUTE": "1000", "INTERACTIONS_PER_DAY": "1000"}
    with (
        beside(echo.play) as url,
        forked(data, **talks_to(url), **no_limits) as running,
    ):
        yield running


def sends(somebody: Visitor, path: str, body: dict[str, Any]) -> None:
    answer = somebody.page.context.request.post(f"{somebody.url}{path}", data=body)
    assert answer.ok, answer.text()
    answer.text()


def is_unharmed(somebody: Visitor) -> None:
    assert somebody.page.evaluate("window.__xss") is None
    assert somebody.page.url.startswith(somebody.url)


@pytest.mark.parametrize("half", [0, 1])
def test_in_a_conversation(toney: Served, browser: Browser, echo: Echo, half: int) -> None:
    with visitor(browser, toney.url) as mara:
        settle(mara)
        asked: list[str] = []
        mara.page.on("request", lambda request: asked.append(request.url))
        mine = payloads()[half::2]
        for echo.next in mine:
            words = "".join(echo.next)[:8000]
            sends(mara, "/api/chat", {"text": words, "clientMessageId": str(uuid4())})
        mara.opens("#chat")
        mara.sees("message-user", times=len(mine))
        mara.sees("message-coach", times=len(mine))
        is_unharmed(mara)
        assert set(mara.page.evaluate(TAGS)) <= MARKDOWN
        for protocol, rel in mara.page.evaluate(LINKS):
            assert protocol in {"http:", "https:", "mailto:"}
            assert {"noopener", "noreferrer", "nofollow"} <= set(rel.split())
        assert [url for url in asked if not url.startswith(mara.url)] == []
        shown = mara.at("message-user").all_inner_texts()
        assert "".join(mine[0])[:20] in shown[0]


def test_on_cards_and_wins_and_in_a_name(toney: Served, browser: Browser) -> None:
    short = [words for pieces in payloads() if 0 < len(words := "".join(pieces)) <= 70]
    with visitor(browser, toney.url) as mara:
        settle(mara, why=short[0])
        for words in short:
            sends(mara, "/api/wins", {"text": words})
            sends(mara, "/api/cards", {"title": words, "content": words})
        named = mara.page.context.request.patch(f"{mara.url}/api/profile", data={"name": short[1]})
        assert named.ok
        mara.opens("#wins")
        mara.sees("win-item", short[-1])
        mara.taps("tab-rewire")
        expect(mara.at("card-item").filter(has_text=short[-1])).to_be_visible()
        mara.taps("tab-home")
        expect(mara.page.get_by_role("heading", level=1).first).to_contain_text(short[1])
        is_unharmed(mara)


def test_in_a_plan_and_its_notes(toney: Served, browser: Browser) -> None:
    short = [words for pieces in payloads() if 0 < len(words := "".join(pieces)) <= 70]
    plan = dict(zip(("cue", "response", "backup"), short, strict=False))
    with visitor(browser, toney.url) as mara:
        settle(mara)
        goal = {"title": short[3], "why": short[4], "notes": "\n\n".join(short), "plans": [plan]}
        sends(mara, "/api/goals", goal)
        mara.opens("#home/goals")
        mara.taps("goal-open")
        expect(mara.page.get_by_role("dialog")).to_contain_text(plan["response"])
        expect(mara.page.get_by_role("dialog")).to_contain_text(short[-1])
        is_unharmed(mara)


def test_in_a_plan_that_waits_for_a_yes_and_while_it_is_edited(
    tmp_path: Path, browser: Browser
) -> None:
    short = [words for pieces in payloads() if 0 < len(words := "".join(pieces)) <= 70]
    plan = {"plan_content": "\n".join(short), "summary": short[0]}

    def proposes(body: Body) -> Play:
        last = body["messages"][-1]["content"]
        if wants_a_value(body) or any(block["type"] == "tool_result" for block in last):
            return canned([HARMLESS])(body)
        call = tool_block("propose_plan_save", json.dumps(plan), index=0, call_id="t1")
        return streams(sse(start(body["model"]), *call, *end("tool_use")))

    with (
        beside(proposes) as model,
        forked(tmp_path / "data", **talks_to(model)) as toney,
        visitor(browser, toney.url) as mara,
    ):
        settle(mara)
        sends(mara, "/api/goals", {"title": short[1]})
        asked = mara.page.context.request
        plan["goal_id"] = asked.get(f"{toney.url}/api/goals").json()["items"][0]["id"]
        mara.opens("#home/goals")
        mara.taps("talk-planning")
        mara.sees("message-coach")
        mara.says("Save it to the goal, please.")
        expect(mara.sees("draft-card")).to_contain_text(short[-1])
        mara.taps("draft-edit")
        expect(mara.at("draft-words")).to_have_value(plan["plan_content"])
        is_unharmed(mara)
        mara.leaves()


def test_a_page_that_is_careless_would_be_caught(toney: Served, browser: Browser) -> None:
    context = browser.new_context(bypass_csp=True, service_workers="block")
    page = context.new_page()
    page.goto(toney.url)
    page.evaluate(CARELESS)
    page.wait_for_function("window.__xss === 1")
    context.close()
