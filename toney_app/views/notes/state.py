from __future__ import annotations

from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field

from coaching.domains.notes import service as notes
from toney_app.engine import engine
from toney_app.session_state import guard
from toney_app.views.notes import present

Query = Annotated[str, Field(max_length=200)]
TagName = Annotated[str, Field(max_length=40)]
FOUND = notes.MOST_FOUND
MOST_TAGS = 12
"""How many tags the list offers as filters, the most used first."""


class NotesState(rx.State):
    """The list of notes: all, those with a tag, or those in which some words are."""

    rows: rx.Field[list[present.Row]] = rx.field(default_factory=list[present.Row])
    tags: rx.Field[list[str]] = rx.field(default_factory=list[str])
    tag: rx.Field[str] = rx.field("")
    query: rx.Field[str] = rx.field("")
    loaded: rx.Field[bool] = rx.field(default=False)
    has_more: rx.Field[bool] = rx.field(default=False)
    first: rx.Field[int] = rx.field(0)
    """How many results a search shows when there may be more; 0 if it shows all."""
    _next: UUID | None = None

    @rx.event
    @guard.signed_in
    async def load(self) -> None:
        await self._read()

    @rx.event
    @guard.signed_in
    async def look_for(self, query: Query) -> None:
        self.query = query.strip()
        await self._read()

    @rx.event
    @guard.signed_in
    async def clear(self) -> None:
        self.query = ""
        await self._read()

    @rx.event
    @guard.signed_in
    async def show_tag(self, tag: TagName) -> None:
        """Show the notes with a tag; an empty one shows all, and so does the same one again."""
        self.tag = "" if tag == self.tag else tag
        await self._read()

    @rx.event
    @guard.signed_in
    async def show_more(self) -> None:
        if self._next is not None:
            await self._read(before=self._next)

    async def _read(self, before: UUID | None = None) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            known = [name for name, _ in await notes.tags(s, owner)]
            self.tag = self.tag if self.tag in known else ""
            if self.query:
                found, following = (
                    await notes.find(s, owner, self.query, tag=self.tag, limit=FOUND),
                    None,
                )
            else:
                page = await notes.page(s, owner, before=before, tag=self.tag)
                found, following = page.items, page.next
        self.first = len(found) if self.query and len(found) == FOUND else 0
        rows = [present.row(view) for view in found]
        self.rows = [*self.rows, *rows] if before else rows
        chosen = [self.tag] if self.tag and self.tag not in known[:MOST_TAGS] else []
        self.tags = [*chosen, *known[:MOST_TAGS]]
        self._next, self.has_more, self.loaded = following, following is not None, True
