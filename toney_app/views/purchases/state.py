from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import TypedDict

from coaching.domains.purchases import service as purchases
from coaching.domains.purchases.service import Change
from coaching.errors import InvalidInput, NotFound
from coaching.services.do_not_repeat import unspoken
from coaching.values.purchases import PurchaseStatus, Urge
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import SessionState, guard
from toney_app.views.help.state import HelpState
from toney_app.views.purchases import present

if TYPE_CHECKING:
    from coaching.services.safety_events import Kept

RowId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
UrgeName = Annotated[str, Field(pattern=f"^({'|'.join(Urge)})$")]
_NOTE = "shelf-note"
"""The draft of the note; it is let go when it was saved, and when another one is bought."""
Decision = Literal["wait", "buy", "leave"]


class Note(TypedDict):
    """How buying something felt."""

    note: str


class ShelfState(rx.State):
    """Purchases that wait for a day, and bought ones."""

    over: rx.Field[list[present.Purchase]] = rx.field(default_factory=list[present.Purchase])
    waiting: rx.Field[list[present.Purchase]] = rx.field(default_factory=list[present.Purchase])
    bought: rx.Field[list[present.Purchase]] = rx.field(default_factory=list[present.Purchase])
    plan: rx.Field[str] = rx.field("")
    noting: rx.Field[present.Purchase] = rx.field(default_factory=present.Purchase)
    """What was just bought: how it felt can be noted."""
    priced: rx.Field[str] = rx.field("")
    """The one whose price is shown."""
    loaded: rx.Field[bool] = rx.field(default=False)

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        owner, now = await guard.person(self), engine().clock.now()
        zone = (await self.get_state(SessionState)).zone
        async with engine().unit(owner) as s:
            shelf = await purchases.shelf(s, owner)
            before = await unspoken(s, owner) if shelf.waiting or shelf.bought else ()
        waiting, self.bought = (
            [present.purchase(row, now=now, zone_name=zone, before=before) for row in rows]
            for rows in (shelf.waiting, shelf.bought)
        )
        self.over = [one for one in waiting if one.is_over]
        self.waiting = [one for one in waiting if not one.is_over]
        self.plan, self.priced, self.loaded = shelf.plan, "", True

    @rx.event
    @guard.signed_in
    async def say_urge(self, purchase: RowId, urge: UrgeName) -> None:
        """Keep how the urge is now; the choice follows."""
        await self._change(purchase, Change(urge=Urge(urge)))
        await self._load()

    @rx.event
    @guard.signed_in
    async def decide(self, purchase: RowId, decision: Decision) -> None:
        """Wait for another day, keep that it was bought, or take it off the shelf."""
        notices, toast = await self.get_state(NoticeState), f"ui.toast.purchase_{decision}"
        if notices.key == toast and notices._can_undo("purchase_before", purchase):
            return  # a second tap
        try:
            before = await self._before(purchase)
            if decision == "leave":
                await self._delete(purchase)
            else:
                status = PurchaseStatus.WAITING if decision == "wait" else PurchaseStatus.BOUGHT
                await self._change(purchase, Change(status=status))
        except NotFound:
            # Another tab has decided already.
            self.noting = present.Purchase()
            await self._load()
            return
        notices._say(toast, undo="purchase_before", of=UUID(purchase), kept=before)
        await self._load()
        found = [one for one in self.bought if one.id == purchase]
        self.noting = found[0] if found else present.Purchase()
        notices._stored(_NOTE)  # words begun for another one are not of this one

    @rx.event
    @guard.signed_in
    async def write(self, words: Note) -> None:
        """Keep how buying it felt."""
        if not self.noting.id:  # a second tap
            return
        try:
            await self._change(self.noting.id, Change(note=words["note"]))
        except InvalidInput:
            (await self.get_state(NoticeState))._say("ui.problem.validation_error")
            return
        (await self.get_state(NoticeState))._stored(_NOTE)
        self.noting = present.Purchase()
        await self._load()

    @rx.event
    @guard.signed_in
    async def note_later(self) -> None:
        (await self.get_state(NoticeState))._stored(_NOTE)
        self.noting = present.Purchase()

    @rx.event
    @guard.signed_in
    async def show_price(self, purchase: RowId) -> None:
        self.priced = "" if self.priced == purchase else purchase

    async def _load(self) -> None:
        await ShelfState.load.fn(self)

    async def _before(self, purchase: str) -> dict[str, Any]:
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            return purchases.as_kept(await purchases.require(s, owner, UUID(purchase)))

    async def _delete(self, purchase: str) -> None:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            await purchases.delete(s, owner, UUID(purchase), at=now)

    async def _change(self, purchase: str, change: Change) -> Kept[Any]:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            kept = await purchases.change(s, owner, UUID(purchase), change, at=now)
        await (await self.get_state(HelpState))._offer(kept.safety)
        return kept
