"""What was said survives: a reload, a killed process, a second tab, a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle, take_first_card
from tests.support.held_model import HeldModel, held_model
from tests.support.invariants import violations
from tests.support.polling import wait_until
from tests.support.served import free_ports, served

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey

FIRST, REST = "You put it in the drawer, ", "and the drawer knows. What was that second like?"
THEIR_TURNS = (
    "(SELECT * FROM turns WHERE user_id ="
    " (SELECT user_id FROM profiles ORDER BY created_at DESC LIMIT 1))"
)
NO_ANSWER_YET = f"SELECT count(*) FROM {THEIR_TURNS} WHERE partial LIKE 'You put it%'"  # noqa: S608


@pytest.fixture(scope="module")
def listening() -> Generator[HeldModel]:
    with held_model(FIRST, REST) as listening:
        yield listening


@pytest.fixture
def model(listening: HeldModel) -> HeldModel:
    listening.holds()
    return listening


@pytest.fixture(scope="module")
def toney(tmp_path_factory: pytest.TempPathFactory, listening: HeldModel) -> Generator[Served]:
    data = tmp_path_factory.mktemp("unbroken") / "data"
    with served(data, "--only", "toney", **listening.settings) as running:
        yield running
    assert violations(f"sqlite:///{data / 'toney.db'}") == []


def is_streaming(somebody: Visitor) -> None:
    reply = somebody.sees("message-coach")
    expect(reply).to_have_attribute("data-status", "streaming")
    expect(reply).to_contain_text(FIRST.strip())


def test_a_reload_in_mid_stream_loses_nothing(
    toney: Served, model: HeldModel, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    mara.opens("#chat")
    mara.says("I put the letter in the drawer.")
    is_streaming(mara)
    mara.page.reload()
    is_streaming(mara)
    model.goes_on()
    assert mara.hears() == FIRST + REST
    mara.sees("message-coach")
    mara.page.reload()
    assert mara.hears() == FIRST + REST
    assert model.asked == 1


def test_a_killed_process_ends_no_conversation(
    toney: Served, model: HeldModel, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    mara.opens("#chat")
    mara.says("I put the letter in the drawer.")
    is_streaming(mara)
    wait_until(lambda: toney.rows(NO_ANSWER_YET) == [(1,)], what="the partial text to be stored")
    with mara.losing_the_connection():
        toney.child("toney_app").kill()
        expect(mara.sees("message-coach")).to_contain_text(FIRST.strip())
        wait_until(lambda: model.asked == 2, seconds=60, what="the turn to be taken up again")
        mara.page.reload()
        model.goes_on()
        assert mara.hears() == FIRST + REST
    mara.sees("message-coach")
    mara.sees("message-user")
    assert toney.rows(f"SELECT status, attempt FROM {THEIR_TURNS}") == [("done", 2)]  # noqa: S608


def test_two_tabs_tell_the_same_story(
    toney: Served, model: HeldModel, visit: Callable[..., Visitor]
) -> None:
    phone = visit(toney.url)
    settle(phone)
    phone.opens("#chat")
    laptop = phone.another_tab()
    laptop.opens("#chat")
    laptop.sees("chat-input")
    phone.says("I put the letter in the drawer.")
    is_streaming(phone)
    laptop.says("And yesterday's one too.")
    expect(laptop.at("message-coach")).to_have_attribute("data-status", "waiting")
    running = f"SELECT status, count(*) FROM {THEIR_TURNS} GROUP BY status ORDER BY status"  # noqa: S608
    queued = [("queued", 1), ("running", 1)]
    wait_until(lambda: toney.rows(running) == queued, what="the second turn to be queued")
    model.goes_on()
    phone.hears()
    laptop.hears()
    for tab in (phone, laptop):
        comes_back_to(tab)
        tab.sees("message-coach", REST, times=2)
    assert phone.at("message-user").all_inner_texts() == laptop.at("message-user").all_inner_texts()
    assert len(phone.at("message-user").all_inner_texts()) == 2


def comes_back_to(tab: Visitor) -> None:
    """Look at a tab again; a headless browser shows all its tabs and never says so by itself."""
    tab.page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")


def test_after_a_restart_everything_is_there(tmp_path: Path, visit: Callable[..., Visitor]) -> None:
    data, port = tmp_path / "data", str(free_ports()[0])
    with served(data, "--only", "toney", PORT=port) as toney:
        mara = visit(toney.url)
        settle(mara)
        take_first_card(mara)
        mara.opens()
        card = mara.sees("focus-card").locator("h2").inner_text()
        mara.taps("tab-wins")
        mara.writes("win-input", "I opened one letter")
        mara.taps("win-add")
        mara.sees("win-item", "I opened one letter")
        mara.taps("tab-chat")
        mara.says("There is another letter and I put it in the drawer.")
        reply = mara.hears()
        mara.leaves()
    with served(data, "--only", "toney", PORT=port):
        mara.opens()
        mara.sees("focus-card", card)
        mara.taps("tab-chat")
        assert mara.hears() == reply
        mara.sees("message-user", "There is another letter")
        mara.taps("tab-rewire")
        mara.sees("card-item", card)
        mara.taps("tab-wins")
        mara.sees("win-item", "I opened one letter")
        mara.taps("tab-home")
        mara.taps("settings-open")
        expect(mara.page.get_by_role("dialog")).to_contain_text("How you learn best")
        mara.leaves()
