"""Where to turn to. The defaults are part of the page: they are there when nothing else is."""

from __future__ import annotations

import reflex as rx

from coaching.safety import all_resources, resources_for
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict
from toney_app.notice_state import NoticeState
from toney_app.session_state import SessionState
from toney_app.views.help import present

ANY_CRISIS = "suicidality"
_TABLE = {resource.name: present.place(resource) for resource in all_resources()}


def names(category: str, country: str | None) -> list[str]:
    """Return the names of the places for a category and a country, the first one first."""
    return [resource.name for resource in resources_for(category, country)]


class HelpState(rx.State):
    table: dict[str, present.Place] = _TABLE
    shown: list[str] = names(ANY_CRISIS, None)

    async def _offer(self, verdict: SafetyVerdict) -> None:
        """Open the help sheet when something serious was written anywhere but in the chat."""
        if verdict.level is SafetyLevel.NONE:
            return
        await self._choose(verdict.category)
        if verdict.level is SafetyLevel.CRISIS:
            (await self.get_state(NoticeState))._show_sheet("help")

    async def _choose(self, category: str = ANY_CRISIS) -> None:
        country = (await self.get_state(SessionState)).country
        self.shown = names(category, country or None)
