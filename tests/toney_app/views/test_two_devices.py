"""What is changed on one device while it is shown on another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.goals import POST, with_goal
from toney_app.notice_state import NoticeState
from toney_app.views.goals.dream_state import DreamsState
from toney_app.views.goals.state import GoalsState
from toney_app.views.goals.steps_state import StepsState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

    from tests.support.states import Tab

    NewTab = Callable[[UUID], Awaitable[Tab]]


async def with_same_goal(tab: Tab, tab_of: NewTab) -> tuple[Tab, GoalsState]:
    """Show the same goal on a phone and on a laptop; return the laptop."""
    phone = await with_goal(tab)
    laptop = await tab_of(tab.owner)
    await laptop.does(GoalsState.load)
    await laptop.does(GoalsState.choose, phone.goal.id)
    return laptop, phone


async def test_the_form_of_a_goal_has_what_was_written_elsewhere(tab: Tab, tab_of: NewTab) -> None:
    laptop, _ = await with_same_goal(tab, tab_of)
    await tab.does(GoalsState.start_edit)
    await tab.does(GoalsState.save, {**POST, "why": "I want to sleep at night"})
    await laptop.does(GoalsState.start_edit)
    assert (await laptop.state(GoalsState)).draft.why == "I want to sleep at night"


async def test_a_goal_that_was_deleted_elsewhere_has_no_form(tab: Tab, tab_of: NewTab) -> None:
    laptop, _ = await with_same_goal(tab, tab_of)
    await tab.does(GoalsState.delete)
    await laptop.does(GoalsState.start_edit)
    notices = await laptop.state(NoticeState)
    assert (notices.key, notices.sheet, notices.order > 0) == ("ui.problem.not_found", "", True)


async def test_the_form_of_a_dream_has_what_was_written_elsewhere(tab: Tab, tab_of: NewTab) -> None:
    await tab.does(DreamsState.start_new)
    await tab.does(DreamsState.save, {"title": "The sea"})
    laptop = await tab_of(tab.owner)
    await laptop.does(GoalsState.load)
    (dream,) = (await laptop.state(GoalsState)).board.dreams
    await tab.does(DreamsState.start_edit, dream.id)
    await tab.does(DreamsState.save, {"title": "The sea", "description": "With Ines, in June"})
    await laptop.does(DreamsState.start_edit, dream.id)
    form = await laptop.state(DreamsState)
    assert form.draft.description == "With Ines, in June"
    await tab.does(DreamsState.start_edit, dream.id)
    await tab.does(DreamsState.delete)
    await laptop.does(DreamsState.start_edit, dream.id)
    assert (await laptop.state(NoticeState)).key == "ui.problem.not_found"


async def test_a_step_that_was_deleted_elsewhere_goes_when_it_is_ticked(
    tab: Tab, tab_of: NewTab
) -> None:
    laptop, phone = await with_same_goal(tab, tab_of)
    await tab.does(StepsState.add_step, {"text": "Find the letter"})
    step = phone.goal.steps[0].id
    await laptop.does(GoalsState.load)
    await tab.does(StepsState.drop_step, step)
    await laptop.does(StepsState.tick, step, True)
    assert (await laptop.state(GoalsState)).goal.steps == []
    assert (await laptop.state(NoticeState)).key == "ui.problem.not_found"
