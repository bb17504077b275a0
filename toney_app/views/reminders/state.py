from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import reflex as rx

from coaching.domains.reminders import service as reminders
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard

if TYPE_CHECKING:
    from coaching.domains.reminders.models import Reminder
    from coaching.domains.reminders.service import Waiting


class RemindersState(rx.State):
    """Reminders on home: that they ended, and one that the lock screen doesn't show."""

    has_ended: rx.Field[bool] = rx.field(default=False)
    waits: rx.Field[str] = rx.field("")
    words: rx.Field[str] = rx.field("")

    def _show(self, waiting: Waiting | None, *, has_ended: bool) -> None:
        self.has_ended = has_ended
        self.waits = str(waiting.id) if waiting else ""
        self.words = waiting.words if waiting else ""

    @rx.event
    @guard.signed_in
    async def seen(self) -> None:
        """Take the reminder off home."""
        await self._opened()

    async def _opened(self) -> Reminder | None:
        owner, at = await guard.person(self), engine().clock.now()
        if not self.waits:
            return None
        async with engine().unit(owner, write=True) as s:
            found = await reminders.opened(s, owner, UUID(self.waits), at=at)
        self.waits = ""
        return found

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
