"""What a person keeps: today's card, their own cards, their wins."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle, take_first_card

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
    take_first_card(mara)
    mara.opens()
    mara.taps("focus-did-it")
    mara.sees("focus-card", "That counts.")
    expect(mara.at("focus-reflection")).to_be_focused()
    mara.taps("undo")
    mara.taps("focus-did-it")
    mara.sees("focus-card", "That counts.")
    mara.writes("focus-reflection", "Easier than I thought.")
    mara.page.get_by_role("button", name="Save note").click()
    mara.sees("focus-card", "Thanks, I’ve noted that.")
    mara.sees_no("focus-reflection")
    mara.page.reload()
    mara.sees("focus-card", "That counts.")
    mara.sees("focus-card", "Thanks, I’ve noted that.")
    mara.sees_no("focus-did-it")


def test_not_today_is_an_answer_too(mara: Visitor) -> None:
    take_first_card(mara)
    mara.opens()
    did_it, not_today = mara.sees("focus-did-it"), mara.sees("focus-not-today")
    assert size_of(did_it) == pytest.approx(size_of(not_today), abs=2)
    mara.taps("focus-not-today")
    mara.sees("focus-reflection")
    mara.page.reload()
    mara.sees("focus-reflection")
    mara.sees_no("focus-not-today")


def test_a_quick_reply_is_sent_once_and_is_gone(mara: Visitor) -> None:
    mara.opens("#chat")
    mara.says("I finally opened the letter from the bank today")
    mara.hears("Well done")
    expect(mara.page.get_by_role("group", name="Quick replies").get_by_role("button")).to_have_text(
        ["Save as a win", "Let me tell you"]
    )
    mara.page.reload()
    mara.at("chip", "Let me tell you").dblclick()
    mara.sees("message-user", "Let me tell you")
    mara.hears("I’m listening")
    mara.sees_no("chip")
    mara.says("save that as a win")
    mara.hears("Saved as a win")
    mara.page.goto(f"{mara.url}/#wins")
    mara.sees("win-item", "opened the letter")


def test_a_card_is_kept_from_a_reply_and_lives_its_life(mara: Visitor) -> None:
    mara.opens("#chat")
    mara.says("There is another letter and I put it in the drawer.")
    mara.hears()
    mara.taps_in_menu("keep-card")
    writes_card(mara, "The drawer", "I can open the drawer and still be okay.", instead=".+")
    mara.sees("toast", "Card saved")
    mara.taps("tab-rewire")
    mara.sees("card-item", "The drawer")

    mara.taps("new-card")
    writes_card(mara, "The kettle", "I wait for the kettle, then I look.", instead="^$")
    mara.sees("card-item", "The kettle")

    mara.taps("cards-search")
    mara.writes("cards-query", "kett")
    mara.sees_no("card-item", "The drawer")
    mara.sees("card-item", "The kettle")
    mara.taps("cards-search-end")
    mara.sees("card-item", "The drawer")

    opens_card(mara, "The kettle")
    mara.taps("card-edit")
    writes_card(mara, "The blue kettle", "I wait for it, then I look.", instead="^The kettle$")
    expect(mara.page.get_by_role("dialog")).to_contain_text("I wait for it, then I look.")
    mara.taps("card-focus")
    mara.sees("toast", "This is your focus card now")
    mara.taps("tab-home")
    mara.sees("focus-card", "The blue kettle")

    mara.taps("tab-rewire")
    opens_card(mara, "The blue kettle")
    mara.taps("card-graduate")
    mara.sees("toast", "Moved to your toolkit")
    mara.sees("card-item", "The blue kettle")

    deletes_card(mara, "The drawer")
    mara.taps("undo")
    deletes_card(mara, "The drawer")
    mara.page.reload()
    mara.sees("card-item", "The blue kettle")
    mara.sees_no("card-item", "The drawer")


def test_a_card_that_the_coach_proposes_is_changed_first_and_kept_in_ones_own_words(
    mara: Visitor,
) -> None:
    mara.opens("#rewire")
    mara.at("card-item").first.click()
    mara.taps("card-graduate")
    mara.sees("toast", "Moved to your toolkit")
    mara.taps("tab-chat")
    mara.says("I can wait until the kettle is on before I open it.")
    mara.hears()
    mara.says("make that a card")
    mara.sees("draft-card", "Save this as a card?")
    mara.hears("draft")

    mara.taps("draft-change")
    expect(mara.at("card-words")).not_to_contain_text("0 words")
    mara.at("card-kind").select_option("plan")
    mara.writes("card-cue", "the kettle is on")
    mara.writes("card-response", "I open the top letter")
    mara.writes("card-backup", "")
    expect(mara.at("card-words")).to_contain_text("9 words")
    mara.taps("save-card")
    mara.sees("toast", "Card saved")
    mara.hears("to your cards")
    mara.sees_no("draft-card")

    mara.taps("tab-rewire")
    mara.sees("card-item", "I open the top letter")
    mara.sees("card-part", times=2)
    mara.page.reload()
    mara.taps("tab-chat")
    expect(mara.page.get_by_text("Saved as a card")).to_be_visible()


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
    mara.at("row-menu").press("Enter")
    mara.taps("win-edit")
    mara.writes("win-words", "I opened a letter")
    mara.taps("win-save")
    mara.sees("win-item", "I opened a letter")
    mara.taps("row-menu")
    mara.taps("win-delete")
    mara.sees("win-item", times=0)
    mara.taps("undo")
    mara.taps("tab-home")
    expect(mara.page.locator("#view-home").get_by_text("I opened a letter")).to_be_visible()
    mara.page.reload()
    mara.taps("tab-wins")
    mara.sees("win-item", "I opened a letter")


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


def deletes_card(mara: Visitor, title: str) -> None:
    opens_card(mara, title)
    mara.taps("card-delete")
    mara.taps("card-delete-yes")
    mara.sees_no("card-item", title)


def opens_card(mara: Visitor, title: str) -> None:
    """The focus card is one button; the others have one in their corner."""
    card = mara.sees("card-item", title)
    button = (
        card if card.evaluate("node => node.tagName") == "BUTTON" else card.get_by_role("button")
    )
    button.click()
    expect(mara.page.get_by_role("dialog")).to_contain_text(title)
