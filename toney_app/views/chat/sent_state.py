from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

import reflex as rx

from coaching.domains.privacy import sent
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard
from toney_app.views.chat.state import TurnId


@dataclass(frozen=True, slots=True)
class Shown:
    """Receivers and data of a reply; without a `provider` it was written here."""

    provider: str = ""
    coach: str = ""
    observer: str = ""
    kinds: list[str] = field(default_factory=list[str])
    searches: list[list[str]] = field(default_factory=list[list[str]])


class SentState(rx.State):
    shown: rx.Field[Shown] = rx.field(default_factory=Shown)

    @rx.event
    @guard.signed_in
    async def show(self, turn: TurnId) -> None:
        """Read what was sent for a reply and open the sheet that says it."""
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            found = await sent.of_turn(s, owner, UUID(turn), engine().settings)
        models = {receiver.role: receiver.model for receiver in found.receivers}
        self.shown = Shown(
            provider=found.receivers[0].provider if found.receivers else "",
            coach=models.get("coach", ""),
            observer=models.get("observer", ""),
            kinds=list(found.kinds),
            searches=[[search.place, search.query] for search in found.searches],
        )
        (await self.get_state(NoticeState))._show_sheet("sent")
