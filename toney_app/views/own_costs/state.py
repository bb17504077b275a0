from __future__ import annotations

import reflex as rx

from coaching.domains.own_costs import service as own_costs
from coaching.services import profiles
from toney_app.engine import engine
from toney_app.session_state import guard
from toney_app.views.own_costs import present


class CostsState(rx.State):
    """What Toney cost this month, and the saving mode."""

    costs: rx.Field[present.Costs] = rx.field(default_factory=present.Costs)

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner) as s:
            found = await own_costs.read(s, owner, engine().settings, now=now)
        self.costs = present.costs(found)

    @rx.event
    @guard.signed_in
    async def save_money(self, is_on: bool) -> None:  # noqa: FBT001 - sent by the page
        """Switch the saving mode; it counts from the next message on."""
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            await profiles.change(s, owner, at=now, saving_mode=is_on)
            found = await own_costs.read(s, owner, engine().settings, now=now)
        self.costs = present.costs(found)
