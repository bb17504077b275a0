"""What Toney thinks: read, opened, corrected, and still corrected after a reload."""

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
    somebody = visit(toney.url)
    settle(somebody)
    somebody.opens()
    somebody.sees("focus-card")
    return somebody


def test_what_is_not_true_is_gone_and_stays_gone(mara: Visitor) -> None:
    mara.sees("insight-open", "You look away to keep the peace").click()
    letter = mara.page.locator(".letter").first
    first = letter.get_by_test_id("insight-sentence").first
    expect(first).to_contain_text("You look away to keep the peace")
    first.click()
    mara.sees("insight-because", "I want to stop feeling sick when the post comes.")
    mara.taps("insight-not-true")
    mara.sees("insight-done", "It’s out, and it stays out.")
    mara.sees_no("insight-sentence", "You look away to keep the peace")
    mara.page.reload()
    mara.sees("insight-sentence", "You know the habit")
    mara.sees_no("insight-sentence", "You look away to keep the peace")
    mara.page.keyboard.press("Escape")
    mara.sees("focus-card")
    mara.sees_no("insight-open")


def test_everything_is_reached_by_the_keyboard_and_taken_back(mara: Visitor) -> None:
    mara.taps("settings-open")
    mara.taps("settings-insight")
    sentence = mara.page.get_by_test_id("insight-sentence").nth(1)
    said = sentence.inner_text()
    sentence.focus()
    mara.page.keyboard.press("Enter")
    expect(sentence).to_have_attribute("aria-expanded", "true")
    mara.page.keyboard.press(" ")
    expect(sentence).to_have_attribute("aria-expanded", "false")
    mara.page.keyboard.press("Enter")
    mara.taps("insight-reword")
    mara.writes("insight-words", "I look when nobody hurries me.")
    mara.taps("insight-keep-words")
    mara.sees("insight-sentence", "I look when nobody hurries me.")
    mara.sees_no("insight-sentence", said)
    mara.taps("insight-undo")
    mara.sees("insight-sentence", said)
    mara.taps("insight-earlier")
    mara.sees("insight-letter", said)


def test_off_track_is_one_tap_and_the_coach_says_what_it_put_down(mara: Visitor) -> None:
    mara.taps("tab-chat")
    mara.says("I keep looking away from the letters.")
    mara.hears()
    mara.taps("off-track")
    mara.hears("Then I had it wrong, and it comes out now.")
    mara.page.reload()
    mara.hears("Then I had it wrong, and it comes out now.")
    mara.says("It was about the landlord.")
    mara.sees("message-coach", times=3)
    assert "protects you from a feeling" not in mara.hears()
