from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

import reflex as rx
from pydantic import Field

from coaching import conversation
from coaching.content import text
from coaching.domains.practices import next_time
from coaching.errors import ConsentMissing
from coaching.services import doors, profiles
from coaching.services.doors import Offered
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.chat.state import ChatState
from toney_app.views.practices.player_state import PlayerState

if TYPE_CHECKING:
    from uuid import UUID

PRACTICE = "practice:"
"""What the id of a suggestion begins with that is an exercise."""
DoorId = Annotated[str, Field(max_length=80)]


class DoorsState(rx.State):
    """The ways into the next session, for as long as none runs."""

    doors: rx.Field[list[Offered]] = rx.field(default_factory=list[Offered])
    _is_through: bool = False

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        self.doors = await offered(await guard.person(self))
        self._is_through = self._is_through and not self.doors

    @rx.event
    @guard.signed_in
    async def open(self, door: DoorId) -> Then:
        owner = await guard.person(self)
        if self._is_through:
            return []  # a second tap, which hit what lay behind the first
        if door.startswith(PRACTICE):
            self.doors = [one for one in self.doors if one.id != door]
            player = await self.get_state(PlayerState)
            return await player._start(owner, door.removeprefix(PRACTICE))
        try:
            await conversation.open_door(engine(), owner, door)
        except ConsentMissing:
            (await self.get_state(NoticeState))._show_sheet("consent")
            return []
        self._is_through = True
        return [ChatState.load(), DoorsState.load()]


async def offered(owner: UUID) -> list[Offered]:
    """Return the open suggestions; none before the first session. One may be an exercise."""
    coaching = engine()
    gap = timedelta(hours=coaching.settings.session_gap_hours)
    async with coaching.unit(owner) as s:
        if not await doors.has_talked(s, owner):
            return []
        at = coaching.clock.now()
        found = await doors.offered(s, owner, at=at, gap=gap)
        if not found:
            return []
        language = profiles.language_of(await profiles.require(s, owner))
        practice = await next_time.for_next_time(s, owner, at, language=language)
    if practice is None:
        return found
    why = text(language, "doors.practice")
    door = Offered(f"{PRACTICE}{practice.id}", practice.title, why, "quick")
    return [*found[: doors.MOST_SHOWN - 1], door]
