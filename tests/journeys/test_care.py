"""Help is there when nothing else is: no model, then no server."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle
from tests.support.forked import forked
from tests.support.held_model import talks_to
from tests.support.polling import wait_until
from tests.support.served import free_ports

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.browser import Visitor

pytestmark = pytest.mark.journey

AT_ONCE = 10_000
"""Milliseconds; some tenths of a second on a quiet machine."""
LEVELS = "SELECT level FROM safety_events"
HAS_FAILED = "SELECT count(*) FROM turns WHERE status = 'failed'"


def test_who_is_in_danger_finds_people_though_the_model_and_the_server_are_gone(
    tmp_path: Path, visit: Callable[..., Visitor]
) -> None:
    nobody = talks_to(f"http://127.0.0.1:{free_ports()[0]}")
    with ExitStack() as alone:
        with forked(tmp_path / "data", **nobody) as toney:
            mara, dev = visit(toney.url), visit(toney.url)
            settle(mara)
            mara.opens("#chat")
            mara.writes("chat-input", "I don't want to be alive any more.")
            mara.taps("chat-send")
            help_card = mara.at("safety-resources")
            expect(help_card).to_be_visible(timeout=AT_ONCE)
            expect(help_card.get_by_role("link").first).to_have_attribute("href", "tel:112")
            mara.sees_no("tab-home")
            wait_until(lambda: toney.rows(LEVELS) == [("crisis",)], seconds=30, what="the event")
            wait_until(lambda: toney.rows(HAS_FAILED) == [(1,)], seconds=30, what="the failure")
            mara.page.reload()
            mara.sees("safety-resources")
            mara.sees("safety-words")
            mara.sees_no("message-retry")
            settle(dev)
            dev.opens("#chat")
            dev.sees("chat-input")
            expect(dev.page.locator("#country-of-help")).to_be_attached()
            alone.enter_context(mara.losing_the_connection())
            alone.enter_context(dev.losing_the_connection())
        dev.writes("chat-input", "I want to end my life.")
        dev.taps("chat-send")
        expect(dev.sees("safety-resources").get_by_role("link").first).to_have_attribute(
            "href", "tel:112"
        )
        expect(dev.at("message-user")).to_have_attribute("data-status", "pending")
        mara.taps("help-now")
        sheet = mara.page.get_by_role("dialog")
        expect(sheet).to_contain_text("People you can talk to now")
        expect(sheet.get_by_role("link").first).to_be_visible()
        mara.leaves()
        dev.leaves()
