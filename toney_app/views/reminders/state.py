from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import reflex as rx

from coaching.domains.reminders import own_words
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
    is_own: rx.Field[bool] = rx.field(default=False)

    def _show(self, waiting: Waiting | None, *, has_ended: bool) -> None:
        self.has_ended = has_ended
        self.waits = str(waiting.id) if waiting else ""
        self.words = waiting.words if waiting else ""
        self.is_own = waiting is not None and waiting.is_own

    async def _look(self, owner: UUID) -> None:
        """Show what is due now, or nothing."""
        async with engine().unit(owner) as s:
            waiting = await own_words.at_home(s, owner, at=engine().clock.now())
        self._show(waiting, has_ended=self.has_ended)

    @rx.event
    @guard.signed_in
    async def seen(self) -> None:
        """Take the reminder off home; the next one of the day comes then."""
        await self._done()
        await self._look(await guard.person(self))

    async def _done(self) -> Reminder | None:
        owner, at = await guard.person(self), engine().clock.now()
        if not self.waits:
            return None
        async with engine().unit(owner, write=True) as s:
            found = await own_words.done_with(s, owner, UUID(self.waits), at=at)
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
