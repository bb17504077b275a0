from __future__ import annotations

from uuid import UUID

import reflex as rx
from typing_extensions import TypedDict

from coaching.domains.quality import ratings
from coaching.values.quality import Rating
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard
from toney_app.views.chat.state import TurnId
from toney_app.views.help.state import HelpState


class CommentForm(TypedDict):
    """What was off, in the person's words."""

    comment: str


class RatingState(rx.State):
    asked: rx.Field[str] = rx.field("")

    @rx.event
    @guard.signed_in
    async def rate(self, message: TurnId, rating: Rating) -> None:
        """Keep whether a reply helped; if it didn't, ask what was off first."""
        await self._keep(message, rating)
        if rating is Rating.MISSED:
            self.asked = message
        else:
            await self._thank(message, rating)

    @rx.event
    @guard.signed_in
    async def comment(self, form: CommentForm) -> None:
        """Keep what was off; a text that is too long leaves the field open."""
        if not self.asked:
            return
        await self._keep(self.asked, Rating.MISSED, form["comment"])
        await self._thank(self.asked, Rating.MISSED)

    @rx.event
    @guard.signed_in
    async def skip(self) -> None:
        """Close the field; the rating stays."""
        if self.asked:
            await self._thank(self.asked, Rating.MISSED)

    async def _keep(self, message: str, rating: Rating, comment: str = "") -> None:
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            kept = await ratings.rate(s, owner, UUID(message), rating, comment, at=at)
        await (await self.get_state(HelpState))._offer(kept.safety)

    async def _thank(self, message: str, rating: Rating) -> None:
        self.asked = ""
        notices = await self.get_state(NoticeState)
        notices._say(
            "ui.toast.reply_rated",
            undo="reply_rated",
            of=UUID(message),
            kept={"rating": rating.value},
        )
