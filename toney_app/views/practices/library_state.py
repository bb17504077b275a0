from __future__ import annotations

import reflex as rx

from coaching.domains.practices import service
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard
from toney_app.views.practices import kinds, present


class PracticesState(rx.State):
    """The list of practices, and the one that is running."""

    items: rx.Field[list[present.Item]] = rx.field(default_factory=list[present.Item])
    loaded: rx.Field[bool] = rx.field(default=False)
    running: rx.Field[str] = rx.field("")
    """The title of the practice that is running; empty without one."""
    group: rx.Field[str] = rx.field("")
    """The group that the list shows; empty for all."""
    groups: rx.Field[list[str]] = rx.field(default_factory=list[str])
    """The groups that have an exercise now; after a worry the list may be shorter."""

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        """Read the list, the best match first."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner) as s:
            found = await service.library(s, owner, at)
        self.items, self.loaded, self.group = present.items(found), True, ""
        self.groups = sorted({item.group for item in self.items})
        await self._look()

    @rx.event
    @guard.signed_in
    async def show(self, group: str) -> None:
        """Show one group of the list; an empty name shows all."""
        self.group = group if group in kinds.GROUPS else ""

    @rx.event
    @guard.signed_in
    async def look(self) -> None:
        """See whether a practice is running."""
        await self._look()

    @rx.event
    @guard.signed_in
    async def leave(self) -> None:
        """End the practice that is running, from a chip in the chat."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            await service.stop_waiting(s, owner, at)
        self.running = ""
        (await self.get_state(NoticeState))._say("ui.toast.practice_stopped")

    async def _look(self) -> None:
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            shown = await service.current(s, owner, at)
        # On its last step nothing is left to do.
        is_running = shown is not None and shown.type != "end"
        self.running = shown.title if shown is not None and is_running else ""
