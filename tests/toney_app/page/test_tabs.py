"""Two tabs agree, and Back leads through the questions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from coaching.content import load_onboarding
from tests.support.arrivals import agree
from tests.support.browser import visitor

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey

QUESTIONS = load_onboarding().questions


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
        agree(mara)
        asks(mara, 1)
        for number in (2, 3):
            mara.taps("onboarding-skip")
            asks(mara, number)
        for number in (2, 1):
            mara.page.go_back()
            asks(mara, number)
        for number in range(2, len(QUESTIONS) + 1):
            mara.taps("onboarding-skip")
            asks(mara, number)
        mara.taps("onboarding-skip")
        mara.sees("pattern-option-worry")
        expect(mara.page).to_have_url(re.compile(r"//20$"))
        mara.page.go_back()
        asks(mara, len(QUESTIONS))
        mara.page.reload()
        asks(mara, len(QUESTIONS))
        mara.page.go_back()
        asks(mara, len(QUESTIONS) - 1)
        mara.sees("onboarding-skip")


def asks(mara: Visitor, number: int) -> None:
    """Wait for a question and its entry in the history."""
    expect(mara.page.locator("#question")).to_have_text(QUESTIONS[number - 1].prompt)
    expect(mara.page).to_have_url(re.compile(f"//{number}$"))
