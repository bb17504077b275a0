"""Every text can be read in each of the eight colours, in light and in dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from coaching.content import ALL_TENSIONS
from tests.support.contrast import too_faint

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor

    OpenView = Callable[..., Visitor]

pytestmark = pytest.mark.journey

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
PAINT = "(colour) => { document.documentElement.dataset.accent = colour; }"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_text_can_be_read_in_every_colour(mara: OpenView, *, dark: bool) -> None:
    person = mara("#chat", dark=dark)
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
        for colour in COLOURS:
            person.page.evaluate(PAINT, colour)
            faint += [f"{colour} {place}: {text}" for text in too_faint(person.page)]
    assert faint == []


def test_the_measure_sees_what_can_hardly_be_read(mara: OpenView) -> None:
    person = mara("#wins")
    expect(person.at("win-input")).to_be_visible()
    person.page.evaluate("document.documentElement.style.setProperty('--ink-2', '#c8c8c8')")
    faint = too_faint(person.page)
    assert any("did something differently" in text for text in faint), faint
