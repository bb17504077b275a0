"""The offline coach stands in over the day's limit and says so; a restart loses nothing."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle, take_first_card
from tests.support.forked import forked
from tests.support.held_model import beside, talks_to, wants_a_value
from tests.support.model_server import canned
from tests.support.served import free_ports

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from contextlib import AbstractContextManager

    from tests.support.browser import Visitor
    from tests.support.model_server import Body, Play
    from tests.support.served import Served

pytestmark = pytest.mark.journey

ANSWER = "And what was that like?"
FIRST = "There is a letter and I put it in the drawer."
SECOND = "I opened the drawer."
WIN = "I opened one letter"


class Model:
    """Answers at once, and keeps what it was asked."""

    def __init__(self) -> None:
        self.url = ""
        self.bodies: list[Body] = []

    def play(self, body: Body) -> Play:
        self.bodies.append(body)
        return canned([ANSWER])(body)

    @property
    def read(self) -> str:
        """What the Coach read last."""
        return str([body["messages"] for body in self.bodies if not wants_a_value(body)][-1])


def leave(mara: Visitor, name: str) -> None:
    """Close the page before the server goes; keep a picture, if somebody wants to look."""
    if folder := os.environ.get("TONEY_LOOK"):
        mara.page.screenshot(path=str(Path(folder) / f"{name}.png"))
    mara.leaves()


@pytest.fixture
def model() -> Generator[Model]:
    kept = Model()
    with beside(kept.play) as kept.url:
        yield kept


@pytest.fixture
def home(tmp_path: Path, model: Model) -> Callable[..., AbstractContextManager[Served]]:
    """Serve the same people at the same address, with other settings."""
    port = str(free_ports()[0])
    return partial(forked, tmp_path / "data", PORT=port, **talks_to(model.url))


def test_the_offline_coach_says_why_and_after_a_restart_the_model_goes_on_where_it_stopped(
    home: Callable[..., AbstractContextManager[Served]],
    model: Model,
    visit: Callable[..., Visitor],
) -> None:
    with home(COST_LIMIT_USD_PER_DAY="0") as toney:
        mara = visit(toney.url)
        settle(mara)
        take_first_card(mara)
        mara.opens()
        card = mara.sees("focus-card").locator("h2").inner_text()
        mara.taps("tab-wins")
        mara.writes("win-input", WIN)
        mara.taps("win-add")
        mara.sees("win-item", WIN)
        mara.taps("tab-chat")
        mara.sees("stand-in", "reached today’s AI limit")
        mara.sees("offline-badge")
        mara.says(FIRST)
        reply = mara.hears()
        leave(mara, "over-the-limit")
    assert model.bodies == []
    with home():
        mara.opens()
        finds_everything(mara, card)
        mara.taps("tab-chat")
        assert mara.hears() == reply
        mara.sees("message-user", FIRST)
        mara.says(SECOND)
        mara.sees("message-coach", ANSWER)
        mara.sees_no("stand-in")
        mara.sees_no("offline-badge")
        leave(mara, "back")
    assert [words for words in (FIRST, reply[:20], SECOND) if words not in model.read] == []


def finds_everything(mara: Visitor, card: str) -> None:
    mara.sees("focus-card", card)
    mara.taps("tab-rewire")
    mara.sees("card-item", card)
    mara.taps("tab-wins")
    mara.sees("win-item", WIN)
    mara.taps("tab-home")
    mara.taps("settings-open")
    expect(mara.page.get_by_role("dialog")).to_contain_text("How you learn best")
    mara.page.keyboard.press("Escape")
