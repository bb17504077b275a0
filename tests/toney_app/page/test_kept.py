"""Nothing is lost while the database is locked, a reload included (toney_app/js/kept.js)."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import take_first_card

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey

MESSAGE, WIN = "I put the letter in the drawer.", "I opened one letter"
LOCKED_OUT = "I opened one letter while nothing could be stored"
NOTHING_WAITS = "() => !Object.keys(localStorage).some((name) => name.startsWith('waits:'))"
"""The line `not-saved` is not shown while something is on its way."""


@contextmanager
def locked(toney: Served) -> Generator[None]:
    """Keep everybody from writing."""
    with closing(sqlite3.connect(toney.data / "toney.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_what_could_not_be_stored_is_kept_and_sent_after_a_reload(
    toney: Served, mara: Callable[..., Visitor]
) -> None:
    visitor = mara("#home")
    take_first_card(visitor)
    visitor.page.reload()
    visitor.sees("focus-did-it")
    with locked(toney):
        visitor.taps("focus-did-it")
        visitor.taps("tab-wins")
        visitor.writes("win-input", LOCKED_OUT)
        visitor.taps("win-add")
        visitor.sees("not-saved", "Please try again")
        expect(visitor.at("win-input")).to_have_value(LOCKED_OUT)
        visitor.taps("tab-chat")
        visitor.says(MESSAGE)
        expect(visitor.at("message-user")).to_have_attribute("data-status", "failed")
        expect(visitor.page.get_by_role("alert")).to_contain_text("saved on this device")
    visitor.page.reload()
    visitor.hears()
    visitor.sees("message-user", MESSAGE)
    visitor.taps("tab-wins")
    visitor.sees("win-item", LOCKED_OUT)
    expect(visitor.at("win-input")).to_have_value("")
    visitor.sees_no("not-saved")
    visitor.taps("tab-home")
    visitor.sees("focus-reflection")
    assert toney.rows(f"SELECT count(*) FROM wins WHERE text = '{LOCKED_OUT}'") == [(1,)]  # noqa: S608


def test_what_is_written_without_a_network_says_that_it_waits(
    mara: Callable[..., Visitor],
) -> None:
    visitor = mara("#wins")
    with visitor.losing_the_connection():
        visitor.page.context.set_offline(True)
        visitor.writes("win-input", WIN)
        visitor.taps("win-add")
        visitor.sees("win-waiting", WIN)
        visitor.page.context.set_offline(False)
        visitor.sees("win-item", WIN)
        visitor.sees_no("not-saved")


def test_a_card_that_was_begun_is_there_after_a_reload(mara: Callable[..., Visitor]) -> None:
    visitor = mara("#rewire")
    visitor.page.get_by_role("button", name="New card").first.click()
    visitor.page.locator("#title-field").fill("Open it once")
    visitor.page.locator("#content-field").fill("I can look for one minute.")
    visitor.page.reload()
    expect(visitor.page.locator("#content-field")).to_have_value("I can look for one minute.")
    visitor.taps("save-card")
    visitor.sees("card-item", "Open it once")
    visitor.page.get_by_role("button", name="New card").first.click()
    expect(visitor.page.locator("#title-field")).to_have_value("")


def test_a_setting_reaches_the_server_or_says_that_it_has_not(
    toney: Served, mara: Callable[..., Visitor]
) -> None:
    visitor = mara("#home/depth")
    visitor.taps("depth-deep")
    visitor.sees_no("not-saved")
    with locked(toney):
        visitor.taps("depth-light")
        expect(visitor.at("depth-light")).to_have_attribute("data-chosen", "true")
        visitor.sees("not-saved", "Please try again")
        visitor.page.reload()
        expect(visitor.at("depth-light")).to_have_attribute("data-chosen", "true")
    visitor.page.reload()
    visitor.sees("depth-light")
    visitor.sees_no("not-saved")
    visitor.page.evaluate("localStorage.clear()")
    visitor.page.reload()
    expect(visitor.at("depth-light")).to_have_attribute("data-chosen", "true")


def test_settings_chosen_without_a_network_are_stored_later(mara: Callable[..., Visitor]) -> None:
    visitor = mara("#home/tone")
    slider = visitor.sees("tone-slider")
    with visitor.losing_the_connection():
        visitor.page.context.set_offline(True)
        slider.fill("8")
        visitor.sees("not-saved", "You’re offline")
        expect(slider).to_have_value("8")
        visitor.page.context.set_offline(False)
        visitor.sees_no("not-saved")
    visitor.opens("#home/name")
    visitor.page.locator("#name-field").fill("Dev")
    visitor.page.locator("#name-field").press("Enter")
    visitor.page.wait_for_function(NOTHING_WAITS)
    visitor.page.evaluate("localStorage.clear()")
    visitor.opens("#home/tone")
    visitor.page.reload()
    expect(slider).to_have_value("8")
