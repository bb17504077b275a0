from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.goals.fields import MOST_MILESTONES
from tests.support.goals import with_goal
from toney_app.views.goals.milestones_state import MilestonesState

if TYPE_CHECKING:
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
