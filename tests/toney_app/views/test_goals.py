from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.goals.fields import NOTES_MAX
from tests.support.goals import POST, with_goal
from toney_app.notice_state import NoticeState
from toney_app.views.goals.direction_state import DirectionsState
from toney_app.views.goals.dream_state import DreamsState
from toney_app.views.goals.goal_form import notes_field
from toney_app.views.goals.milestones_state import MilestonesState
from toney_app.views.goals.plans_state import PlansState
from toney_app.views.goals.state import GoalsState
from toney_app.views.goals.steps_state import UNDO, StepsState
from toney_app.views.help.state import HelpState
from toney_app.views.undo_state import UndoState

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from tests.support.states import Tab


async def with_dream(tab: Tab, title: str = "The sea", **more: str) -> DreamsState:
    await tab.does(DreamsState.start_new)
    await tab.does(DreamsState.save, {"title": title, **more})
    return await tab.state(DreamsState)


def test_a_plan_of_the_coach_can_be_saved_in_the_form_of_its_goal() -> None:
    # A browser saves no form with a field that holds more than its maximum.
    assert f"maxLength:{NOTES_MAX}" in str(notes_field())


async def test_a_second_tap_on_save_or_add_makes_no_second_one(tab: Tab) -> None:
    state = await with_goal(tab)
    await tab.does(GoalsState.save, {**POST, "title": "Post has its place"})
    await with_dream(tab)
    await tab.does(DreamsState.save, {"title": "The sea"})
    line = {"text": "Be there for people", "nth": "0"}
    for add in (DirectionsState.add_direction, StepsState.add_step, MilestonesState.add):
        await tab.does(add, line)
        await tab.does(add, line)
    assert [goal.title for goal in state.board.goals] == ["Post has its place"]
    found = (state.board.dreams, state.board.directions, state.goal.steps, state.goal.milestones)
    assert [len(ones) for ones in found] == [1, 1, 1, 1]
    await tab.does(StepsState.add_step, {**line, "nth": "1"})
    assert len(state.goal.steps) == 2
    await with_goal(tab, title="Another")
    await with_dream(tab, "The mountains")
    assert (len(state.board.goals), len(state.board.dreams)) == (2, 2)


async def test_a_goal_is_written_changed_parked_and_deleted(tab: Tab) -> None:
    state = await with_goal(tab)
    assert (state.goal.cue, state.goal.response) == ("it is Sunday", "I open one envelope")

    await tab.does(GoalsState.start_edit)
    await tab.does(GoalsState.save, {**POST, "title": "Post has a day", "notes": "One a week."})
    assert (state.goal.title, state.goal.notes, state.goal.notes_by) == (
        "Post has a day",
        "One a week.",
        "user",
    )
    await tab.does(GoalsState.set_status, state.goal.id, "parked")
    assert [goal.title for goal in state.board.parked] == ["Post has a day"]
    await tab.does(GoalsState.ask_to_delete)
    assert state.confirming
    await tab.does(GoalsState.delete)
    assert state.board.parked == []


async def test_half_a_plan_is_not_saved_and_says_what_is_missing(tab: Tab) -> None:
    await tab.does(GoalsState.start_new)
    await tab.does(GoalsState.save, {**POST, "response": ""})
    state = await tab.state(GoalsState)
    assert (state.problem, state.board.goals) == ("plan", [])

    await tab.does(GoalsState.save, {**POST, "title": " ", "response": ""})
    assert (state.problem, state.board.goals) == ("words", [])


async def test_further_plans_are_shown_added_changed_and_deleted(tab: Tab) -> None:
    state = await with_goal(tab)
    plans = await tab.state(PlansState)
    for number, cue in enumerate(("it is Monday", "I see a window envelope"), start=1):
        await tab.does(PlansState.edit, number)
        await tab.does(PlansState.save, {"cue": cue, "response": "I use the blue box"})
    assert [(one.place, one.cue) for one in state.goal.more_plans] == [
        (1, "it is Monday"),
        (2, "I see a window envelope"),
    ]

    await tab.does(PlansState.edit, 1)
    await tab.does(PlansState.save, {"cue": "it is Monday", "response": ""})
    assert (state.problem, plans.place) == ("plan", 1)
    await tab.does(PlansState.save, {"cue": "it is Tuesday", "response": "I ring them"})
    assert (state.problem, plans.place, state.goal.cue) == ("", 0, "it is Sunday")
    assert state.goal.more_plans[0].response == "I ring them"

    await tab.does(PlansState.drop, 1)
    assert [one.cue for one in state.goal.more_plans] == ["I see a window envelope"]


async def test_a_sixth_goal_is_refused_with_the_reason(tab: Tab) -> None:
    for _ in range(4):
        await with_goal(tab)
    state = await with_goal(tab)
    await tab.does(GoalsState.start_new)
    await tab.does(GoalsState.save, POST)
    assert (len(state.board.goals), state.problem) == (5, "full")


async def test_a_sixth_goal_is_not_taken_up_and_the_sheet_says_why(tab: Tab) -> None:
    state = await with_goal(tab)
    parked = state.goal.id
    await tab.does(GoalsState.set_status, parked, "parked")
    for _ in range(5):
        await with_goal(tab)
    await tab.does(GoalsState.set_status, parked, "active")
    assert (len(state.board.goals), state.problem) == (5, "full")
    await tab.does(GoalsState.set_status, state.board.goals[0].id, "parked")
    await tab.does(GoalsState.set_status, parked, "active")
    assert (len(state.board.goals), state.problem) == (5, "")


async def test_a_saved_form_is_no_longer_kept_on_the_device(tab: Tab) -> None:
    await with_goal(tab)
    dream = await with_dream(tab)
    notices = await tab.state(NoticeState)
    kept = [entry.partition(" ")[2] for entry in notices.stored]
    assert (dream.draft.id, kept.count("goal-"), kept.count("dream-")) == ("", 1, 1)


async def test_small_steps_fill_the_bar_and_can_be_undone(tab: Tab, clock: FrozenClock) -> None:
    state = await with_goal(tab)
    for words in ("Pick the day", "Open one"):
        await tab.does(StepsState.add_step, {"text": words})
        clock.move(timedelta(seconds=1))
    await tab.does(StepsState.tick, state.goal.steps[0].id, True)
    assert (state.goal.done, state.goal.share, state.goal.next_step) == (1, 50, "Open one")
    await tab.does(StepsState.tick, state.goal.steps[0].id, False)
    await tab.does(StepsState.drop_step, state.goal.steps[1].id)
    assert [(step.text, step.is_done) for step in state.goal.steps] == [("Pick the day", False)]


async def test_a_step_gets_other_words_and_each_change_can_be_taken_back(tab: Tab) -> None:
    state = await with_goal(tab)
    await tab.does(StepsState.add_step, {"text": "Pick the day"})
    step = state.goal.steps[0].id
    await tab.does(StepsState.edit, step)
    await tab.does(StepsState.change, {"text": "Pick Sunday"})
    assert [one.text for one in state.goal.steps] == ["Pick Sunday"]
    await tab.does(UndoState.take_back, UNDO, step)
    assert [one.text for one in state.goal.steps] == ["Pick the day"]
    await tab.does(StepsState.tick, step, True)
    await tab.does(StepsState.drop_step, step)
    assert state.goal.steps == []
    await tab.does(UndoState.take_back, UNDO, step)
    assert [(one.text, one.is_done) for one in state.goal.steps] == [("Pick the day", True)]


async def test_a_step_without_words_stays_as_it_was(tab: Tab) -> None:
    state = await with_goal(tab)
    await tab.does(StepsState.add_step, {"text": "Pick the day"})
    await tab.does(StepsState.edit, state.goal.steps[0].id)
    await tab.does(StepsState.change, {"text": "  "})
    assert [one.text for one in state.goal.steps] == ["Pick the day"]


async def test_two_dreams_fit_and_a_third_is_refused_kindly(tab: Tab, clock: FrozenClock) -> None:
    for title in ("The sea", "A boat", "A garden"):
        state = await with_dream(tab, title)
        clock.move(timedelta(seconds=1))
    board = (await tab.state(GoalsState)).board
    assert (state.problem, board.is_full, board.limit) == ("full", True, 2)
    assert [dream.title for dream in board.dreams] == ["The sea", "A boat"]

    await tab.does(DreamsState.start_edit, board.dreams[0].id)
    await tab.does(DreamsState.set_status, "set_aside")
    board = (await tab.state(GoalsState)).board
    assert [dream.title for dream in board.set_aside] == ["The sea"]
    assert not board.is_full


async def test_a_dream_has_its_kind_and_the_goals_under_it(tab: Tab) -> None:
    await tab.does(DreamsState.start_new)
    await tab.does(DreamsState.choose_category, "relationships")
    await tab.does(DreamsState.save, {"title": "The sea", "target": "2027-06-30"})
    goals = await tab.state(GoalsState)
    await with_goal(tab, parent=goals.board.parents[0].value)
    (dream,) = goals.board.dreams
    assert (dream.category, dream.target_on, dream.goals) == ("relationships", "2027-06-30", 1)
    assert goals.goal.parent_title == "The sea"

    await tab.does(DreamsState.start_edit, dream.id)
    await tab.does(DreamsState.ask_to_delete)
    await tab.does(DreamsState.delete)
    assert (goals.board.dreams, goals.goal.parent_title) == ([], "")


async def test_a_direction_without_words_shows_again_what_is_saved(tab: Tab) -> None:
    await tab.does(DirectionsState.add_direction, {"text": "Say no more often"})
    goals = await tab.state(GoalsState)
    (row,) = goals.board.directions
    state = await tab.state(DirectionsState)
    before = state.fields
    await tab.does(DirectionsState.change_direction, row.id, "  ")
    assert state.fields == before + 1
    assert goals.board.directions == [row]


async def test_a_direction_is_deleted_after_a_question(tab: Tab) -> None:
    await tab.does(DirectionsState.add_direction, {"text": "Say no more often"})
    goals, state = await tab.state(GoalsState), await tab.state(DirectionsState)
    (row,) = goals.board.directions
    await tab.does(DirectionsState.ask_to_delete, row.id)
    assert (state.deleting, goals.board.directions) == (row.id, [row])
    await tab.does(DirectionsState.delete_direction, row.id)
    assert (state.deleting, goals.board.directions) == ("", [])


async def test_a_goal_stays_under_a_dream_that_was_set_aside_when_it_is_changed(tab: Tab) -> None:
    await with_dream(tab)
    goals = await tab.state(GoalsState)
    (dream,) = goals.board.dreams
    await with_goal(tab, parent=f"dream:{dream.id}")
    await tab.does(DreamsState.start_edit, dream.id)
    await tab.does(DreamsState.set_status, "set_aside")

    await tab.does(GoalsState.start_edit)

    assert goals.has_hidden_parent
    assert (goals.draft.parent, goals.draft.parent_title) == (f"dream:{dream.id}", "The sea")


async def test_a_direction_is_written_changed_and_archived(tab: Tab) -> None:
    await tab.does(DirectionsState.add_direction, {"text": "Say no more often"})
    goals = await tab.state(GoalsState)
    (row,) = goals.board.directions
    await tab.does(DirectionsState.change_direction, row.id, "Say no kindly")
    await tab.does(DirectionsState.archive_direction, row.id, True)
    assert [one.text for one in goals.board.archived] == ["Say no kindly"]
    await tab.does(DirectionsState.archive_direction, row.id, False)
    await tab.does(DirectionsState.delete_direction, row.id)
    assert (goals.board.directions, goals.board.archived) == ([], [])


async def test_words_of_danger_in_a_goal_open_help(tab: Tab) -> None:
    await with_goal(tab, why="I want to kill myself")
    assert (await tab.state(NoticeState)).key == "ui.toast.goal_saved"
    assert (await tab.state(HelpState)).category == "suicidality"


async def test_home_shows_the_goal_that_was_touched_last_or_else_a_dream(
    tab: Tab, clock: FrozenClock
) -> None:
    dreams = await with_dream(tab)
    state = await tab.state(GoalsState)
    assert (state.towards.title, state.towards.is_dream) == ("The sea", True)
    await tab.does(DreamsState.start_edit, state.towards.id)
    assert dreams.draft.title == "The sea"

    for title in ("Post has a place", "Ring them"):
        clock.move(timedelta(minutes=1))
        await with_goal(tab, title=title)
    assert (state.towards.title, state.towards.is_dream) == ("Ring them", False)

    clock.move(timedelta(minutes=1))
    await tab.does(GoalsState.choose, state.board.goals[0].id)
    await tab.does(StepsState.add_step, {"text": "Find a tray"})
    await tab.does(StepsState.tick, state.goal.steps[0].id, True)
    shown = state.towards
    assert (shown.title, shown.cue, shown.share) == ("Post has a place", POST["cue"], 100)
    for goal in list(state.board.goals):
        await tab.does(GoalsState.set_status, goal.id, "parked")
    assert state.towards.is_dream
