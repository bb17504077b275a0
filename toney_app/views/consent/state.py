from __future__ import annotations

import reflex as rx

from coaching.services import consent
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import SessionState, guard


class ConsentState(rx.State):
    """Asked again when the text changed or somebody new receives the words."""

    @rx.event
    @guard.signed_in
    async def agree(self) -> None:
        coaching, owner = engine(), await guard.person(self)
        version = (await self.get_state(SessionState)).text_version
        async with coaching.unit(owner, write=True) as s:
            await consent.give(
                s, owner, text_version=version, settings=coaching.settings, at=coaching.clock.now()
            )
        (await self.get_state(NoticeState))._close_sheet()
