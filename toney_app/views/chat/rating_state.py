from __future__ import annotations

from uuid import UUID

import reflex as rx

from coaching.domains.quality import ratings
from coaching.values.quality import Rating
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard
from toney_app.views.chat.state import TurnId


class RatingState(rx.State):
    @rx.event
    @guard.signed_in
    async def rate(self, message: TurnId, rating: Rating) -> None:
        """Keep whether a reply helped; the notice has an Undo."""
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            await ratings.rate(s, owner, UUID(message), rating, at=at)
        notices = await self.get_state(NoticeState)
        notices._say(
            "ui.toast.reply_rated",
            undo="reply_rated",
            of=UUID(message),
            kept={"rating": rating.value},
        )
