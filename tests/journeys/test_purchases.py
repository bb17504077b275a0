"""Before you buy: three steps, a day on the shelf, no connection, and words that come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from coaching.values.purchases import MOST_WAITING
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


def thinks_over(mara: Visitor, item: str, price: str = "") -> None:
    """Go through the three steps to the choice."""
    mara.writes("purchase-item", item)
    mara.writes("purchase-price", price)
    mara.taps("purchase-urge")
    mara.taps("purchase-next")
    mara.taps("purchase-skip")


def test_a_purchase_waits_a_day_on_the_shelf_and_can_be_taken_back(mara: Visitor) -> None:
    mara.taps("purchase-open")
    mara.taps("purchase-next")
    expect(mara.page.locator("#sheet-purchase")).to_contain_text(
        "Please write what you want to buy."
    )
    thinks_over(mara, "The green jacket", "189.50")
    expect(mara.page.locator("#sheet-purchase")).to_contain_text("You feel strongly tempted.")
    mara.page.reload()  # what was answered is still there
    mara.taps("purchase-plan-edit")
    mara.writes("purchase-plan", "I text Ines.")
    mara.taps("purchase-wait")
    mara.sees("shelf-item", "The green jacket")
    mara.page.get_by_role("dialog").get_by_test_id("undo").click()
    mara.sees_no("shelf-item")


def test_without_a_connection_it_waits_on_this_device(mara: Visitor) -> None:
    mara.is_kept_here()
    mara.taps("purchase-open")
    with mara.losing_the_connection():
        mara.page.context.set_offline(True)
        thinks_over(mara, "Headphones")
        mara.taps("purchase-wait")
        mara.sees("shelf-on-the-way", "Headphones")
        mara.page.context.set_offline(False)
        mara.sees("shelf-item", "Headphones")
    mara.sees_no("shelf-on-the-way")


def test_what_finds_no_room_on_the_shelf_is_in_the_form_again(mara: Visitor) -> None:
    for number in range(MOST_WAITING):
        said = {"item": f"Thing {number}"}
        assert mara.page.context.request.post(f"{mara.url}/api/purchases", data=said).ok
    mara.page.evaluate("location.hash = 'home/purchase'")
    thinks_over(mara, "One thing more", "12.50")
    mara.taps("purchase-wait")
    expect(mara.page.get_by_role("dialog").get_by_test_id("toast")).to_contain_text("shelf is full")
    mara.page.evaluate("location.hash = 'home/purchase'")
    expect(mara.at("purchase-item")).to_have_value("One thing more")
    expect(mara.at("purchase-price")).to_have_value("12.5")
    expect(mara.page.locator("[name=feelings][value=urge]")).to_be_checked()
