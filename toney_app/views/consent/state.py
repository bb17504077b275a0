from __future__ import annotations

import reflex as rx

from coaching.services import consent
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import SessionState, guard


class ConsentState(rx.State):
    """Asked again when the text changed or somebody new receives the words; withdrawn at any time.

    `given_at` is when the person agreed to what holds now; empty without a valid consent.
    """

    given_at: rx.Field[str] = rx.field("")

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        coaching, owner = engine(), await guard.person(self)
        async with coaching.unit(owner) as s:
            newest = await consent.newest(s, owner)
        is_valid = newest is not None and consent.covers(newest, coaching.settings)
        self.given_at = newest.given_at.isoformat() if newest and is_valid else ""

    @rx.event
    @guard.signed_in
    async def withdraw(self) -> None:
        coaching, owner = engine(), await guard.person(self)
        async with coaching.unit(owner, write=True) as s:
            await consent.withdraw(s, owner, at=coaching.clock.now())
        self.given_at = ""
        (await self.get_state(NoticeState))._say("ui.toast.consent_withdrawn")

    @rx.event
    @guard.signed_in
    async def agree(self) -> None:
        coaching, owner = engine(), await guard.person(self)
        version = (await self.get_state(SessionState)).text_version
        async with coaching.unit(owner, write=True) as s:
            await consent.give(
                s, owner, text_version=version, settings=coaching.settings, at=coaching.clock.now()
            )
        self.given_at = coaching.clock.now().isoformat()
        (await self.get_state(NoticeState))._close_sheet()
