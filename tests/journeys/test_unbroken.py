"""What was said survives: a reload, a killed process, a second tab."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from httpx import TransportError
from playwright.sync_api import expect

from tests.support.api_client import Event, new_message, read_events
from tests.support.arrivals import settle
from tests.support.held_model import HeldModel, held_model
from tests.support.invariants import violations
from tests.support.polling import wait_until
from tests.support.served import START_SECONDS, client, served

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from httpx import Client

    from tests.support.browser import Visitor
    from tests.support.served import Started

pytestmark = pytest.mark.journey

FIRST, REST = "You put it in the drawer, ", "and the drawer knows. What was that second like?"
WHO_CAME_LAST = "SELECT user_id FROM profiles ORDER BY created_at DESC LIMIT"


@pytest.fixture(scope="module")
def listening() -> Generator[HeldModel]:
    with held_model(FIRST, REST) as listening:
        yield listening


@pytest.fixture
def model(listening: HeldModel) -> HeldModel:
    listening.holds()
    return listening


@pytest.fixture(scope="module")
def toney(tmp_path_factory: pytest.TempPathFactory, listening: HeldModel) -> Generator[Started]:
    data = tmp_path_factory.mktemp("unbroken") / "data"
    with served(data, "--only", "toney", **listening.settings) as running:
        yield running
    assert violations(f"sqlite:///{data / 'toney.db'}") == []


def is_streaming(somebody: Visitor) -> None:
    reply = somebody.sees("message-coach")
    expect(reply).to_have_attribute("data-status", "streaming")
    expect(reply).to_contain_text(FIRST.strip())


def test_a_reload_in_mid_stream_loses_nothing(
    toney: Started, model: HeldModel, visit: Callable[..., Visitor]
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
    toney: Started, model: HeldModel, visit: Callable[..., Visitor]
) -> None:
    """Neither Mara's in a browser nor that of a client of the API."""
    mara = visit(toney.url)
    settle(mara)
    mara.opens("#chat")
    mara.says("I put the letter in the drawer.")
    is_streaming(mara)
    with client(toney.url) as guest, mara.losing_the_connection():
        guest.headers["Origin"] = toney.url
        assert guest.post("/api/auth/guest", json={"consent": {"textVersion": "1"}}).is_success
        message = new_message("I put the letter in the drawer.")
        before = heard_until_killed(toney, guest, message)
        expect(mara.sees("message-coach")).to_contain_text(FIRST.strip())
        wait_until(
            lambda: is_back(guest) and model.asked == 4, seconds=START_SECONDS, what="their replies"
        )
        mara.page.reload()
        model.goes_on()
        assert mara.hears() == FIRST + REST
        goes_on_where_it_was(guest, message, before)
    mara.sees("message-coach")
    mara.sees("message-user")
    assert of_last(toney, "turns", "status, attempt", people=2) == [("done", 2)] * 2
    said = [("coach",), ("coach",), ("user",), ("user",)]
    assert of_last(toney, "messages", "role", people=2) == said


def heard_until_killed(toney: Started, guest: Client, message: dict[str, Any]) -> list[Event]:
    """Listen to the reply, kill its process in the middle, and return what came so far."""
    heard = ""
    halves = "turns", "count(*)", "AND partial LIKE 'You put it%'"
    with guest.stream("POST", "/api/chat", json=message) as reply, suppress(TransportError):
        for piece in reply.iter_text():
            heard += piece
            if "event: delta" in heard and toney.child("toney_app").is_running():
                wait_until(lambda: of_last(toney, *halves, people=2) == [(2,)], what="two halves")
                toney.child("toney_app").kill()
    return read_events(heard)


def goes_on_where_it_was(guest: Client, message: dict[str, Any], before: list[Event]) -> None:
    """Listen again: nothing comes twice, and the message sent again is still the same turn."""
    turn = before[0].data["turnId"]
    answer = guest.get(f"/api/turns/{turn}/events", headers={"Last-Event-ID": str(before[-1].id)})
    after = read_events(answer.text)
    assert (after[0].kind, after[0].data["attempt"]) == ("turn", 2)
    assert "".join(said.data["text"] for said in after if said.kind == "delta") == FIRST + REST
    assert after[-1].kind == "done"
    assert all(event.id > before[-1].id for event in after)
    again = read_events(guest.post("/api/chat", json=message).text)
    assert again[0].data["turnId"] == turn


def test_two_tabs_tell_the_same_story(
    toney: Started, model: HeldModel, visit: Callable[..., Visitor]
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
    queued = [("queued",), ("running",)]
    wait_until(lambda: of_last(toney, "turns", "status") == queued, what="a turn to be queued")
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


def is_back(guest: Client) -> bool:
    try:
        return guest.get("/ready").is_success
    except TransportError:
        return False


def of_last(
    toney: Started, table: str, what: str, where: str = "", *, people: int = 1
) -> list[Any]:
    """Return a column or two of the rows of those who came last, in their order."""
    theirs = f"user_id IN ({WHO_CAME_LAST} {people}) {where}"
    return sorted(toney.rows(f"SELECT {what} FROM {table} WHERE {theirs}"))  # noqa: S608 - from here
