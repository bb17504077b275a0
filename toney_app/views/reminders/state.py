from __future__ import annotations

import reflex as rx

from coaching.domains.reminders import service as reminders
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard


class RemindersState(rx.State):
    """What home says of reminders: that they ended, because three weren't opened."""

    has_ended: rx.Field[bool] = rx.field(default=False)

    @rx.event
    @guard.signed_in
    async def start_again(self) -> None:
        """Turn them on as they were; without a way to send them the sheet asks for one."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            is_on = await reminders.start_again(s, owner, at=at)
        notices = await self.get_state(NoticeState)
        if is_on:
            self.has_ended = False
            notices._say("ui.toast.reminders_on")
        else:
            notices._show_sheet("reminders")

    @rx.event
    @guard.signed_in
    async def leave_off(self) -> None:
        """Leave them off and say no more about it."""
        owner = await guard.person(self)
        async with engine().unit(owner, write=True) as s:
            await reminders.leave_off(s, owner)
        self.has_ended = False
