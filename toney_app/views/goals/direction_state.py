from __future__ import annotations

from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field

from coaching.domains.directions import service as directions
from coaching.errors import InvalidInput, TooMany
from toney_app.engine import engine
from toney_app.session_state import guard
from toney_app.views.goals.state import GoalsState
from toney_app.views.goals.steps_state import LineForm
from toney_app.views.help.state import HelpState

RowId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
RowOrNone = Annotated[str, Field(pattern=r"^([0-9a-f-]{36})?$")]


class DirectionsState(rx.State):
    lines: rx.Field[int] = rx.field(0)
    fields: rx.Field[int] = rx.field(0)
    """Goes up when a field has to show again what is saved."""
    deleting: rx.Field[str] = rx.field("")
    """The id of the direction that is asked about before it is deleted."""

    @rx.event
    @guard.signed_in
    async def add_direction(self, form: LineForm) -> None:
        owner, at = await guard.person(self), engine().clock.now()
        board = await self.get_state(GoalsState)
        if form.get("nth", str(self.lines)) != str(self.lines):
            return
        try:
            async with engine().unit(owner, write=True) as s:
                kept = await directions.add(s, owner, form["text"], at=at)
            await board._read(owner)
        except InvalidInput:
            return
        except TooMany:
            board.problem = "lines"
            return
        self.lines += 1
        board.problem = ""
        await (await self.get_state(HelpState))._offer(kept.safety)

    @rx.event
    @guard.signed_in
    async def archive_direction(self, row: RowId, archived: bool) -> None:  # noqa: FBT001 - sent by the page
        owner, at = await guard.person(self), engine().clock.now()
        async with engine().unit(owner, write=True) as s:
            await directions.edit(s, owner, UUID(row), at=at, is_archived=archived)
        await (await self.get_state(GoalsState))._read(owner)

    @rx.event
    @guard.signed_in
    async def change_direction(self, row: RowId, text: str) -> None:
        owner, at = await guard.person(self), engine().clock.now()
        try:
            async with engine().unit(owner, write=True) as s:
                kept = await directions.edit(s, owner, UUID(row), at=at, text=text)
            await (await self.get_state(GoalsState))._read(owner)
        except InvalidInput:
            self.fields += 1
            return
        await (await self.get_state(HelpState))._offer(kept.safety)

    @rx.event
    @guard.signed_in
    async def ask_to_delete(self, row: RowOrNone) -> None:
        """Ask before a direction is deleted; without one, stop asking."""
        self.deleting = row

    @rx.event
    @guard.signed_in
    async def delete_direction(self, row: RowId) -> None:
        owner = await guard.person(self)
        self.deleting = ""
        async with engine().unit(owner, write=True) as s:
            await directions.delete(s, owner, UUID(row))
        await (await self.get_state(GoalsState))._read(owner)
