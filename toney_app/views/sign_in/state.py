from __future__ import annotations

import reflex as rx

from coaching.domains.sign_in import ways
from toney_app.engine import engine
from toney_app.session_state import guard


class SignInState(rx.State):
    """What the ways to sign in depend on: the server's settings, and whether to offer them."""

    has_google: rx.Field[bool] = rx.field(default=False)
    is_offered: rx.Field[bool] = rx.field(default=False)
    ends_at: rx.Field[str] = rx.field("")
    """When a guest can't get back in any more, if that is soon."""

    @rx.event
    @guard.signed_in
    async def answer_offer(self) -> None:
        """Note that the offer was answered."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            await ways.note_offer(s, owner, at=at)
        self.is_offered = False

    def _offer(self, place: ways.Offer) -> None:
        self.is_offered = place.is_due
        self.ends_at = place.ends_at.isoformat() if place.ends_at else ""

    def _arrive(self) -> None:
        self.has_google = engine().settings.has_google
