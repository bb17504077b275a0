from __future__ import annotations

import asyncio
from uuid import UUID

import reflex as rx

from coaching.errors import NotFound
from coaching.services import jobs, sessions
from coaching.values.conversations import Feedback
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Handler, Then
from toney_app.session_state import guard
from toney_app.views.chat.state import ChatState
from toney_app.views.home.state import HomeState
from toney_app.views.rewire.state import RewireState
from toney_app.views.sessions import present
from toney_app.views.sessions.doors_state import DoorsState

LOOKS, LOOK_SECONDS = 60, 1
"""A note takes seconds; a run that is done at once takes up to a minute."""


class ClosingState(rx.State):
    """The end of a session. What is written later takes its place without a reload."""

    closing: rx.Field[present.Closing] = rx.field(default_factory=present.Closing)

    @rx.event
    @guard.signed_in
    async def end(self) -> Then:
        coaching, owner = engine(), await guard.person(self)
        async with coaching.unit(owner, write=True) as s:
            left = await sessions.end(s, owner, at=coaching.clock.now())
        coaching.wake_jobs()
        self.closing = present.closing(left)
        (await self.get_state(NoticeState))._show_sheet("closing")
        later = [] if left.is_final else [ClosingState.follow, ClosingState.look_out]
        return [*later, DoorsState.load(), HomeState.load(), ChatState.load()]

    @rx.event(background=True)
    @guard.signed_in
    async def follow(self) -> Handler:
        """Wait for the note that a model writes; after a minute what is there stands."""
        owner, session = await guard.person(self), UUID(self.closing.id)
        for _ in range(LOOKS):
            await asyncio.sleep(LOOK_SECONDS)
            try:
                async with engine().unit(owner) as s:
                    if (await sessions.closing(s, owner, session)).is_final:
                        break
            except NotFound:  # deleted meanwhile; its Undo is on the page
                return None
        return ClosingState.load

    @rx.event(background=True)
    @guard.signed_in
    async def look_out(self) -> Handler:
        """Wait while the session is read, unless that is done later in a batch."""
        owner = await guard.person(self)
        for _ in range(LOOKS):
            await asyncio.sleep(LOOK_SECONDS)
            async with engine().unit(owner) as s:
                if not await jobs.is_being_read(s, owner, now=engine().clock.now()):
                    break
        return [DoorsState.load, HomeState.load, RewireState.load]

    @rx.event
    @guard.signed_in
    async def load(self) -> Then:
        owner = await guard.person(self)
        if not self.closing.id:
            (await self.get_state(NoticeState))._close_sheet()
            return []
        async with engine().unit(owner) as s:
            left = await sessions.closing(s, owner, UUID(self.closing.id))
        self.closing = present.closing(left)
        return []

    @rx.event
    @guard.signed_in
    async def rate(self, word: Feedback) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner, write=True) as s:
            left = await sessions.rate(s, owner, UUID(self.closing.id), word)
        self.closing = present.closing(left)
