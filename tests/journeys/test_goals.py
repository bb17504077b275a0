"""Goals and dreams in the browser: from home in two taps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle
from tests.support.browser import SMALL_PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey

IS_ON_TOP = """(box) => {
  const { left, bottom } = box.getBoundingClientRect();
  return box.contains(document.elementFromPoint(left + 60, bottom - 6));
}"""


def test_a_goal_under_a_dream_is_written_and_its_steps_are_ticked(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    mara.opens("#home")
    mara.taps("goals-open")
    mara.taps("dreams-open")
    mara.taps("dream-new")
    mara.writes("field-dream-title", "A hallway I’m not afraid of")
    mara.writes("field-dream-description", "I’d like to come home without holding my breath.")
    mara.taps("category-personal_growth")
    mara.taps("dream-save")
    mara.sees("dream-card", "A hallway I’m not afraid of")
    mara.page.go_back()
    mara.taps("goal-new")
    mara.writes("field-goal-title", "Post has a place and a day")
    mara.writes("field-goal-why", "I want to stop feeling sick when the post comes.")
    mara.writes("field-goal-cue", "it is Sunday and the kettle is on")
    mara.writes("field-goal-response", "I open one envelope")
    mara.page.get_by_test_id("field-goal-parent").select_option(index=1)
    mara.taps("goal-save")
    mara.taps("goal-open")
    for number, words in enumerate(("Choose a spot", "Pick the day", "Open the first one")):
        mara.writes("step-input", words)
        mara.page.keyboard.press("Enter")
        mara.sees("step-item", times=number + 1)
        expect(mara.at("step-input")).to_be_focused()  # for the next one
    mara.at("step-item", "Choose a spot").click()
    expect(mara.at("step-item", "Choose a spot")).to_have_attribute("aria-checked", "true")
    changes_a_step(mara)
    mara.page.reload()
    mara.opens("#home/goals")
    mara.sees("goal-item", "1 of 3 steps")
    mara.sees("goal-item", "If it is Sunday and the kettle is on, then I open one envelope")
    mara.opens("#home")
    mara.page.reload()
    mara.sees("towards-goal", "1 of 3 steps")
    mara.taps("towards-goal")
    mara.taps("talk-about")
    mara.sees("message-coach", "Let’s talk about “Post has a place and a day”")


def changes_a_step(mara: Visitor) -> None:
    """Change a step's words and delete it, and take both back."""
    mara.taps_in_menu("step-edit")
    mara.writes("step-words", "Open two letters")
    mara.taps("step-save")
    mara.sees("step-item", "Open two letters")
    mara.taps("step-undo")
    mara.sees("step-item", "Open the first one")
    mara.taps_in_menu("step-delete")
    mara.sees("step-item", times=2)
    mara.taps("step-undo")
    mara.sees("step-item", times=3)


def test_what_is_half_written_survives_closing_the_sheet(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    for sheet, new, field, words in (
        ("notes", "note-new", "field-note-content", "Kettle on, one envelope."),
        ("goals", "goal-new", "field-goal-title", "Post has a place and a day"),
        ("dreams", "dream-new", "field-dream-title", "A hallway I’m not afraid of"),
    ):
        mara.opens(f"#home/{sheet}")
        mara.taps(new)
        mara.writes(field, words)
        mara.page.keyboard.press("Escape")
        mara.taps(new)
        expect(mara.at(field)).to_have_value(words)
    mara.taps("dream-save")
    mara.sees("dream-card", "A hallway I’m not afraid of")
    mara.taps("dream-new")
    expect(mara.at("field-dream-title")).to_have_value("")


def test_without_ai_a_goal_offers_nothing_to_look_up(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = with_a_goal(visit(toney.url))
    mara.sees("talk-about")
    mara.sees_no("talk-research")


def test_the_question_before_a_goal_is_deleted_is_in_sight(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = with_a_goal(visit(toney.url, size=SMALL_PHONE))
    mara.at("row-menu").first.click()
    mara.taps("goal-delete")
    expect(mara.at("goal-delete-yes")).to_be_in_viewport(ratio=1)
    mara.taps("goal-delete-yes")
    mara.sees_no("goal-open")


@pytest.mark.parametrize("kind", ["goal", "dream"])
def test_why_a_form_is_not_saved_is_not_behind_its_button(
    toney: Served, visit: Callable[..., Visitor], kind: str
) -> None:
    mara = visit(toney.url, size=SMALL_PHONE)
    settle(mara)
    mara.opens(f"#home/{kind}s")
    mara.taps(f"{kind}-new")
    mara.taps(f"{kind}-save")
    problem = mara.page.get_by_role("alert").filter(visible=True)
    expect(problem).to_have_count(1)
    assert problem.evaluate(IS_ON_TOP)


def with_a_goal(mara: Visitor) -> Visitor:
    """Open the sheet of a goal that has a title and nothing else."""
    settle(mara)
    mara.opens("#home/goals")
    mara.taps("goal-new")
    mara.writes("field-goal-title", "Post has a place and a day")
    mara.taps("goal-save")
    mara.taps("goal-open")
    return mara
