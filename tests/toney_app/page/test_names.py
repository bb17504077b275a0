"""What somebody hears who doesn't see the page: titles, headings, who speaks, radios."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor

pytestmark = pytest.mark.journey


def test_every_view_has_a_title_and_one_heading(mara: Callable[..., Visitor]) -> None:
    person = mara()
    for view in ("home", "chat", "rewire", "wins"):
        person.taps(f"tab-{view}")
        expect(person.page).to_have_title(f"{view.title()} · Toney")
        expect(person.page.get_by_role("heading", level=1)).to_have_count(1)


def test_every_message_says_who_speaks(mara: Callable[..., Visitor]) -> None:
    person = mara("#chat")
    for words in ("There is a drawer with my letters in it.", "I put them there myself."):
        person.says(words)
        person.hears()
    thread = person.page.locator("#thread")
    expect(thread.get_by_text("You:", exact=True)).to_have_count(2)
    expect(thread.get_by_text("Toney", exact=False).filter(visible=True).first).to_be_visible()
    expect(thread.locator("article:has(.who), article:has(> .sr)")).to_have_count(2)


def test_the_arrow_keys_choose_the_colours(mara: Callable[..., Visitor]) -> None:
    person = mara("#home/settings")
    person.sees("theme-system").get_by_role("radio").focus()
    person.page.keyboard.press("ArrowRight")
    expect(person.at("theme-light").get_by_role("radio")).to_be_checked()
    person.page.keyboard.press("ArrowRight")
    expect(person.at("theme-dark").get_by_role("radio")).to_be_focused()
    expect(person.page.locator("html.dark")).to_be_attached()


def test_nothing_shows_above_the_head_of_a_sheet(mara: Callable[..., Visitor]) -> None:
    person = mara("#home/settings")
    person.sees("settings-data")
    person.page.evaluate("document.getElementById('sheet-settings').scrollTop = 300")
    above = """() => {
      const sheet = document.getElementById("sheet-settings").getBoundingClientRect();
      const at = (y) => document.elementFromPoint(sheet.x + 60, sheet.y + y);
      return [2, 10, 18, 24, 40].every((y) => at(y).id === "sheet-settings"
        || at(y).closest(".sheet-head"));
    }"""
    assert person.page.evaluate(above)
