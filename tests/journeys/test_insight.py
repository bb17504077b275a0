"""What Toney thinks: read, opened, corrected, and still corrected after a reload."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from playwright.sync_api import expect

from coaching.clock import FrozenClock
from coaching.repositories.db import Db
from tests.support import factories, insights
from tests.support.arrivals import settle, take_first_card

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey
FIRST = "We can come back to that whenever you like."
LAST_WEEK = datetime.now(UTC) - timedelta(days=9)
STORY = (
    "They hid every letter.",
    "They saw what hiding does.",
    "They left one on the table.",
    "They slept beside it.",
    "They opened it at noon.",
    "They told their sister.",
    "They asked Jonas for help.",
    "They called the bank.",
)


@pytest.fixture
def mara(toney: Served, visit: Callable[..., Visitor]) -> Visitor:
    somebody = visit(toney.url)
    settle(somebody)
    take_first_card(somebody)
    somebody.opens()
    somebody.sees("focus-card")
    return somebody


def test_what_is_not_true_is_gone_and_stays_gone(mara: Visitor) -> None:
    mara.sees("insight-open", FIRST).click()
    letter = mara.page.locator(".letter").first
    first = letter.get_by_test_id("insight-sentence").first
    expect(first).to_contain_text(FIRST)
    other = letter.get_by_test_id("insight-sentence").last.inner_text()
    first.click()
    mara.sees("insight-because", "You told me this.")
    mara.taps("insight-not-true")
    mara.sees("insight-done", "Removed. I won’t bring it up again.")
    mara.sees_no("insight-sentence", FIRST)
    mara.page.reload()
    mara.sees("insight-sentence", other)
    mara.sees_no("insight-sentence", FIRST)
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
    # The mark behind it does not run into the next sentence.
    assert mara.page.locator("#sheet-insight .tag").first.evaluate(
        "mark => /^\\s/.test(mark.nextSibling?.textContent ?? ' ')"
    )
    mara.sees_no("insight-sentence", said)
    mara.taps("insight-undo")
    mara.sees("insight-sentence", said)
    mara.taps("insight-earlier")
    mara.sees("insight-letter", said)


def test_the_slider_goes_through_the_versions_by_keyboard(mara: Visitor, toney: Served) -> None:
    with ThreadPoolExecutor(1) as elsewhere:  # the browser has this thread's loop
        elsewhere.submit(asyncio.run, eight_more(toney)).result()
    opener = mara.at("insight-open")
    opener.press("Enter")
    mara.at("insight-earlier").press("Enter")
    slider = mara.sees("insight-versions")
    expect(slider).to_be_focused()
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Version 9 of 9, "))
    letter = mara.sees("insight-letter", "Updated after conversation 8.")
    expect(letter.get_by_test_id("insight-new")).to_have_text("You called the bank.")
    expect(letter.get_by_test_id("insight-gone")).to_have_text("You asked Jonas for help.")
    place = slider.bounding_box()
    mara.page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Version 1 of 9, "))
    mara.sees("insight-letter", "from your first answers")
    assert slider.bounding_box() == place
    mara.at("insight-back").press("Enter")
    sheet = mara.page.get_by_role("dialog", name="What Toney thinks")
    expect(sheet.get_by_role("heading", level=2)).to_be_focused()
    mara.page.go_back()
    expect(opener).to_be_focused()


async def eight_more(toney: Served) -> None:
    """Eight conversations of the newest person, each with what was understood afterwards."""
    newest = "SELECT user_id FROM profiles ORDER BY created_at DESC LIMIT 1"
    owner, clock = UUID(toney.rows(newest)[0][0]), FrozenClock(LAST_WEEK)
    db = Db(f"sqlite:///{toney.data / 'toney.db'}")
    for told in STORY:
        session = await factories.conversation(db, owner, at=clock.now())
        await insights.briefed(db, clock, owner, session, journey_narrative=told)
    await db.close()


def test_off_track_is_one_tap_and_the_coach_says_what_it_put_down(mara: Visitor) -> None:
    mara.taps("tab-chat")
    mara.says("I keep looking away from the letters.")
    mara.hears()
    mara.taps_in_menu("off-track")
    mara.hears("Okay, I got that wrong.")
    mara.page.reload()
    mara.hears("Okay, I got that wrong.")
    mara.says("It was about the landlord.")
    mara.sees("message-coach", times=3)
    assert "protects you from a feeling" not in mara.hears()
