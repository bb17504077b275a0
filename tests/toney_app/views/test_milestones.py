from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import MOST_MILESTONES, GoalFields
from coaching.values.goals import IfThen, Milestone
from tests.support.goals import with_goal
from toney_app.views.goals.milestones_state import MilestonesState
from toney_app.views.goals.plans_state import PlansState

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from tests.support.states import Tab


async def test_an_eleventh_milestone_is_refused_with_the_reason(tab: Tab) -> None:
    state = await with_goal(tab)
    for number in range(MOST_MILESTONES):
        await tab.does(MilestonesState.add, {"text": f"Letter {number}"})
    assert state.problem == ""
    await tab.does(MilestonesState.add, {"text": "One more"})
    assert (len(state.goal.milestones), state.problem) == (MOST_MILESTONES, "lines")


async def test_milestones_hang_on_a_string_from_left_to_right(tab: Tab) -> None:
    state = await with_goal(tab)
    for words in ("First envelope", "Four Sundays", "No old post"):
        await tab.does(MilestonesState.add, {"text": words, "due": "2027-01-31"})
    await tab.does(MilestonesState.reach, 0)
    first, second, third = state.goal.milestones
    assert float(first.x) < float(second.x) < float(third.x)
    assert float(second.y) > float(first.y) == float(third.y)
    assert (first.is_reached, second.is_reached, second.day) == (True, False, "2027-01-31")
    await tab.does(MilestonesState.add, {"text": "Soon", "due": "soon"})
    await tab.does(MilestonesState.drop, 0)
    assert [one.title for one in state.goal.milestones] == ["Four Sundays", "No old post"]


async def test_a_milestone_gets_other_words_unless_it_was_deleted(tab: Tab) -> None:
    state = await with_goal(tab)
    await tab.does(MilestonesState.add, {"text": "Four Sundays", "due": "2027-01-31"})
    for words in ("Five Sundays", "  "):
        await tab.does(MilestonesState.edit, 0)
        await tab.does(MilestonesState.change, {"text": words})
    (point,) = state.goal.milestones
    assert (point.title, point.day) == ("Five Sundays", "2027-01-31")
    await tab.does(MilestonesState.edit, 0)
    await tab.does(MilestonesState.drop, 0)
    await tab.does(MilestonesState.change, {"text": "Other words"})
    assert state.goal.milestones == []


async def elsewhere(engine: Coaching, owner: UUID, goal: str, fields: GoalFields) -> None:
    """Change a goal on another device."""
    async with engine.unit(owner, write=True) as s:
        await goals.edit(s, owner, UUID(goal), fields, at=engine.clock.now())


async def test_what_was_deleted_on_another_device_takes_no_other_milestone_with_it(
    tab: Tab, engine: Coaching
) -> None:
    state = await with_goal(tab)
    for words in ("First envelope", "Four Sundays", "No old post"):
        await tab.does(MilestonesState.add, {"text": words})
    left = [Milestone("Four Sundays", reached_on="2026-01-12"), Milestone("No old post")]
    await elsewhere(engine, tab.owner, state.goal.id, GoalFields(milestones=left))
    await tab.does(MilestonesState.drop, 0)
    assert [one.title for one in state.goal.milestones] == ["Four Sundays", "No old post"]
    await elsewhere(engine, tab.owner, state.goal.id, GoalFields(milestones=left[::-1]))
    await tab.does(MilestonesState.reach, 0)
    assert [one.is_reached for one in state.goal.milestones] == [False, True]
    await tab.does(MilestonesState.reach, 0)
    assert [one.is_reached for one in state.goal.milestones] == [True, True]


async def test_what_was_changed_on_another_device_takes_no_other_plan_with_it(
    tab: Tab, engine: Coaching
) -> None:
    state = await with_goal(tab)
    for number, cue in enumerate(("it is Monday", "a letter comes"), start=1):
        await tab.does(PlansState.edit, number)
        await tab.does(PlansState.save, {"cue": cue, "response": "I use the box"})
    first = IfThen("it is Sunday", "I open one envelope", "I go outside")
    left = [first, IfThen("a letter comes", "I use the box")]
    await elsewhere(engine, tab.owner, state.goal.id, GoalFields(plans=left))
    await tab.does(PlansState.drop, 1)
    assert [one.cue for one in state.goal.more_plans] == ["a letter comes"]
    await tab.does(PlansState.edit, 1)
    await elsewhere(engine, tab.owner, state.goal.id, GoalFields(plans=[left[0]]))
    await tab.does(PlansState.save, {"cue": "a letter comes", "response": "I read it"})
    assert [(one.cue, one.response) for one in state.goal.more_plans] == [
        ("a letter comes", "I read it")
    ]
