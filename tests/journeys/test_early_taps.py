"""A button tapped before the page can answer is carried out later, without a second tap."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route, WebSocketRoute

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey

SCRIPTS = re.compile(r"/assets/.*\.js$")
REMINDERS = "**/api/reminders"


def test_a_button_pressed_before_the_scripts_arrive_is_carried_out_then(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    held: list[Route] = []
    come: list[str] = []

    def hold(route: Route) -> None:
        if come:
            route.continue_()
        else:
            held.append(route)

    mara.page.route(SCRIPTS, hold)
    mara.page.goto(toney.url, wait_until="commit")
    mara.taps("start-guest")
    mara.sees_no("consent-agree")
    come.append("the scripts")
    for route in held:
        route.continue_()
    mara.sees("consent-agree")


def test_boxes_ticked_before_the_page_knows_who_is_there_stay_ticked(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    state_comes = _state_is_held(mara)
    mara.page.goto(mara.url)
    mara.taps("start-guest")
    mara.taps("consent-limits")
    mara.taps("consent-adult")
    state_comes()
    _knows_who_is_there(mara)
    mara.sees("consent-page")
    for box in mara.page.get_by_role("checkbox").all():
        expect(box).to_be_checked()


def test_a_tap_goes_through_though_the_page_learns_who_is_there_while_the_finger_is_down(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    state_comes = _state_is_held(mara)
    mara.page.goto(mara.url)
    mara.sees("start-guest").hover()
    mara.page.mouse.down()
    state_comes()
    _knows_who_is_there(mara)
    mara.page.mouse.up()
    mara.sees("consent-page")


def _state_is_held(mara: Visitor) -> Callable[[], None]:
    """Keep back what the server says over the socket until what is returned is called."""
    held: list[Callable[[], None]] = []
    come: list[str] = []

    def hold(socket: WebSocketRoute) -> None:
        def answer(message: str | bytes) -> None:
            if come:
                socket.send(message)
            else:
                held.append(lambda: socket.send(message))

        server = socket.connect_to_server()
        server.on_message(answer)
        socket.on_message(server.send)

    def let_it_come() -> None:
        come.append("the state")
        for send in held:
            send()

    mara.page.route_web_socket("**/_event/**", hold)
    return let_it_come


def _knows_who_is_there(mara: Visitor) -> None:
    """Wait until the page is no longer the one that everybody gets first."""
    expect(mara.page.locator(".for-newcomers")).to_have_count(0)


def test_a_switch_touched_before_the_sheet_was_read_is_set_by_what_was_read(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    held: list[Route] = []
    asked: list[dict[str, bool]] = []
    settle(mara)
    mara.opens("#home")
    known = mara.page.context.request.get(f"{toney.url}/api/reminders").json()
    mails = {**known, "hasMail": True, "byMail": True}

    def answer(route: Route) -> None:
        if route.request.method == "GET" and not asked:
            held.append(route)
        elif route.request.method == "GET":
            route.fulfill(json={**mails, **asked[-1]})
        else:
            asked.append(json.loads(route.request.post_data or ""))
            route.fulfill(json=mails)

    mara.page.route(REMINDERS, answer)
    mara.opens("#home/reminders")
    switch = mara.page.get_by_test_id("reminders-isOn")
    switch.click()
    expect(switch).to_be_checked()
    assert asked == []
    held[0].fulfill(json=mails)
    mara.sees("reminders-times")
    expect(switch).to_be_checked()
    # Reminders go by mail, as the answer said: the browser is not asked for pushes.
    assert asked == [{"isOn": True}]


def test_a_switch_goes_back_when_the_server_refuses(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    mara.opens("#home/reminders")
    mara.sees("reminders-times")
    mara.page.route(
        REMINDERS,
        lambda route: route.abort() if route.request.method == "PATCH" else route.continue_(),
    )
    switch = mara.page.get_by_test_id("reminders-isPaused")
    with mara.losing_the_connection():
        switch.click()
        expect(mara.page.locator("#sheet-reminders [role=alert]")).to_be_visible()
    expect(switch).not_to_be_checked()
