from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import TypedDict

from coaching.domains.check_ins import service as check_ins
from coaching.domains.check_ins.service import Details
from coaching.domains.goals import service as goals
from coaching.errors import InvalidInput, NotFound, TooMany
from coaching.services.do_not_repeat import unspoken
from coaching.values.check_ins import CheckInAbout, Mood, ReplyStatus
from coaching.values.goals import GoalStatus
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Handler, Then
from toney_app.session_state import SessionState, guard
from toney_app.views.check_ins import present
from toney_app.views.help.state import HelpState

if TYPE_CHECKING:
    from coaching.domains.check_ins.models import CheckIn

MoodName = Annotated[str, Field(pattern=f"^({'|'.join(Mood)})$")]
About = Annotated[str, Field(pattern=f"^({'|'.join(CheckInAbout)})$")]
RowId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
SAME_TAP = timedelta(minutes=10)
"""A second tap so soon, without words in between, corrects the first one."""
LOOKS_AFTER_SECONDS = (1, 1, 1, 2, 2, 3, 5, 8, 13)


class Words(TypedDict):
    """The sentence of a check-in."""

    content: str


class CheckInState(rx.State):
    newest: rx.Field[present.CheckIn] = rx.field(default_factory=present.CheckIn)
    open: rx.Field[present.CheckIn] = rx.field(default_factory=present.CheckIn)
    goals: rx.Field[list[present.Goal]] = rx.field(default_factory=list[present.Goal])
    replaces: rx.Field[bool] = rx.field(default=False)
    """The mood that was tapped took the place of one saved a moment before."""
    number: rx.Field[int] = rx.field(0)
    """Counts the check-ins that the sheet has shown: its field begins anew for each."""

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            row = await check_ins.newest(s, owner)
        self.newest = present.CheckIn() if row is None else await self._shown(row)

    @rx.event
    @guard.signed_in
    async def tap(self, mood: MoodName) -> Then:
        """Save how money feels, and open the sheet in which more can be said."""
        owner, now = await guard.person(self), engine().clock.now()
        notices = await self.get_state(NoticeState)
        try:
            async with engine().unit(owner, write=True) as s:
                last = await check_ins.newest(s, owner)
                is_same = last and not last.content and now - last.created_at < SAME_TAP
                if last and is_same:
                    kept = await check_ins.edit(s, owner, last.id, at=now, mood=Mood(mood))
                else:
                    kept = await check_ins.add(s, owner, Mood(mood), at=now)
        except TooMany:
            notices._say("ui.problem.check_ins")
            notices._stored("mood")
            return []
        notices._stored("mood")
        if not is_same:
            added = {"id": str(kept.row.id)}
            notices._say("ui.toast.check_in_saved", undo="check_in", of=kept.row.id, kept=added)
            notices._stored("check_in")  # words begun for an earlier one are not of this one
        await self._turn_to(owner, kept.row)
        self.replaces = bool(is_same)
        self.newest = self.open
        notices._show_sheet("check-in")
        return []

    @rx.event
    @guard.signed_in
    async def show(self, check_in: RowId) -> None:
        """Open a check-in of the list, to change or delete it."""
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            row = await check_ins.require(s, owner, UUID(check_in))
        if check_in != self.open.id:  # words begun for another one are not of this one
            (await self.get_state(NoticeState))._stored("check_in")
        await self._turn_to(owner, row)

    @rx.event
    @guard.signed_in
    async def arrive(self) -> None:
        """Close the sheet when an address asks for it and no check-in was chosen."""
        if not self.open.id:
            (await self.get_state(NoticeState))._close_sheet()

    @rx.event
    @guard.signed_in
    async def say_about(self, about: About) -> None:
        await self._edit(Details(about=CheckInAbout(about)))

    @rx.event
    @guard.signed_in
    async def choose_goal(self, goal: RowId) -> None:
        await self._edit(Details(about=CheckInAbout.GOAL, goal_id=UUID(goal)))

    @rx.event
    @guard.signed_in
    async def write(self, words: Words) -> Then:
        """Keep the sentence; its reply comes when it comes."""
        notices = await self.get_state(NoticeState)
        try:
            await self._edit(Details(content=words["content"]))
        except InvalidInput:
            notices._say("ui.problem.validation_error")
            return []
        notices._stored("check_in")
        if notices.sheet != "help":
            notices._close_sheet()
        return [CheckInState.look_out] if self.open.status == ReplyStatus.PENDING else []

    @rx.event
    @guard.signed_in
    async def delete(self) -> None:
        if not self.open.id:  # a second tap
            return
        owner, check_in = await guard.person(self), UUID(self.open.id)
        async with engine().unit(owner, write=True) as s:
            gone = await check_ins.delete(s, owner, check_in, at=engine().clock.now())
            row = await check_ins.newest(s, owner)
        self.open = present.CheckIn()
        self.newest = present.CheckIn() if row is None else await self._shown(row)
        notices = await self.get_state(NoticeState)
        notices._say("ui.toast.check_in_deleted", undo="check_in_deleted", of=check_in, kept=gone)
        notices._close_sheet()

    @rx.event(background=True)
    @guard.signed_in
    async def look_out(self) -> Handler:
        """Wait for the reply for half a minute; later home shows it when it is read anew."""
        owner, check_in = await guard.person(self), UUID(self.open.id)
        for seconds in LOOKS_AFTER_SECONDS:
            await asyncio.sleep(seconds)
            try:
                async with engine().unit(owner) as s:
                    row = await check_ins.require(s, owner, check_in)
            except NotFound:
                return None
            if row.status is not ReplyStatus.PENDING:
                return CheckInState.load
        return None

    async def _edit(self, details: Details) -> None:
        owner, now = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            kept = await check_ins.edit(s, owner, UUID(self.open.id), at=now, details=details)
        engine().wake_jobs()
        self.open = await self._shown(kept.row)
        if self.newest.id == self.open.id:
            self.newest = self.open
        await (await self.get_state(HelpState))._offer(kept.safety)

    async def _turn_to(self, owner: UUID, row: CheckIn) -> None:
        async with engine().unit(owner) as s:
            active = await goals.for_user(s, owner, status=GoalStatus.ACTIVE)
        self.goals = [present.Goal(str(one.goal.id), one.goal.title) for one in active]
        self.open = await self._shown(row)
        self.number += 1
        self.replaces = False

    async def _shown(self, row: CheckIn) -> present.CheckIn:
        zone_name = (await self.get_state(SessionState)).zone
        async with engine().unit(row.user_id) as s:
            before = await unspoken(s, row.user_id) if row.content else ()
        now = engine().clock.now()
        return present.check_in(row, now=now, zone_name=zone_name, before=before)
