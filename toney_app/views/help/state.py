"""The server’s part of help: its topic, and whether Quick exit is on every screen.

Numbers and country are the page's own business (js/help_now.js): they are there without a server.
"""

from __future__ import annotations

import reflex as rx

from coaching.services.care import Care
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict
from toney_app.notice_state import NoticeState


class HelpState(rx.State):
    category: rx.Field[str] = rx.field("")
    """What the help sheet is for; empty: any crisis."""
    is_named: rx.Field[bool] = rx.field(default=False)
    """Danger or abuse was named lately: the way out is on every screen."""

    can_deny: rx.Field[bool] = rx.field(default=False)
    """What makes these days quiet may be mistaken, and they can say so."""

    danger: rx.Field[str] = rx.field("")
    """The category of a crisis that stands, also when its message is gone."""
    danger_turn: rx.Field[str] = rx.field("")
    safe_until: rx.Field[str] = rx.field("")
    """The instant of the last crisis of which the person said that they are safe."""
    safe_turn: rx.Field[str] = rx.field("")
    """Its turn, for a page that has it without the server’s own instant."""

    def _show(self, now: Care, *, is_named: bool, can_deny: bool) -> None:
        self.is_named, self.can_deny = is_named, can_deny
        self.danger = now.category
        self.danger_turn = str(now.turn_id or "")
        self.safe_until = now.safe_until.isoformat() if now.safe_until else ""
        self.safe_turn = str(now.safe_turn or "")

    async def _offer(self, verdict: SafetyVerdict) -> None:
        """Open the help sheet when something serious was written anywhere but in the chat."""
        if verdict.level is SafetyLevel.NONE:
            return
        self.category = verdict.category
        if verdict.level is SafetyLevel.CRISIS:
            self.is_named = True
            (await self.get_state(NoticeState))._show_sheet("help")
