"""Two tabs agree, and Back leads through the questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.browser import visitor

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey


def test_what_one_tab_changes_the_other_one_shows(mara: Callable[..., Visitor]) -> None:
    phone = mara("#wins")
    laptop = phone.another_tab()
    laptop.opens("#wins")
    laptop.sees("win-input")
    phone.writes("win-input", "I opened one letter")
    phone.taps("win-add")
    laptop.sees("win-item", "I opened one letter")
    laptop.taps("tab-chat")
    phone.taps("tab-chat")
    phone.says("I put the letter in the drawer.")
    reply = phone.hears()
    laptop.sees("message-user", "I put the letter in the drawer.")
    assert laptop.hears() == reply


def test_back_leads_to_the_question_before_and_from_the_result(
    toney: Served, browser: Browser
) -> None:
    with visitor(browser, toney.url) as mara:
        mara.opens()
        mara.taps("start-guest")
        question = mara.page.locator("#question")
        first = question.inner_text()
        mara.taps("onboarding-skip")
        expect(question).not_to_have_text(first)
        second = question.inner_text()
        mara.taps("onboarding-skip")
        expect(question).not_to_have_text(second)
        mara.page.go_back()
        expect(question).to_have_text(second)
        mara.page.go_back()
        expect(question).to_have_text(first)
        for _ in range(9):
            at = mara.page.url
            mara.taps("onboarding-skip")
            mara.page.wait_for_url(lambda url, at=at: url != at)
        mara.sees("pattern-option-worry")
        mara.page.go_back()
        expect(question).to_be_visible()
        mara.page.reload()
        expect(question).to_be_visible()
        mara.page.go_back()
        expect(question).to_be_visible()
        mara.sees("onboarding-skip")
