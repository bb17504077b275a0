"""A goal of the person in a tab, written with its form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toney_app.views.goals.state import GoalsState

if TYPE_CHECKING:
    from tests.support.states import Tab

POST = {
    "title": "Post has a place",
    "why": "I feel sick when it comes",
    "cue": "it is Sunday",
    "response": "I open one envelope",
    "backup": "I go outside",
}


async def with_goal(tab: Tab, **more: str) -> GoalsState:
    """Write a goal and open it."""
    await tab.does(GoalsState.start_new)
    await tab.does(GoalsState.save, {**POST, **more})
    state = await tab.state(GoalsState)
    await tab.does(GoalsState.choose, state.board.goals[-1].id)
    return state
