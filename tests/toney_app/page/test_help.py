"""Help as it is used: with a country or without one, a way out, and care that lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import agree
from tests.support.browser import NEUTRAL, neutral_page, visitor
from tests.support.polling import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Locator

    from tests.support.browser import Visitor
    from tests.support.served import Served

    OpenView = Callable[..., Visitor]

pytestmark = pytest.mark.journey

DANGER = "I want to end my life."
ABUSE = "He hits me when I spend money, and he keeps my card."


def first_call(inside: Locator) -> Locator:
    return inside.get_by_role("link").first


def test_before_there_is_an_account_help_dials_and_another_country_is_one_tap_away(
    toney: Served, browser: Browser
) -> None:
    with visitor(browser, toney.url) as dev:
        dev.opens()
        dev.taps("help-now")
        sheet = dev.page.get_by_role("dialog")
        expect(dev.at("guessed-country")).to_contain_text("time zone")
        expect(first_call(sheet)).to_have_attribute("href", "tel:112")
        dev.at("country").select_option("JP")
        expect(first_call(sheet)).to_have_attribute("href", "tel:119")
        dev.sees("chosen-country")
        dev.page.keyboard.press("Escape")
        agree(dev)
        dev.sees("onboarding-option-q1_chase")
        row = "SELECT count(*) FROM profiles WHERE country = 'JP'"
        wait_until(lambda: toney.rows(row) == [(1,)], what="the choice to be stored")


def test_without_a_country_the_first_row_is_the_choice_of_one(
    toney: Served, browser: Browser
) -> None:
    with visitor(browser, toney.url, zone="UTC") as dev:
        dev.opens()
        dev.taps("help-now")
        sheet = dev.page.get_by_role("dialog")
        expect(first_call(sheet)).to_have_attribute("href", "tel:112")
        sheet.locator("select").first.select_option("GB")
        expect(first_call(sheet)).to_have_attribute("href", "tel:999")
        expect(sheet).to_contain_text("Samaritans")


def test_care_lasts_until_they_say_that_they_are_safe(mara: OpenView) -> None:
    person = mara("#chat")
    person.says(DANGER)
    person.hears()
    for words in ("I don’t know. I feel safe for now.", "My sister is on her way to me."):
        person.says(words)
        person.hears()
    expect(person.page.locator("html")).to_have_attribute("data-care", "")
    person.sees_no("session-end")
    person.sees_no("tab-home")
    bar = person.sees("care-bar")
    expect(first_call(bar)).to_have_attribute("href", "tel:112")
    person.page.reload()
    person.sees("care-bar")
    bar.get_by_role("button", name="I’m safe").click()
    person.sees("tab-home")
    person.sees_no("care-bar")
    person.taps("tab-home")
    expect(person.page.locator("html")).to_have_attribute("data-accent", "neutral")
    person.sees("help-now")
    expect(person.at("quick-exit")).to_be_visible()


def test_leaving_quickly_shows_nothing_on_the_way_back_before_a_tap(mara: OpenView) -> None:
    person = mara("#chat")
    neutral_page(person.page)
    person.says(ABUSE)
    person.hears()
    person.page.evaluate("location.hash = 'wins'")
    expect(person.page.locator("#view-wins")).to_be_visible()
    person.page.evaluate("location.hash = 'wins/help'")
    sheet = person.page.get_by_role("dialog")
    expect(sheet.get_by_role("heading")).to_be_focused()
    person.page.keyboard.press("Tab")
    expect(sheet.get_by_test_id("quick-exit")).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(person.page).to_have_url(NEUTRAL)
    person.page.go_back()
    expect(person.page).to_have_url("about:blank")
    person.opens("#chat")
    person.sees("open-again")
    expect(person.page).to_have_title("")
    person.sees_no("message-user")
    person.taps("open-again")
    person.sees("message-user", "He hits me")


def test_a_breath_says_in_and_out_three_times_and_ends(mara: OpenView) -> None:
    person = mara()
    person.page.clock.install()
    person.page.evaluate("location.hash = 'home/breathe'")
    breath = person.sees("breath")
    expect(breath).to_contain_text("Breathe in")
    expect(person.at("breath-left")).to_have_text("4")
    person.page.clock.run_for(4000)
    expect(breath).to_contain_text("Breathe out")
    expect(person.at("breath-left")).to_have_text("6")
    person.page.clock.run_for(26_000)
    person.taps("breath-again")
    expect(breath).to_contain_text("Breathe in")
    person.page.clock.run_for(30_000)
    person.taps("breath-done")
    person.sees_no("breath")


@pytest.mark.parametrize("is_lost", [True, False])
def test_danger_is_heard_in_the_page_before_anything_is_sent(
    mara: OpenView, *, is_lost: bool
) -> None:
    person = mara("#chat")
    expect(person.page.locator("#country-of-help")).to_be_attached()
    person.page.evaluate("document.getElementById('deliver').requestSubmit = () => {}")
    person.page.context.set_offline(is_lost)
    person.says(DANGER)
    card = person.sees("safety-resources")
    expect(card).to_be_focused()
    expect(first_call(card)).to_have_attribute("href", "tel:112")
    expect(card).to_contain_text("TelefonSeelsorge")
    expect(person.at("message-user")).to_have_attribute("data-status", "pending")
    if is_lost:
        person.sees("safety-words", "You’re offline")
    assert DANGER in person.page.evaluate("localStorage.getItem('outbox')")
    with person.losing_the_connection():
        person.leaves()
