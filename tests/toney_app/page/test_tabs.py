"""Two tabs agree, and Back leads through the questions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from coaching.content import load_onboarding
from tests.support.arrivals import agree, settle
from tests.support.browser import visitor
from tests.support.polling import wait_until

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


LEAVE = """() => {
    const at = "2026-01-12T09:00:00.000Z";
    const words = { at, replaces: "", said_state: "pending", problem: "" };
    const unsent = { ...words, key: "a".repeat(32), id: "", said: "Mara’s words" };
    const win = { client: "b".repeat(32), kind: "win", at, day: "2026-01-12", text: "Mara’s win" };
    localStorage.setItem("outbox", JSON.stringify([unsent]));
    localStorage.setItem("to-send", JSON.stringify([{ ...win, late: true }]));
    localStorage.setItem("draft:win", "Mara’s draft");
}"""


def test_what_one_person_left_here_is_not_sent_as_the_next_ones(
    mara: Callable[..., Visitor],
) -> None:
    phone = mara("#wins")
    wait_until(lambda: kept(phone).get("seen-of"), seconds=10, what="who is there")
    phone.page.evaluate(LEAVE)
    phone.page.context.clear_cookies()
    settle(phone)
    phone.page.reload()
    wait_until(lambda: "Mara" not in str(kept(phone)), seconds=10, what="an empty browser")
    phone.sees("tab-home")
    phone.opens("#chat")
    phone.sees("chat-input")
    phone.says("I put the letter in the drawer.")
    phone.hears()
    expect(phone.page.get_by_text("Mara’s")).to_have_count(0)
    wins = phone.page.context.request.get(f"{phone.url}/api/wins")
    assert wins.ok
    assert "Mara" not in wins.text()


def kept(phone: Visitor) -> dict[str, str]:
    """Return what the browser keeps, also while its page is loaded anew."""
    origins = phone.page.context.storage_state().get("origins", [])
    return {
        item.get("name", ""): item.get("value", "")
        for one in origins
        for item in one.get("localStorage", [])
    }


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
