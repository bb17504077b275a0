from __future__ import annotations

import reflex as rx

from coaching import conversation
from coaching.services import consent, onboarding
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import ASKS, SessionState, guard
from toney_app.views.consent import present


class ConsentState(rx.State):
    """Asked again when the text changed or somebody new receives the words; withdrawn at any time.

    `given_at` is when the person agreed to what holds now; empty without a valid consent. `asks`
    is why they are asked, and `records` what they agreed to so far.
    """

    loaded: rx.Field[bool] = rx.field(default=False)
    given_at: rx.Field[str] = rx.field("")
    asks: rx.Field[str] = rx.field("")
    records: rx.Field[list[present.Record]] = rx.field(default_factory=list[present.Record])

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        coaching, owner = engine(), await guard.person(self)
        async with coaching.unit(owner) as s:
            found = await consent.history(s, owner)
        newest = found[0] if found else None
        self.asks = consent.why_ask(newest, coaching.settings)
        self.given_at = newest.given_at.isoformat() if newest and not self.asks else ""
        self.records = [present.record(each) for each in found]
        self.loaded = True

    @rx.event
    @guard.signed_in
    async def withdraw(self) -> None:
        coaching, owner = engine(), await guard.person(self)
        await conversation.withdraw(coaching, owner)
        self.given_at, self.asks = "", "withdrawn"
        (await self.get_state(NoticeState))._say("ui.toast.consent_withdrawn")

    @rx.event
    @guard.signed_in
    async def agree(self) -> None:
        """Record the consent; whoever had not begun begins now."""
        coaching, owner = engine(), await guard.person(self)
        session, at = await self.get_state(SessionState), coaching.clock.now()
        async with coaching.unit(owner, write=True) as s:
            await consent.give(
                s, owner, text_version=session.text_version, settings=coaching.settings, at=at
            )
            if session.step == ASKS:
                person = await onboarding.begin(s, owner, at=at)
                session._show(person)
        self.given_at, self.asks = at.isoformat(), ""
        notices = await self.get_state(NoticeState)
        notices.key = ""
        notices._close_sheet()
