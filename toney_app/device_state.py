from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import reflex as rx

from coaching.services import good_days, profiles
from toney_app.engine import engine
from toney_app.session_state import SessionState, guard

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.models import Profile

_LENGTH = 16


class DeviceState(rx.State):
    """What this device keeps, and whether it's time to offer Toney for its home screen."""

    person: rx.Field[str] = rx.field("")
    """A mark of who is signed in, so that the page sees a change; empty: nobody is signed in."""
    language: rx.Field[str] = rx.field("")
    """What they have chosen, so that each of their devices shows it; empty: nobody is signed in."""
    has_good_days: rx.Field[bool] = rx.field(default=False)

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        owner = await guard.person(self)
        zone = (await self.get_state(SessionState)).zone
        async with engine().unit(owner) as s:
            self.has_good_days = await good_days.has_two(s, owner, zone)

    def _speaks(self, person: Profile | None) -> None:
        self.language = profiles.language_of(person) if person else ""

    def _belongs_to(self, owner: UUID | None) -> None:
        named = hashlib.sha256(f"page {owner}".encode()).hexdigest()[:_LENGTH]
        self.person = named if owner else ""


IS_KNOWN = DeviceState.person.length() > 0
"""The server has said who is there, so what waits in the browser is theirs and may be sent."""
