"""What the page does without asking the server (toney_app/js/page.js)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from tests.support.browser import Visitor

    OpenView = Callable[..., Visitor]

pytestmark = pytest.mark.journey

# A phone's keyboard, which chromium without a screen does not have.
KEYBOARD = """
  const seen = Object.assign(new EventTarget(), { width: 390, height: 844, scale: 1 });
  Object.defineProperty(window, "visualViewport", { value: seen });
  const matches = window.matchMedia.bind(window);
  window.matchMedia = (query) => query === "(hover: hover)" ? { matches: false } : matches(query);
  window.keyboard = (height) => { seen.height = height; seen.dispatchEvent(new Event("resize")); };
"""


def sheet(mara: Visitor) -> Locator:
    return mara.page.get_by_role("dialog")


CLOSED_BY: dict[str, Callable[[Page, Locator], object]] = {
    "escape": lambda page, _: page.keyboard.press("Escape"),
    "back": lambda page, _: page.go_back(),
    "button": lambda _, dialog: dialog.get_by_role("button", name="Close").click(),
    "outside": lambda page, _: page.mouse.click(200, 20),
}


def test_a_sheet_takes_the_focus_and_gives_it_back(mara: OpenView) -> None:
    page = mara().page
    opener = page.get_by_test_id("settings-open")
    for close in CLOSED_BY.values():
        opener.press("Enter")
        dialog = page.get_by_role("dialog", name="Settings")
        expect(dialog.get_by_role("heading", name="Settings")).to_be_focused()
        for _ in range(3):
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('dialog') !== null")
        close(page, dialog)
        expect(dialog).to_be_hidden()
        expect(opener).to_be_focused()
        expect(page).to_have_url(re.compile("#home$"))


@pytest.mark.parametrize("size", [(390, 844), (1280, 900)], ids=["phone", "desk"])
def test_a_button_leads_to_the_chat_from_every_other_view(
    mara: OpenView, size: tuple[int, int]
) -> None:
    visitor = mara("#wins", size=size)
    button = visitor.page.get_by_role("button", name="Talk to Toney")
    for view in ("wins", "rewire"):
        visitor.taps(f"tab-{view}")
        expect(button).to_be_in_viewport(ratio=1)
    button.click()
    expect(visitor.page.locator("#view-chat")).to_be_visible()
    expect(button).to_be_hidden()
    visitor.says("Hello")
    visitor.hears()
    mine, theirs = (
        visitor.at("message-user").bounding_box(),
        visitor.at("message-coach").bounding_box(),
    )
    assert mine
    assert theirs
    assert mine["x"] + mine["width"] > theirs["x"] + theirs["width"] - 40
    assert mine["x"] > theirs["x"]


def test_a_deep_link_to_a_sheet_closes_into_its_view(mara: OpenView) -> None:
    visitor = mara("#wins/settings")
    expect(sheet(visitor)).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(visitor.page).to_have_url(re.compile("#wins$"))
    visitor.sees("win-input")


def test_one_sheet_leads_to_another_and_back(mara: OpenView) -> None:
    visitor = mara("#home")
    visitor.taps("settings-open")
    visitor.page.get_by_role("button", name=re.compile("^Tone ")).click()
    expect(sheet(visitor)).to_have_accessible_name("Tone")
    visitor.page.go_back()
    expect(sheet(visitor)).to_have_accessible_name("Settings")


def test_what_is_typed_survives_a_reload(mara: OpenView) -> None:
    visitor = mara("#wins")
    visitor.writes("win-input", "I opened")
    visitor.taps("tab-chat")
    visitor.writes("chat-input", "It was less than I")
    visitor.page.reload()
    expect(visitor.at("chat-input")).to_have_value("It was less than I")
    visitor.taps("tab-wins")
    expect(visitor.at("win-input")).to_have_value("I opened")
    visitor.taps("win-add")
    visitor.sees("win-item", "I opened")
    visitor.page.reload()
    expect(visitor.at("win-input")).to_have_value("")


def test_the_keyboard_hides_the_tabs_and_never_covers_the_field(mara: OpenView) -> None:
    visitor = mara("#home")
    visitor.page.add_init_script(KEYBOARD)
    visitor.opens("#chat")
    visitor.page.reload()
    visitor.at("chat-input").focus()
    visitor.sees("tab-chat")
    visitor.page.evaluate("keyboard(420)")
    visitor.sees_no("tab-chat")
    box = visitor.at("chat-input").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 420
    visitor.page.evaluate("keyboard(844)")
    visitor.sees("tab-chat")


def test_the_colour_is_there_before_the_first_paint(mara: OpenView) -> None:
    visitor = mara("#home")
    expect(visitor.page.locator("html")).to_have_attribute("data-accent", "avoid")
    visitor.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => {"
        " window.early = document.documentElement.dataset.accent; })"
    )
    visitor.page.reload()
    assert visitor.page.evaluate("early") == "avoid"


def test_the_theme_can_be_chosen(mara: OpenView) -> None:
    visitor = mara("#home/settings")
    visitor.page.get_by_role("radio", name="Dark").click()
    expect(visitor.page.locator("html")).to_have_class(re.compile("dark"))
    visitor.page.reload()
    expect(visitor.page.locator("html")).to_have_class(re.compile("dark"))


def test_dates_are_written_as_the_person_writes_them(mara: OpenView) -> None:
    for language, month in (("en-GB", r"\d{1,2} [A-Z][a-z]+"), ("en-US", r"[A-Z][a-z]+ \d{1,2}")):
        visitor = mara("#rewire", language=language)
        card = visitor.at("card-item").first
        expect(card).to_contain_text(re.compile(month))


def test_leaving_forgets_everything_on_this_device(mara: OpenView) -> None:
    visitor = mara("#chat")
    visitor.writes("chat-input", "Private")
    visitor.page.evaluate("location.hash = 'home/settings'")
    visitor.taps("sign-out")
    visitor.taps("sign-out-yes")
    visitor.sees("start-guest")
    assert visitor.page.evaluate("Object.keys(localStorage)") in ([], ["theme"])
    assert "toney_session" not in [c.get("name") for c in visitor.page.context.cookies()]
