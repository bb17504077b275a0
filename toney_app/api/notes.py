"""Notes with their tags and connections."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, File, Query, Response, UploadFile
from pydantic import Field

from coaching.domains.notes import archive, exchange
from coaching.domains.notes import service as notes
from coaching.domains.notes.fields import NoteFields
from coaching.domains.notes.service import NoteView
from coaching.values.notes import (
    ALIAS_MAX,
    CONTENT_MAX,
    MOST_ALIASES,
    MOST_TAGS,
    TAG_MAX,
    TITLE_MAX,
    NoteSource,
    NoteType,
)
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import Id, In, Instant, Listed, Out, documented, words

router = APIRouter(tags=["notes"])
MOST_UPLOADS = 500
_BINARY = {"schema": {"type": "string", "format": "binary"}}
_ZIP: dict[int | str, dict[str, Any]] = {
    200: {"description": "A zip of Markdown files.", "content": {"application/zip": _BINARY}}
}
Kind = Annotated[NoteType, Field(strict=False)]
Title = Annotated[str, words(TITLE_MAX)]
Content = Annotated[str, words(CONTENT_MAX, may_be_empty=True)]
Tags = Annotated[list[Annotated[str, words(TAG_MAX)]], documented(maxItems=MOST_TAGS)]
Aliases = Annotated[list[Annotated[str, words(ALIAS_MAX)]], documented(maxItems=MOST_ALIASES)]


class LinkOut(Out):
    """A connected note. `isOutgoing` says which one links, `isWritten` that its text does."""

    id: UUID
    title: str
    is_outgoing: bool
    is_written: bool


class ListedNote(Out):
    """A note in a list; `connected` is the number of its connections."""

    id: UUID
    title: str
    content: str
    type: NoteType
    source: NoteSource
    tags: list[str]
    aliases: list[str]
    connected: int
    created_at: Instant
    updated_at: Instant


class NoteOut(ListedNote):
    """A note with its connections."""

    links: list[LinkOut]


class TagOut(Out):
    """A tag, and how many notes have it."""

    name: str
    notes: int


class SkippedOut(Out):
    """A file that became no note."""

    path: str
    why: Literal["already_there", "full", "locked", "not_markdown", "not_text", "too_long"]


class ImportedOut(Out):
    """How many notes were added, and which files were left out."""

    added: int
    skipped: list[SkippedOut]


class NoteChange(In):
    """Fields to change; missing fields stay the same, lists are replaced.

    A #tag or [[title]] in the text is a tag or a connection too, for as long as it is there.
    """

    title: Title | None = None
    content: Content | None = None
    type: Kind | None = None
    tags: Tags | None = None
    aliases: Aliases | None = None


class NewNote(NoteChange):
    """A note to keep."""

    title: Title  # pyrefly: ignore[bad-override-mutable-attribute]


class NewConnection(In):
    """The note to connect with."""

    target_id: Id


@router.get("/api/notes")
async def list_notes(
    coaching: Engine,
    person: Owner,
    query: Annotated[str, Query(max_length=200)] = "",
    tag: Annotated[str, Query(max_length=TAG_MAX)] = "",
    type: NoteType | None = None,  # noqa: A002 - the name on the wire
    before: UUID | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> Listed[ListedNote]:
    """Return the newest notes, or those before one; with `query` at most 50, the best first."""
    async with coaching.unit(person) as s:
        if query.strip():
            found = await notes.find(s, person, query, tag=tag, kind=type, limit=limit)
            return Listed(items=[_listed(view) for view in found])
        page = await notes.page(s, person, before=before, tag=tag, kind=type, limit=limit)
        return Listed(
            items=[_listed(view) for view in page.items],
            next=str(page.next) if page.next else None,
        )


@router.post("/api/notes", status_code=201)
async def add_note(note: NewNote, coaching: Engine, person: Owner) -> NoteOut:
    """Keep a note; CONFLICT if there is one with this title."""
    async with coaching.unit(person, write=True) as s:
        kept = await notes.add(s, person, _fields(note), at=coaching.clock.now())
        return _out(await notes.require(s, person, kept.row.id))


@router.get("/api/notes/tags")
async def list_tags(coaching: Engine, person: Owner) -> Listed[TagOut]:
    """Return all tags, the most used first."""
    async with coaching.unit(person) as s:
        return Listed(
            items=[TagOut(name=name, notes=times) for name, times in await notes.tags(s, person)]
        )


@router.get("/api/notes/export", response_class=Response, responses=_ZIP)
async def export_notes(coaching: Engine, person: Owner) -> Response:
    """Return all notes as a zip of Markdown files, which can be imported again."""
    async with coaching.unit(person) as s:
        files = await exchange.export_files(s, person)
    content = await asyncio.to_thread(archive.packed, files)
    headers = {"Content-Disposition": 'attachment; filename="notes.zip"'}
    return Response(content, media_type="application/zip", headers=headers)


@router.post("/api/notes/import")
async def import_notes(
    files: Annotated[list[UploadFile], File(min_length=1, max_length=MOST_UPLOADS)],
    coaching: Engine,
    person: Owner,
) -> ImportedOut:
    """Add notes from Markdown files or a zip of them, as Obsidian has; 10 MB at most.

    Nothing that is there is changed. A file that can't be read is named and left out.
    """
    read: list[archive.File] = []
    for file in files:
        content = await file.read()
        read += await asyncio.to_thread(archive.files_of, file.filename or "", content)
    prepared = await asyncio.to_thread(exchange.prepare, read)
    async with coaching.unit(person, write=True) as s:
        done = await exchange.import_files(s, person, prepared, at=coaching.clock.now())
        return ImportedOut.model_validate(done)


@router.get("/api/notes/{note_id}")
async def read_note(note_id: UUID, coaching: Engine, person: Owner) -> NoteOut:
    """Return a note with its connections."""
    async with coaching.unit(person) as s:
        return _out(await notes.require(s, person, note_id))


@router.patch("/api/notes/{note_id}")
async def change_note(
    note_id: UUID, change: NoteChange, coaching: Engine, person: Owner
) -> NoteOut:
    """Change a note; CONFLICT if another one has the title."""
    async with coaching.unit(person, write=True) as s:
        await notes.edit(s, person, note_id, _fields(change), at=coaching.clock.now())
        return _out(await notes.require(s, person, note_id))


@router.delete("/api/notes/{note_id}", status_code=204)
async def delete_note(note_id: UUID, coaching: Engine, person: Owner) -> None:
    """Delete a note; connected notes stay."""
    async with coaching.unit(person, write=True) as s:
        await notes.delete(s, person, note_id, at=coaching.clock.now())


@router.post("/api/notes/{note_id}/connections", status_code=201)
async def connect_notes(
    note_id: UUID, connection: NewConnection, coaching: Engine, person: Owner
) -> NoteOut:
    """Connect a note to another; what is connected already stays so."""
    async with coaching.unit(person, write=True) as s:
        at = coaching.clock.now()
        await notes.connect(s, person, note_id, connection.target_id, at=at)
        return _out(await notes.require(s, person, note_id))


@router.delete("/api/notes/{note_id}/connections/{target_id}", status_code=204)
async def disconnect_notes(note_id: UUID, target_id: UUID, coaching: Engine, person: Owner) -> None:
    """Take a connection away; CONFLICT for one that the text of a note says."""
    async with coaching.unit(person, write=True) as s:
        await notes.disconnect(s, person, note_id, target_id)


def _fields(change: NoteChange) -> NoteFields:
    given: dict[str, Any] = {name: getattr(change, name) for name in change.model_fields_set}
    kept = {name: value for name, value in given.items() if value is not None}
    if "type" in kept:
        kept["kind"] = kept.pop("type")
    return NoteFields(**kept)


def _row(view: NoteView) -> dict[str, Any]:
    row = view.note.model_dump()
    return {**row, "type": view.note.kind, "tags": view.tags, "connected": view.connected}


def _listed(view: NoteView) -> ListedNote:
    return ListedNote.model_validate(_row(view))


def _out(view: NoteView) -> NoteOut:
    links = [LinkOut.model_validate(link) for link in view.links]
    return NoteOut.model_validate({**_row(view), "links": links})
