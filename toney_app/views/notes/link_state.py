from __future__ import annotations

from uuid import UUID

import reflex as rx

from coaching.domains.notes import service as notes
from toney_app.engine import engine
from toney_app.session_state import guard
from toney_app.views.notes import present
from toney_app.views.notes.note_state import NoteState, RowId
from toney_app.views.notes.state import Query

MOST_MATCHES = 5


class LinkState(rx.State):
    """Connecting the open note; `linking` is its id while another one is looked for."""

    linking: rx.Field[str] = rx.field("")
    matches: rx.Field[list[present.Row]] = rx.field(default_factory=list[present.Row])

    @rx.event
    @guard.signed_in
    async def start_link(self) -> None:
        self.linking, self.matches = (await self.get_state(NoteState)).note.id, []
        await self._match("")

    @rx.event
    @guard.signed_in
    async def look_for(self, query: Query) -> None:
        await self._match(query.strip())

    @rx.event
    @guard.signed_in
    async def link(self, other: RowId) -> None:
        """Connect the open note with another one."""
        owner, at = await guard.person(self), engine().clock.now()
        opened = await self.get_state(NoteState)
        note = UUID(opened.note.id)
        async with engine().unit(owner, write=True) as s:
            await notes.connect(s, owner, note, UUID(other), at=at)
        self.linking = ""
        await opened._read(owner, note)

    @rx.event
    @guard.signed_in
    async def unlink(self, other: RowId) -> None:
        opened = await self.get_state(NoteState)
        owner, note = await guard.person(self), UUID(opened.note.id)
        async with engine().unit(owner, write=True) as s:
            await notes.disconnect(s, owner, note, UUID(other))
        await opened._read(owner, note)

    async def _match(self, query: str) -> None:
        """Read the notes that can be connected: those with the words, or the newest."""
        owner = await guard.person(self)
        note = (await self.get_state(NoteState)).note
        known = {note.id, *(link.id for link in note.links)}
        async with engine().unit(owner) as s:
            if query:
                found = await notes.find(s, owner, query, limit=MOST_MATCHES + len(known))
            else:
                found = (await notes.page(s, owner, limit=MOST_MATCHES + len(known))).items
        rows = [present.row(view) for view in found if str(view.note.id) not in known]
        self.matches = rows[:MOST_MATCHES]
