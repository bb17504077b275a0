from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx
from typing_extensions import TypedDict

from coaching.values.reminders import About
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard
from toney_app.views.goals.state import GoalsState
from toney_app.views.reminders.state import RemindersState
from toney_app.views.rewire.state import RewireState

if TYPE_CHECKING:
    from uuid import UUID


class OpenedReminder(TypedDict):
    """The goal or the card of a notification that was opened; both empty: their own words."""

    about: str
    about_id: str


class FollowUpState(rx.State):
    """Leads from a notification to the goal or the card that it is about."""

    @rx.event
    @guard.signed_in
    async def open(self, form: OpenedReminder) -> None:
        """Open the sheet of the goal or the card; nothing happens when it is gone."""
        owner = await guard.person(self)
        if form["about"]:
            await self._lead(owner, form["about"], form["about_id"])
        else:
            await (await self.get_state(RemindersState))._look(owner)

    @rx.event
    @guard.signed_in
    async def look(self) -> None:
        """Open what the reminder on home is about."""
        found = await (await self.get_state(RemindersState))._done()
        if found is not None and found.about is not None:
            await self._lead(found.user_id, found.about, str(found.about_id))

    async def _lead(self, owner: UUID, about: str, about_id: str) -> None:
        if about == About.GOAL:
            is_there = await (await self.get_state(GoalsState))._turn_to(owner, about_id)
        else:
            is_there = await (await self.get_state(RewireState))._turn_to(owner, about_id)
        if is_there:
            (await self.get_state(NoticeState))._show_sheet(about)
