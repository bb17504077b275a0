"""Every view at every size: readable, reachable, named, nothing wider than the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import agree, skip_questions
from tests.support.browser import DESK, PHONE, SMALL_PHONE, visitor
from tests.support.looks import in_mode, is_fine, twice_as_large

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.support.browser import Visitor
    from tests.support.served import Served

    OpenView = Callable[..., Visitor]

pytestmark = pytest.mark.journey

VIEWS = ["home", "chat", "rewire", "wins"]
SHEETS = [
    "settings",
    "help",
    "breathe",
    "tone",
    "depth",
    "name",
    "country",
    "language",
    "card-editor",
    "data",
    "sessions",
    "practices",
    "goals",
    "dreams",
    "check-ins",
    "purchase",
    "shelf",
    "money",
    "money-one",
    "budgets",
    "ledger",
    "costs",
    "notes",
    "goal-edit",
    "dream-edit",
    "devices",
    "lock",
    "tokens",
    "ways",
    "signin",
    "save-place",
    "email",
    "recover",
    "recovery",
    "sign-out",
    "install",
    "learning",
    "tension",
    "reminders",
    "consent",
    "access",
    "about-coach",
    "sent",
    "insight",  # the last: the test goes on in it
]

# The line to write on is wholly above the tabs, whatever size the text has.
COVERED = """() => document.querySelector(".composer").getBoundingClientRect().bottom
  > document.querySelector(".tabs").getBoundingClientRect().top + 1"""

# A notice is below the header, also while Quick exit makes that lower.
BELOW_HEADER = """() => document.querySelector(".toast").getBoundingClientRect().top
  >= document.querySelector(".chat-head").getBoundingClientRect().bottom"""

# What is said about a message that is too long is not under the arrow to the newest message.
ABOVE = """() => document.getElementById("to-end").getBoundingClientRect().bottom
  <= document.querySelector("[data-testid=chat-length]").getBoundingClientRect().top"""


@pytest.mark.parametrize(
    ("size", "dark", "large"),
    [
        (PHONE, True, False),
        (SMALL_PHONE, False, True),
        (DESK, False, False),
    ],
    ids=["phone-dark", "small-large", "desk-light"],
)
def test_every_view_and_sheet(
    mara: OpenView, size: tuple[int, int], *, dark: bool, large: bool
) -> None:
    person = mara("#chat", size=size, dark=dark)
    if large:
        twice_as_large(person.page)
    person.says("I opened it. One look was enough.")
    person.hears()
    is_fine(person.page, "chat")
    assert not person.page.evaluate(COVERED)
    for view in VIEWS:
        person.page.evaluate(f"location.hash = '{view}'")
        expect(person.page.locator(f"#view-{view}")).to_be_visible()
        expect(person.page.locator("h1").filter(visible=True)).to_have_count(1)
        is_fine(person.page, view)
    for sheet in SHEETS:
        person.page.evaluate(f"location.hash = 'home/{sheet}'")
        expect(person.page.locator(f"#sheet-{sheet}")).to_be_visible()
        is_fine(person.page, sheet)
    person.page.get_by_test_id("insight-sentence").first.click()
    person.sees("insight-because")
    is_fine(person.page, "an open sentence")
    person.taps("insight-reword")
    person.sees("insight-words")
    is_fine(person.page, "a sentence in other words")
    person.taps("insight-earlier")
    person.sees("insight-letter")
    is_fine(person.page, "a version")
    person.page.evaluate("location.hash = 'chat'")
    person.taps_in_menu("session-end")
    person.sees("closing-note")
    is_fine(person.page, "closing")


@pytest.mark.parametrize(
    ("size", "dark", "large"),
    [(PHONE, False, False), (SMALL_PHONE, True, True)],
    ids=["phone-light", "small-large"],
)
def test_the_way_in(
    toney: Served, browser: Browser, size: tuple[int, int], *, dark: bool, large: bool
) -> None:
    with visitor(browser, toney.url, size=size, dark=dark) as dev:
        dev.opens()
        if large:
            twice_as_large(dev.page)
        dev.sees("start-guest")
        is_fine(dev.page, "start")
        dev.taps("start-guest")
        dev.sees("consent-page")
        is_fine(dev.page, "consent")
        dev.page.go_back()
        agree(dev)
        dev.taps("onboarding-option-q1_chase")
        expect(dev.at("onboarding-option-q1_chase")).to_have_attribute("data-chosen", "true")
        is_fine(dev.page, "question")
        dev.taps("onboarding-next")
        skip_questions(dev, first=2)
        dev.sees("pattern-option-chase")
        is_fine(dev.page, "pattern")
        dev.taps("pattern-option-chase")
        expect(dev.at("pattern-keep")).to_be_enabled()
        is_fine(dev.page, "picked")
        dev.taps("pattern-keep")
        dev.taps("onboarding-next")
        dev.taps("onboarding-skip")
        dev.sees("tone-slider")
        is_fine(dev.page, "dial")


@pytest.mark.parametrize(
    ("size", "dark", "large"),
    [(PHONE, True, False), (SMALL_PHONE, False, True)],
    ids=["phone-dark", "small-large"],
)
def test_an_exercise(mara: OpenView, size: tuple[int, int], *, dark: bool, large: bool) -> None:
    person = mara("#home/practices", size=size, dark=dark)
    if large:
        twice_as_large(person.page)
    person.taps("practice-item", "Ride out the urge")
    person.taps("practice-choice", "Buy something")
    person.sees("practice-step", "How strong is the urge?")
    is_fine(person.page, "a scale")
    person.taps("practice-choice", "3")
    person.sees("practice-step", "For three minutes")
    is_fine(person.page, "a timer")
    person.page.evaluate("location.hash = 'home/practices'")
    person.taps("practice-item", "A kind word to yourself")
    person.sees("practice-step", "What’s been hard?")
    person.taps("practice-exits")
    is_fine(person.page, "ways out")
    person.taps("practice-choice", "I fell back into an old habit")
    person.sees("practice-step", "A lot of people feel like this")
    is_fine(person.page, "a text")
    person.taps("practice-next")
    person.writes("practice-text", "One is enough for today.")
    is_fine(person.page, "a field")
    person.taps("practice-next")
    person.sees("practice-step", "Breathe in")
    is_fine(person.page, "a breath")
    person.taps("practice-next")
    person.taps("practice-choice", "A bit kinder")
    person.sees("practice-keep", times=2)
    person.page.get_by_label("Edit", exact=True).first.click()
    is_fine(person.page, "the end")
    person.taps("practice-keep", "Save as a card")
    person.sees("practice-step", "Saved to your cards.")
    is_fine(person.page, "kept")


def test_in_a_crisis_the_colour_goes(mara: OpenView) -> None:
    person = mara("#chat")
    person.says("I want to kill myself.")
    person.hears()
    expect(person.sees("safety-resources")).to_be_focused()
    expect(person.page.locator("html")).to_have_attribute("data-care", "")
    person.sees_no("tab-home")
    for mode in ("light", "dark"):
        in_mode(person.page, mode)
        is_fine(person.page, f"crisis, {mode}")
    person.at("safety-resources").get_by_role("button", name="I’m safe").click()
    person.sees("tab-home")


def test_nothing_hangs_out_of_its_card_or_covers_a_sentence(mara: OpenView) -> None:
    person = mara("#home", size=PHONE)
    person.page.evaluate("document.documentElement.dataset.exit = ''")
    for sheet in ("money", "budgets", "purchase", "dreams"):
        person.page.evaluate(f"location.hash = 'home/{sheet}'")
        way_out = person.page.locator(f"#sheet-{sheet}").get_by_test_id("quick-exit")
        expect(way_out).to_be_visible()
        assert way_out.evaluate("button => button.getBoundingClientRect().left") == 8, sheet
    person.page.evaluate("location.hash = 'home/money'")
    sheet = person.page.locator("#sheet-money")
    person.writes("money-input", "spent 12 on lunch")
    person.taps("money-write")
    expect(sheet.get_by_test_id("money-row")).to_be_visible()
    assert sheet.locator(".money-rows").evaluate("rows => rows.scrollWidth <= rows.clientWidth")

    person.page.evaluate("location.hash = 'chat'")
    expect(person.at("chat-input")).to_be_visible()
    assert person.page.evaluate(BELOW_HEADER)
    person.at("chat-input").fill("I keep doing the sums again. " * 300)
    expect(person.at("chat-length")).to_be_visible()
    person.page.evaluate("document.getElementById('to-end').hidden = false")
    assert person.page.evaluate(ABOVE)
