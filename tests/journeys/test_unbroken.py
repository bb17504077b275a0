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
THE_NEWEST = "(SELECT user_id FROM profiles ORDER BY created_at DESC LIMIT 1)"
THEIR_TURNS = f"(SELECT * FROM turns WHERE user_id = {THE_NEWEST})"  # noqa: S608
THEIR_MESSAGES = (
    f"SELECT role, count(*) FROM messages WHERE user_id = {THE_NEWEST} GROUP BY role ORDER BY role"  # noqa: S608
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
    mara = visit(toney.url)
    settle(mara)
    mara.opens("#chat")
    mara.says("I put the letter in the drawer.")
    is_streaming(mara)
    wait_until(lambda: toney.rows(NO_ANSWER_YET) == [(1,)], what="the partial text to be stored")
    with mara.losing_the_connection():
        toney.child("toney_app").kill()
        expect(mara.sees("message-coach")).to_contain_text(FIRST.strip())
        wait_until(lambda: model.asked == 2, seconds=START_SECONDS, what="the turn to be resumed")
        mara.page.reload()
        model.goes_on()
        assert mara.hears() == FIRST + REST
    mara.sees("message-coach")
    mara.sees("message-user")
    assert toney.rows(f"SELECT status, attempt FROM {THEIR_TURNS}") == [("done", 2)]  # noqa: S608


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


def test_a_client_of_the_api_goes_on_where_the_killed_process_left_it(
    toney: Started, model: HeldModel
) -> None:
    with client(toney.url) as guest:
        guest.headers["Origin"] = toney.url
        assert guest.post("/api/auth/guest", json={"consent": {"textVersion": "1"}}).is_success
        message = new_message("I put the letter in the drawer.")
        before = heard_until_killed(toney, guest, message)
        wait_until(
            lambda: is_back(guest) and model.asked == 2, seconds=START_SECONDS, what="its recovery"
        )
        model.goes_on()
        turn = before[0].data["turnId"]
        answer = guest.get(
            f"/api/turns/{turn}/events", headers={"Last-Event-ID": str(before[-1].id)}
        )
        after = read_events(answer.text)
        assert (after[0].kind, after[0].data["attempt"]) == ("turn", 2)
        assert "".join(said.data["text"] for said in after if said.kind == "delta") == FIRST + REST
        assert after[-1].kind == "done"
        assert all(event.id > before[-1].id for event in after)
        again = read_events(guest.post("/api/chat", json=message).text)
        assert again[0].data["turnId"] == turn
    assert toney.rows(THEIR_MESSAGES) == [("coach", 1), ("user", 1)]


def heard_until_killed(toney: Started, guest: Client, message: dict[str, Any]) -> list[Event]:
    """Listen to the reply, kill its process in the middle, and return what came so far."""
    heard = ""
    with guest.stream("POST", "/api/chat", json=message) as reply, suppress(TransportError):
        for piece in reply.iter_text():
            heard += piece
            if "event: delta" in heard and toney.child("toney_app").is_running():
                wait_until(lambda: toney.rows(NO_ANSWER_YET) == [(1,)], what="half a reply")
                toney.child("toney_app").kill()
    return read_events(heard)


def is_back(guest: Client) -> bool:
    try:
        return guest.get("/ready").is_success
    except TransportError:
        return False
