"""Money this month: a line, what is missing in it, budgets, the chat, two tabs, no connection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey


@pytest.fixture
def mara(toney: Served, visit: Callable[..., Visitor]) -> Visitor:
    somebody = visit(toney.url, offline_too=True)
    settle(somebody)
    somebody.opens("#home")
    return somebody


def test_money_is_written_down_looked_at_and_changed(mara: Visitor) -> None:
    mara.taps("money-open")
    mara.writes("money-input", "spent £12.50 on lunch with Ana")
    mara.taps("money-write")
    row = mara.sees("money-row", "lunch with Ana")
    expect(row).to_contain_text("Food · added by you")
    expect(mara.at("money-input")).to_have_value("")
    expect(row.get_by_test_id("money-amount")).to_have_accessible_name(
        "Amount hidden. Tap to show it."
    )
    mara.taps("show-amounts")
    expect(row.get_by_test_id("money-amount")).to_have_text("£12.50")
    asks_what_is_missing(mara)
    changes_one_and_takes_it_back(mara)
    sets_a_budget(mara)


def asks_what_is_missing(mara: Visitor) -> None:
    mara.writes("money-input", "spent 8 yesterday with Ana")
    mara.page.keyboard.press("Enter")
    expect(mara.page.locator("#sheet-money-one")).to_contain_text("“spent 8 yesterday with Ana”")
    mara.taps("money-category", "Going out")
    mara.sees("money-row", "Going out · added by you")
    takes_back(mara)
    mara.sees("money-row", times=1)
    mara.writes("money-input", "50 from mum")
    mara.taps("money-write")
    mara.taps("money-flow-in")
    mara.sees("money-row", "Money in · added by you")
    takes_back(mara)
    mara.sees("money-row", times=1)


def changes_one_and_takes_it_back(mara: Visitor) -> None:
    mara.taps("money-menu")
    mara.taps("money-edit")
    expect(mara.page.get_by_test_id("money-what").locator("visible=true")).not_to_have_value("")
    mara.writes("money-what", "Lunch for two")
    mara.taps("money-save")
    mara.sees("money-row", "Lunch for two")
    mara.taps("money-menu")
    mara.taps("money-delete")
    mara.sees_no("money-row")
    takes_back(mara)
    mara.sees("money-row", "Lunch for two")


def sets_a_budget(
    mara: Visitor, left: str = "About half left", short: str = "Food: about half left"
) -> None:
    mara.taps("budgets-open")
    mara.taps("budget-add")
    mara.taps("money-category", "Food")
    mara.writes("budget-amount", "25")
    mara.taps("budget-save")
    mara.sees("budget", left)
    mara.taps("budgets-back")
    mara.sees("budgets-open", short)


def test_a_budget_comes_before_the_first_transaction(mara: Visitor) -> None:
    mara.taps("money-open")
    mara.sees_no("money-amount")
    sets_a_budget(mara, left="Most of it is left", short="Food: most of it is left")


def test_money_is_moved_to_another_budget_and_a_category_is_renamed(mara: Visitor) -> None:
    mara.taps("money-open")
    mara.writes("money-input", "12 lunch")
    mara.page.keyboard.press("Enter")
    expect(mara.at("money-input")).to_have_value("")
    expect(mara.at("money-input")).to_be_focused()  # for the next line
    mara.sees("money-amount", times=3)  # in, out and its own, also without a currency
    mara.taps("budgets-open")
    for name, amount in (("seeds", "40"), ("pots", "60")):
        mara.taps("budget-add")
        mara.taps("money-own")
        mara.writes("money-own-name", name)
        mara.writes("budget-amount", amount)
        mara.taps("budget-save")
        mara.sees("budget", name)
    mara.at("budget", "pots").get_by_test_id("budget-menu").click()
    mara.taps("budget-move")
    mara.writes("move-amount", "25")
    mara.taps("move-to", "seeds")
    mara.taps("move-save")
    expect(mara.page.get_by_role("dialog")).to_contain_text("Money moved")
    mara.page.get_by_role("button", name="Rename pots").click()
    mara.writes("category-name", "planters")
    mara.taps("category-save")
    mara.sees("budget", "planters")
    takes_back(mara)
    mara.sees("budget", "pots")


def test_what_is_said_in_the_chat_is_written_down_with_undo(mara: Visitor) -> None:
    mara.taps("tab-chat")
    mara.says("spent 40 on shoes")
    mara.hears("Money this month")
    mara.says("How much did I spend this month?")
    mara.hears("40")
    mara.page.evaluate("location.hash = 'home/money'")
    mara.sees("money-row", "shoes").filter(has_text="Shopping · from chat")
    mara.page.evaluate("location.hash = 'chat'")
    mara.at("undo").first.click()
    mara.page.evaluate("location.hash = 'home'")
    mara.taps("money-open")
    mara.sees_no("money-row")


def test_another_tab_shows_it_and_without_a_connection_it_waits(mara: Visitor) -> None:
    mara.taps("money-open")
    other = mara.another_tab()
    other.opens("#home")
    other.taps("money-open")
    other.writes("money-input", "12 lunch")
    other.taps("money-write")
    other.sees("money-row", "lunch")
    mara.sees("money-row", "lunch")
    other.page.close()
    mara.is_kept_here()
    with mara.losing_the_connection():
        mara.page.context.set_offline(True)
        mara.writes("money-input", "spent 3 on the bus")
        mara.taps("money-write")
        mara.sees("money-on-the-way", "spent 3 on the bus")
        mara.page.context.set_offline(False)
        mara.sees("money-row", "bus")
    mara.sees_no("money-on-the-way")


def takes_back(mara: Visitor) -> None:
    mara.page.get_by_role("dialog").get_by_test_id("undo").click()
