from __future__ import annotations

from typing import Annotated

import reflex as rx
from pydantic import Field

from coaching.services import insight_history
from toney_app.engine import engine
from toney_app.session_state import guard
from toney_app.views.insight import present


class HistoryState(rx.State):
    letters: rx.Field[list[present.Letter]] = rx.field(default_factory=list[present.Letter])
    letter: rx.Field[present.Letter] = rx.field(default_factory=present.Letter)
    is_open: rx.Field[bool] = rx.field(default=False)

    @rx.event
    @guard.signed_in
    async def open(self) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            self.letters = present.letters(await insight_history.history(s, owner))
        self.letter = self.letters[-1] if self.letters else present.Letter()
        self.is_open = True

    @rx.event
    @guard.signed_in
    async def close(self) -> None:
        self.is_open = False

    @rx.event
    @guard.signed_in
    async def turn_to(self, number: Annotated[float, Field(ge=1)]) -> None:
        """Show the version that the slider is on."""
        place = min(int(number), len(self.letters)) - 1
        if place >= 0:
            self.letter = self.letters[place]
