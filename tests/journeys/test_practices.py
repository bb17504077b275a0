"""A practice in the browser: played to something kept, left and resumed, by touch and by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey


@pytest.fixture
def mara(toney: Served, visit: Callable[..., Visitor]) -> Visitor:
    somebody = visit(toney.url)
    settle(somebody)
    somebody.opens("#home")
    return somebody


def starts(mara: Visitor, title: str) -> None:
    mara.taps("practices-open")
    mara.taps("practice-item", title)


def reads(mara: Visitor, words: str) -> None:
    """Wait for a step; its heading has the focus."""
    heading = mara.page.locator("#practice-heading")
    expect(heading).to_contain_text(words)
    expect(heading).to_be_focused()


def card_words(mara: Visitor) -> Locator:
    return mara.at("card-item", "What I’d tell a friend")


def test_a_practice_is_played_to_a_kept_card(mara: Visitor) -> None:
    mara.taps("practices-open")
    mara.taps("practice-group", "Spend or wait")
    expect(mara.at("practice-item", "A kind word to yourself")).to_be_hidden()
    mara.taps("practice-group", "Calm down")
    mara.taps("practice-item", "A kind word to yourself")
    reads(mara, "What’s been hard?")
    mara.at("practice-choice", "I’m worn out").dblclick()
    reads(mara, "A lot of people feel like this")
    mara.page.go_back()
    reads(mara, "What’s been hard?")
    mara.taps("practice-choice", "I’m worn out")
    reads(mara, "A lot of people feel like this")
    mara.page.reload()
    mara.sees("practice-step", "A lot of people feel like this")
    mara.taps("practice-next")
    reads(mara, "what would you say to them?")
    mara.page.get_by_role("button", name="Close", exact=True).click()
    mara.sees("practice-open", "Continue “A kind word to yourself”")
    mara.taps("practice-open")
    mara.writes("practice-text", "One is enough for today.")
    mara.taps("practice-next")
    reads(mara, "Now say it to yourself")
    mara.sees("practice-step", "Breathe in")
    mara.taps("practice-next")
    mara.taps("practice-choice", "A bit kinder")
    reads(mara, "Good.")
    mara.sees("practice-step", "Would you like to keep it?")
    mara.taps("practice-keep", "Save as a card")
    mara.sees("practice-step", "Saved to your cards.")
    mara.taps("practice-then", "Done")
    mara.sees("practice-open", "A two-minute exercise")
    mara.taps("tab-rewire")
    expect(card_words(mara)).to_have_count(1)


def test_keys_choose_and_go_on_and_without_a_connection_the_taps_wait(mara: Visitor) -> None:
    starts(mara, "Ride out the urge")
    mara.taps("practice-choice", "Buy something")
    reads(mara, "How strong is the urge?")
    mara.page.keyboard.press("Tab")
    mara.page.keyboard.press("Space")
    for _ in range(3):
        mara.page.keyboard.press("ArrowRight")
    expect(mara.page.get_by_role("radio", name="3")).to_be_checked()
    reads_still = mara.page.locator("#practice-heading")
    expect(reads_still).to_contain_text("How strong is the urge?")
    mara.page.keyboard.press("Enter")
    reads(mara, "For three minutes")
    with mara.losing_the_connection():
        mara.page.context.set_offline(True)
        mara.sees("offline-line", times=2)
        mara.taps("practice-next")
        expect(reads_still).to_contain_text("For three minutes")
        mara.page.context.set_offline(False)
        mara.sees_no("offline-line")
    reads(mara, "How strong is it now?")
    mara.page.get_by_role("button", name="Back", exact=True).click()
    reads(mara, "For three minutes")
    mara.page.keyboard.press("Escape")
    mara.sees("practice-open", "Continue “Ride out the urge”")


def test_a_typed_yes_opens_the_exercise_and_the_chat_can_close_it(mara: Visitor) -> None:
    mara.taps("tab-chat")
    mara.says("do you have an exercise for stress?")
    mara.sees("chip", "Breathe for a minute")
    mara.says("yes please")
    expect(mara.page.locator("#practice-heading")).to_be_focused()
    mara.page.get_by_role("button", name="Close", exact=True).click()
    mara.says("what does APR mean?")
    mara.sees("chip", "Go on with it")
    mara.taps("chip", "Stop here")
    mara.sees("toast", "Exercise closed")
