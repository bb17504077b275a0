"""Every text can be read in each of the eight colours, in light and in dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from coaching.content import ALL_TENSIONS
from tests.support.browser import SETTLED
from tests.support.contrast import TEXTS, faint_ones, too_faint
from tests.support.looks import in_mode

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor

    OpenView = Callable[..., Visitor]

pytestmark = pytest.mark.journey

MODES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
COLOURS = ["neutral", *ALL_TENSIONS]
PLACES = [
    "home",
    "chat",
    "rewire",
    "wins",
    "home/settings",
    "home/tone",
    "home/card-editor",
    "home/data",
    "home/insight",
    "chat/sessions",
    "chat/closing",
]
IN_EACH = f"""async (colours) => {{
  const found = {{}};
  for (const colour of colours) {{
    document.documentElement.dataset.accent = colour;
    await ({SETTLED})();
    found[colour] = ({TEXTS})();
  }}
  return found;
}}"""
"""The texts of the page in one colour after the other."""


def test_every_text_can_be_read_in_every_colour(mara: OpenView) -> None:
    person = mara("#chat")
    person.says("I opened it. One look was enough.")
    person.hears()
    person.taps_in_menu("session-end")
    person.sees("closing-note")
    faint: list[str] = []
    for place in PLACES:
        person.page.evaluate(f"location.hash = '{place}'")
        view, _, sheet = place.partition("/")
        expect(person.page.locator(f"#sheet-{sheet}" if sheet else f"#view-{view}")).to_be_visible()
        if sheet == "insight":
            person.at("insight-sentence").first.click()
            person.sees("insight-because")
        for mode in MODES:
            in_mode(person.page, mode)
            for colour, texts in person.page.evaluate(IN_EACH, COLOURS).items():
                faint += [f"{colour} {place} {mode}: {text}" for text in faint_ones(texts)]
    assert faint == []


def test_the_measure_sees_what_can_hardly_be_read(mara: OpenView) -> None:
    person = mara("#wins")
    expect(person.at("win-input")).to_be_visible()
    person.page.evaluate("document.documentElement.style.setProperty('--ink-2', '#c8c8c8')")
    faint = too_faint(person.page)
    assert any("did something differently" in text for text in faint), faint
