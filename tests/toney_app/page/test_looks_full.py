"""What a person wrote, with words as long as they come: in its sheets, views and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, SMALL_PHONE
from tests.support.looks import is_fine, twice_as_large

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor

    OpenView = Callable[..., Visitor]

pytestmark = pytest.mark.journey

LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"
WRITTEN: dict[str, dict[str, object]] = {
    "profile": {"name": LONG[:40]},
    "cards": {"title": LONG, "content": "I can ask one person to sit with me."},
    "wins": {"text": LONG},
    "dreams": {"title": LONG, "description": "I come home.", "targetOn": "2031-06-01"},
    "goals": {
        "title": LONG,
        "why": "I want to stop feeling sick.",
        "plans": [{"cue": "it is Sunday", "response": "I open one", "backup": "I stop"}],
        "milestones": [{"title": LONG, "dueOn": "2031-06-01"}],
        "notes": "One envelope.",
    },
    "notes": {"title": LONG, "content": "#home [[Sundays]]", "tags": ["Evenings"]},
}


@pytest.mark.parametrize(
    ("size", "dark", "large"),
    [(PHONE, False, False), (SMALL_PHONE, True, True)],
    ids=["phone-light", "small-large"],
)
def test_what_somebody_wrote(
    mara: OpenView, size: tuple[int, int], *, dark: bool, large: bool
) -> None:
    person = mara("#home", size=size, dark=dark)
    assert person.page.context.request.post(f"{person.url}/api/auth/recovery-code").ok
    for name, words in WRITTEN.items():
        asked = person.page.context.request.fetch(
            f"{person.url}/api/{name}", method="PATCH" if name == "profile" else "POST", data=words
        )
        assert asked.ok, asked.text()
    if large:
        twice_as_large(person.page)
    else:
        person.page.reload()
    person.sees("towards-goal")
    is_fine(person.page, "home")
    what_is_worked_towards(person)
    cards_and_wins(person)
    a_proposal(person)
    a_lock(person)


def what_is_worked_towards(person: Visitor) -> None:
    for sheet, hook, opened in (
        ("goals", "goal-open", "goal"),
        ("dreams", "dream-card", "dream-edit"),
        ("notes", "note-item", "note"),
    ):
        person.page.evaluate(f"location.hash = 'home/{sheet}'")
        expect(person.at(hook).first).to_be_visible()
        is_fine(person.page, f"{sheet}, full")
        person.at(hook).first.click()
        expect(person.page.locator(f"#sheet-{opened}")).to_be_visible()
        is_fine(person.page, f"{opened}, full")


def cards_and_wins(person: Visitor) -> None:
    for view in ("rewire", "wins"):
        person.page.evaluate(f"location.hash = '{view}'")
        expect(person.page.locator(f"#view-{view}").get_by_text(LONG)).to_be_visible()
        is_fine(person.page, f"{view}, full")
    person.page.evaluate("location.hash = 'rewire'")
    person.at("card-item", LONG).click()
    person.sees("talk-about")
    is_fine(person.page, "a card")


def a_proposal(person: Visitor) -> None:
    person.page.evaluate("location.hash = 'chat'")
    person.says("I can wait until the kettle is on before I open it.")
    person.hears()
    person.says("make that a card")
    person.sees("draft-card")
    person.hears("draft")
    is_fine(person.page, "a proposal")


def a_lock(person: Visitor) -> None:
    person.page.evaluate("location.hash = 'chat/lock'")
    person.writes("lock-pin", "2468")
    person.taps("lock-pin-set")
    person.sees("lock-current")
    is_fine(person.page, "a lock that is set")
    person.taps("lock-after-0")
    expect(person.at("lock-after-0").get_by_role("radio")).to_be_checked()
    with person.expecting_an_answer(401), person.losing_the_connection():
        person.page.reload()
        person.sees("locked")
        is_fine(person.page, "locked")
