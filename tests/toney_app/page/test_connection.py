"""The page without a connection to the server."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.browser import NEUTRAL, neutral_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from tests.support.browser import Visitor

    OpenView = Callable[..., Visitor]

pytestmark = pytest.mark.journey


KEEP_THE_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(url, ...rest) {
    super(sessionStorage.getItem("cut") ? new URL("/nobody", url) : url, ...rest);
    sockets.push(this);
  }
};
"""
CUT = "sessionStorage.setItem('cut', 'yes'); sockets.forEach((socket) => socket.close());"
MEND = "sessionStorage.removeItem('cut');"


class Line:
    """The page's connection to the server; it can be cut and mended."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.add_init_script(KEEP_THE_SOCKETS)
        page.reload()

    def cut(self) -> None:
        self._page.evaluate(CUT)

    def mend(self) -> None:
        self._page.evaluate(MEND)


@pytest.fixture
def line(mara: OpenView) -> Iterator[tuple[Visitor, Line]]:
    visitor = mara("#chat")
    with visitor.losing_the_connection():
        yield visitor, Line(visitor.page)
        visitor.page.goto("about:blank")


def test_help_opens_without_a_connection(line: tuple[Visitor, Line]) -> None:
    visitor, connection = line
    visitor.sees("chat-input")
    connection.cut()
    visitor.taps("help-now")
    sheet = visitor.page.get_by_role("dialog", name="People you can talk to now")
    expect(sheet).to_contain_text("findahelpline.com")
    sheet.get_by_role("button", name="Breathe with me").click()
    expect(visitor.page.get_by_role("dialog", name="Breathe with me")).to_be_visible()


def test_leaving_works_without_a_connection(line: tuple[Visitor, Line]) -> None:
    visitor, connection = line
    visitor.sees("chat-input")
    neutral_page(visitor.page)
    connection.cut()
    visitor.taps("help-now")
    visitor.page.get_by_role("button", name="Quick exit").click()
    expect(visitor.page).to_have_url(NEUTRAL)


def test_what_is_said_of_a_sentence_waits_for_the_network(line: tuple[Visitor, Line]) -> None:
    visitor, _ = line
    visitor.opens("#home/insight")
    visitor.at("insight-sentence").first.click()
    visitor.sees("insight-because")
    said = visitor.at("insight-sentence").first.inner_text()
    visitor.page.context.set_offline(True)
    visitor.sees("offline-line", times=2)
    for _ in range(2):
        visitor.taps("insight-not-true")
    visitor.sees("insight-sentence", said)
    visitor.page.context.set_offline(False)
    visitor.sees("insight-done", "Removed. I won’t bring it up again.")
    visitor.sees_no("insight-sentence", said)
    visitor.sees_no("offline-line")


def test_a_sheet_that_is_not_here_yet_opens_once_the_network_is_back(
    line: tuple[Visitor, Line],
) -> None:
    visitor, _ = line
    visitor.opens("#home")
    visitor.sees("home-tell")
    visitor.page.context.set_offline(True)
    visitor.taps("settings-open")
    visitor.sees("offline-line")
    expect(visitor.page).to_have_url(re.compile("#home$"))
    visitor.page.context.set_offline(False)
    visitor.taps("settings-open")
    expect(visitor.page.get_by_role("dialog", name="Settings")).to_be_visible()


def test_a_message_waits_for_the_connection(line: tuple[Visitor, Line]) -> None:
    visitor, connection = line
    visitor.says("Before.")
    visitor.hears()
    connection.cut()
    visitor.says("In between.")
    kept = visitor.at("message-user", "In between.")
    expect(kept).to_have_attribute("data-status", "pending")
    visitor.sees("offline-note")
    visitor.taps("tab-home")
    visitor.taps("tab-chat")
    connection.mend()
    expect(kept).to_have_attribute("data-status", "saved", timeout=30_000)
    visitor.hears()
    visitor.sees_no("offline-note")
    visitor.sees("message-user", times=2)
    visitor.sees("message-coach", times=2)


def test_a_kept_message_survives_a_reload(line: tuple[Visitor, Line]) -> None:
    visitor, connection = line
    visitor.sees("chat-input")
    connection.cut()
    visitor.says("In between.")
    connection.mend()
    visitor.page.reload()
    expect(visitor.at("message-user", "In between.")).to_have_attribute("data-status", "saved")
    visitor.hears()
    visitor.sees("message-user", times=1)
