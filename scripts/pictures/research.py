"""A question, what is looked up for it, and the plan: docs/examples/research-and-plan.md.

The model, the search, Wikipedia and the page are stand-ins on this machine; Toney is real.
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from scripts.pictures.story import ANSWERS, WHY, Story
from tests.support.held_model import beside, listens, talks_to, wants_a_value
from tests.support.model_events import (
    Event,
    end,
    sse,
    start,
    text_block,
    thinking_block,
    tool_block,
)
from tests.support.model_server import Until, canned, streams
from tests.support.open_web import OpenWeb, certificate
from tests.support.outside import KEY, Outside, results, summary
from tests.support.served import served

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator
    from pathlib import Path

    from scripts.screenshots import Camera
    from tests.support.model_server import Body, Play
    from tests.support.served import Served

HOST = "money-help.example"
ADDRESS = f"https://{HOST}/payment-plans"
GOAL = "Agree a payment plan for the energy bill"
WHY_THIS = "I want to open the post without feeling sick."
QUESTION = "Can I pay an energy bill in parts? What do I need before I call them?"
ASKS_FOR_PLAN = "That helps. Can we turn it into a plan?"
PAGE = b"""<html><head><title>Payment plans for energy bills</title></head>
<body><h1>Payment plans</h1>
<p>Ask your supplier for a payment plan as soon as you know that you can't pay the whole bill. They
have to look at what you can afford.</p>
<p>Before you call, have your account number, a meter reading and the amount you can pay each
month.</p></body></html>"""
FOUND = {
    "title": "Payment plans for energy bills",
    "url": ADDRESS,
    "description": "What to have ready before you call your supplier.",
}
ENCYCLOPEDIA = (
    "A payment plan is an agreement to pay a debt in parts over time instead of all at once."
)
SEARCH = {"query": "payment plan energy bill"}
LOOKS_UP = {"query": "Payment plan"}
THOUGHT = "I’ll look up what suppliers offer, and what a payment plan is."
ANSWER = (
    f"Yes, you can ask for that. [Money Help]({ADDRESS}) says suppliers have to look at what you "
    "can afford, so tell them as soon as you know you can’t pay it all.\n\n"
    "Have three things ready before you call:\n\n"
    "- your account number\n- a meter reading\n- what you can pay each month\n\n"
    "Which of these do you have already?"
)
PLAN = (
    "1. Sunday, with the kettle on: find the account number and read the meter.\n"
    "2. Write down what I can pay each month.\n"
    "3. Monday at ten: call the supplier and ask for a payment plan.\n"
    "4. If it gets too much on the phone, ask them to send it in writing."
)
SHORT = "Get three things ready on Sunday and call on Monday at ten."
PROPOSED = "Here is what we worked out, in four small steps. You decide whether to save it."
_GOAL_ID = re.compile(r"goal ([0-9a-f-]{36}): ")


class Model:
    """Looks something up, answers with its source, and later proposes a plan."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._may_go_on = asyncio.Event()

    def goes_on(self) -> None:
        self.loop.call_soon_threadsafe(self._may_go_on.set)

    def play(self, body: Body) -> Play:
        if wants_a_value(body):
            return canned([""])(body)
        last: list[dict[str, Any]] = body["messages"][-1]["content"]
        told = json.dumps(last, ensure_ascii=False)
        called = [block for block in last if block["type"] == "tool_result"]
        if not called and QUESTION in told:
            looks = {"web_search": SEARCH, "wikipedia_search": LOOKS_UP}
            return _calls(body, THOUGHT, **looks)
        if not called and ASKS_FOR_PLAN in told:
            return _calls(body, "", propose_plan_save=_plan(body))
        if not called:
            return canned(["All right."])(body)
        if "waiting" in told or "draft" in told:
            return canned([PROPOSED])(body)
        if FOUND["description"] in told:
            return _calls(body, "", fetch_url={"url": ADDRESS})
        return streams(
            Until(self._may_go_on), sse(start(body["model"]), *text_block(ANSWER), *end())
        )


def _calls(body: Body, thought: str, **tools: dict[str, str]) -> Play:
    """Call tools, after a thought if there is one."""
    events: list[Event] = thinking_block(thought) if thought else []
    for number, (name, asked) in enumerate(tools.items(), start=int(bool(thought))):
        call = f"t{len(body['messages'])}-{number}"
        events += tool_block(name, json.dumps(asked), index=number, call_id=call)
    return streams(sse(start(body["model"]), *events, *end("tool_use")))


def _plan(body: Body) -> dict[str, str]:
    found = _GOAL_ID.search(json.dumps(body["messages"]))
    if found is None:
        raise RuntimeError("the conversation doesn't name its goal")
    return {"goal_id": found[1], "plan_content": PLAN, "summary": SHORT}


@contextmanager
def _toney(folder: Path, model: Model) -> Generator[Served]:
    """Serve Toney with stand-ins for everything outside."""
    own = folder / "certificate.pem"
    certificate(own, HOST)
    web = OpenWeb(pages={"/payment-plans": PAGE})
    brave, wikipedia = (
        Outside(then=results(FOUND)),
        Outside(then=summary("Payment plan", ENCYCLOPEDIA)),
    )
    with (
        beside(model.play, model.loop) as claude,
        listens(brave.listening()) as search,
        listens(wikipedia.listening()) as encyclopedia,
        listens(_port_of(web, own)) as port,
        served(
            folder / "research",
            "--only",
            "toney",
            BRAVE_SEARCH_API_KEY=KEY,
            BRAVE_BASE_URL=search,
            WIKIPEDIA_BASE_URL=f"{encyclopedia}/api/rest_v1",
            READ_PAGES="true",
            PICTURES_WEB=port,
            PICTURES_CERTIFICATE=str(own),
            **talks_to(claude),
        ) as toney,
    ):
        yield toney


@asynccontextmanager
async def _port_of(web: OpenWeb, certificate: Path) -> AsyncGenerator[str]:
    async with web.listening(certificate):
        yield str(web.ports[443])


def a_research_conversation(camera: Camera, folder: Path, clock: Path) -> None:
    """From a question about a goal to the plan that is saved to it."""
    model = Model()
    with _toney(folder, model) as toney, camera.person(toney.url) as mara:
        story = Story(toney, clock, mara.page.context.request)
        story.begins(0, name="Mara", answers=ANSWERS, emotionalWhy=WHY)
        story.keeps("goals", title=GOAL, why=WHY_THIS)
        mara.opens("#home/goals")
        mara.taps("goal-open", GOAL)
        expect(mara.at("talk-research")).to_be_visible()
        camera.takes("research-1-goal", mara)
        mara.taps("talk-research")
        mara.sees("message-coach", "What would you like to know")
        mara.writes("chat-input", QUESTION)
        camera.takes("research-2-question", mara)
        mara.taps("chat-send")
        mara.sees("thinking-step", THOUGHT)
        expect(mara.page.locator(".tool").filter(has_text="Read the page")).to_be_visible()
        camera.takes("research-3-steps", mara)
        model.goes_on()
        mara.hears("Have three things ready")
        camera.takes("research-4-answer", mara)
        mara.at("said-menu").last.click()
        mara.taps("said-sent")
        expect(mara.page.locator("#sheet-sent")).to_contain_text("Wikipedia")
        camera.takes("research-5-sent", mara)
        mara.page.keyboard.press("Escape")
        mara.says(ASKS_FOR_PLAN)
        mara.sees("draft-card")
        mara.hears("You decide")
        camera.takes("research-6-proposal", mara)
        mara.taps("confirm-approve")
        mara.hears("I’ve saved the plan")
        camera.takes("research-7-saved", mara)
        mara.opens("#home/goals")
        mara.taps("goal-open", GOAL)
        expect(mara.page.get_by_text("Written with Toney")).to_be_visible()
        camera.takes("research-8-plan", mara)
        mara.leaves()
