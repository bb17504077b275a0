"""Where to turn to. The defaults are part of the page: they are there when nothing else is."""

from __future__ import annotations

import reflex as rx

from coaching.safety import resources_for
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict
from toney_app.notice_state import NoticeState
from toney_app.session_state import SessionState
from toney_app.views.help import present


def places(category: str = "", country: str | None = None) -> list[str]:
    """Return the ids of the places for a category and a country, the first one first."""
    return [resource.id for resource in resources_for(category, country)]


class HelpState(rx.State):
    table: rx.Field[dict[str, present.Place]] = rx.field(default_factory=present.table)
    shown: rx.Field[list[str]] = rx.field(default_factory=places)

    async def _offer(self, verdict: SafetyVerdict) -> None:
        """Open the help sheet when something serious was written anywhere but in the chat."""
        if verdict.level is SafetyLevel.NONE:
            return
        await self._choose(verdict.category)
        if verdict.level is SafetyLevel.CRISIS:
            (await self.get_state(NoticeState))._show_sheet("help")

    async def _choose(self, category: str = "") -> None:
        country = (await self.get_state(SessionState)).country
        self.shown = places(category, country or None)
