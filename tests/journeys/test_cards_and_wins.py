"""What a person keeps: today's card, their own cards, their wins."""

from __future__ import annotations

import re
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
    return somebody


def test_todays_card_is_done_with_a_word_about_it(mara: Visitor) -> None:
    mara.opens()
    mara.taps("focus-did-it")
    mara.sees("focus-card", "That counts.")
    mara.writes("focus-reflection", "Easier than I thought.")
    mara.page.get_by_role("button", name="Keep the note").click()
    mara.sees("focus-card", "Noted.")
    mara.sees_no("focus-reflection")
    mara.page.reload()
    mara.sees("focus-card", "That counts.")
    mara.sees("focus-card", "Noted.")
    mara.sees_no("focus-did-it")


def test_not_today_is_an_answer_too(mara: Visitor) -> None:
    mara.opens()
    did_it, not_today = mara.sees("focus-did-it"), mara.sees("focus-not-today")
    assert size_of(did_it) == pytest.approx(size_of(not_today), abs=2)
    mara.taps("focus-not-today")
    mara.sees("focus-reflection")
    mara.page.reload()
    mara.sees("focus-reflection")
    mara.sees_no("focus-not-today")


def test_a_card_is_kept_from_a_reply_and_lives_its_life(mara: Visitor) -> None:
    mara.opens("#chat")
    mara.says("There is another letter and I put it in the drawer.")
    mara.hears()
    mara.taps("keep-card")
    writes_card(mara, "The drawer", "I can open the drawer and still be okay.", instead=".+")
    mara.sees("toast", "Card saved")
    mara.taps("tab-rewire")
    mara.sees("card-item", "The drawer")

    mara.taps("new-card")
    writes_card(mara, "The kettle", "I wait for the kettle, then I look.", instead="^$")
    mara.sees("card-item", "The kettle")

    opens_card(mara, "The kettle")
    mara.taps("card-edit")
    writes_card(mara, "The blue kettle", "I wait for it, then I look.", instead="^The kettle$")
    expect(mara.page.get_by_role("dialog")).to_contain_text("I wait for it, then I look.")
    mara.taps("card-focus")
    mara.sees("toast", "In focus now")
    mara.taps("tab-home")
    mara.sees("focus-card", "The blue kettle")

    mara.taps("tab-rewire")
    opens_card(mara, "The blue kettle")
    mara.taps("card-graduate")
    mara.sees("toast", "In your toolkit for good")
    mara.sees("card-item", "The blue kettle")

    opens_card(mara, "The drawer")
    mara.taps("card-delete")
    mara.taps("card-delete-yes")
    mara.sees_no("card-item", "The drawer")
    mara.page.reload()
    mara.sees("card-item", "The blue kettle")
    mara.sees_no("card-item", "The drawer")


def test_a_card_that_the_coach_proposes_is_changed_first_and_kept_in_ones_own_words(
    mara: Visitor,
) -> None:
    mara.opens("#rewire")
    mara.at("card-item").first.click()
    mara.taps("card-graduate")
    mara.sees("toast", "In your toolkit for good")
    mara.taps("tab-chat")
    mara.says("Is there something I can carry with me for the post?")
    mara.hears("There's a small card")
    mara.says("yes please")
    mara.sees("draft-card", "You decide.")
    mara.hears("draft")

    mara.taps("draft-change")
    expect(mara.at("card-words")).not_to_contain_text("0 of 40")
    mara.at("card-kind").select_option("plan")
    mara.writes("card-cue", "the kettle is on")
    mara.writes("card-response", "I open the top letter")
    mara.writes("card-backup", "")
    expect(mara.at("card-words")).to_contain_text("9 of 40")
    mara.taps("save-card")
    mara.sees("toast", "Card saved")
    mara.hears("is with your cards now")
    mara.sees_no("draft-card")

    mara.taps("tab-rewire")
    mara.sees("card-item", "I open the top letter")
    mara.sees("card-part", times=2)
    mara.page.reload()
    mara.taps("tab-chat")
    expect(mara.page.get_by_text("Kept as a card")).to_be_visible()


def test_a_win_is_kept_and_can_be_taken_back(mara: Visitor) -> None:
    mara.opens("#wins")
    for words in ("I opened one letter", "I said no, kindly"):
        mara.writes("win-input", words)
        mara.taps("win-add")
        mara.sees("win-item", words)
        expect(mara.at("win-input")).to_have_value("")
    mara.sees("win-item", times=2)
    mara.taps("undo")
    mara.sees_no("win-item", "I said no, kindly")
    mara.taps("tab-home")
    expect(mara.page.locator("#view-home").get_by_text("I opened one letter")).to_be_visible()
    mara.page.reload()
    mara.taps("tab-wins")
    mara.sees("win-item", "I opened one letter")


def size_of(button: Locator) -> tuple[float, float]:
    box = button.bounding_box()
    assert box is not None
    return box["width"], box["height"]


def writes_card(mara: Visitor, title: str, sentence: str, *, instead: str) -> None:
    editor = mara.page.get_by_role("dialog")
    expect(editor.get_by_label("Title")).to_have_value(re.compile(instead))
    editor.get_by_label("Title").fill(title)
    editor.get_by_label("Your sentence").fill(sentence)
    mara.taps("save-card")
    expect(mara.at("save-card")).to_be_hidden()


def opens_card(mara: Visitor, title: str) -> None:
    """The focus card is one button; the others have one in their corner."""
    card = mara.sees("card-item", title)
    button = (
        card if card.evaluate("node => node.tagName") == "BUTTON" else card.get_by_role("button")
    )
    button.click()
    expect(mara.page.get_by_role("dialog")).to_contain_text(title)
