from __future__ import annotations

from datetime import datetime

import reflex as rx

from coaching.domains.check_ins import service as check_ins
from coaching.services.do_not_repeat import unspoken
from toney_app.engine import engine
from toney_app.session_state import SessionState, guard
from toney_app.views.check_ins import present


class CheckInsState(rx.State):
    items: rx.Field[list[present.CheckIn]] = rx.field(default_factory=list[present.CheckIn])
    has_older: rx.Field[bool] = rx.field(default=False)
    loaded: rx.Field[bool] = rx.field(default=False)
    _older: datetime | None = None

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        self.items, self._older = [], None
        await self._read()

    @rx.event
    @guard.signed_in
    async def load_older(self) -> None:
        if self._older is not None:
            await self._read()

    async def _read(self) -> None:
        owner, now = await guard.person(self), engine().clock.now()
        zone_name = (await self.get_state(SessionState)).zone
        async with engine().unit(owner) as s:
            page = await check_ins.page(s, owner, before=self._older)
            before = await unspoken(s, owner)
        shown = [
            present.check_in(row, now=now, zone_name=zone_name, before=before) for row in page.items
        ]
        self.items = [*self.items, *shown]
        self._older, self.has_older, self.loaded = page.next, page.next is not None, True
