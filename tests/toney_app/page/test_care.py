"""Care mode in the browser (toney_app/js/care.js): all devices of a person agree on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor

    OpenView = Callable[..., Visitor]

pytestmark = pytest.mark.journey
DANGER = "I want to end my life."
ON_ANOTHER_DEVICE = "localStorage.clear()"


def in_care(visitor: Visitor) -> None:
    expect(visitor.page.locator("html[data-care]")).to_have_count(1)


def is_calm(visitor: Visitor) -> None:
    expect(visitor.page.locator("html[data-care]")).to_have_count(0)
    visitor.sees("tab-home")


def test_another_device_knows_that_they_are_safe(mara: OpenView) -> None:
    visitor = mara("#chat")
    visitor.says(DANGER)
    visitor.sees("safety-resources")
    visitor.hears()
    visitor.page.evaluate(ON_ANOTHER_DEVICE)
    visitor.page.reload()
    in_care(visitor)
    with visitor.page.expect_response("**/safe") as told:
        visitor.page.get_by_role("button", name="I’m safe").first.click()
    assert told.value.status == 204
    is_calm(visitor)
    visitor.page.evaluate(ON_ANOTHER_DEVICE)
    visitor.page.reload()
    visitor.sees("message-user", DANGER)
    is_calm(visitor)
    visitor.says("I still want to end my life.")
    in_care(visitor)


def test_care_goes_on_when_the_message_is_edited(mara: OpenView) -> None:
    visitor = mara("#chat")
    visitor.says(DANGER)
    visitor.sees("safety-resources")
    visitor.hears()
    visitor.taps("said-menu")
    visitor.taps("said-edit")
    visitor.says("I want to end my subscription.")
    visitor.sees_no("message-user", DANGER)
    visitor.hears()
    in_care(visitor)
    visitor.page.reload()
    visitor.sees("message-user", "subscription")
    in_care(visitor)
    visitor.sees("care-bar")
    visitor.page.get_by_role("button", name="I’m safe").first.click()
    is_calm(visitor)
