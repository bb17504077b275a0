"""Notes in and out as Markdown files: nothing that is there is changed, and the graph is kept.

What is imported was written at some other time: its words aren't screened as if they were said
now, and what may not be repeated is held back when the coach reads it (`domains/notes/tools.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from coaching.domains.notes import archive, graph, markdown_file, markup, queries
from coaching.domains.notes.fields import NoteFields, cleaned
from coaching.domains.notes.markdown_file import MarkdownNote
from coaching.domains.notes.models import Note, NoteConnection
from coaching.errors import InvalidInput
from coaching.repositories import analytics, profiles
from coaching.values.notes import (
    MOST_ALIASES,
    MOST_LINKS,
    MOST_NOTES,
    MOST_TAGS,
    TAG_MAX,
    TITLE_MAX,
    NoteSource,
    NoteType,
)
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.notes.archive import File


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that became no note, and why."""

    path: str
    why: str


@dataclass(frozen=True, slots=True)
class ImportedNotes:
    """How many notes were added, and the files that were left out."""

    added: int
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file, and the columns of the note in it if it can be stored."""

    file: File
    found: MarkdownNote | None = None
    columns: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(slots=True)
class _Read:
    file: File
    found: MarkdownNote
    note: Note


def prepare(files: Iterable[File]) -> list[Prepared]:
    """Return files as they can be stored; call it in a thread and before a transaction."""
    return [Prepared(file) if file.problem else _prepared(file) for file in files]


async def import_files(
    s: AsyncSession, owner: UUID, files: Sequence[Prepared], *, at: datetime
) -> ImportedNotes:
    """Add the notes in some files, connected as they link to each other and to what is there."""
    await profiles.hold(s, owner)
    taken = {note.title_key: note for note in await queries.all_of(s, owner)}
    room, read, skipped = MOST_NOTES - len(taken), list[_Read](), list[Skipped]()
    for one in files:
        why = _why_not(one, taken) or ("full" if len(read) >= room else "")
        if why or one.found is None:
            skipped.append(Skipped(one.file.path, why))
            continue
        note = _note(owner, one, taken, at)
        taken[note.title_key] = note
        read.append(_Read(one.file, one.found, note))
    await _store(s, owner, read, at)
    if read:
        await analytics.add(s, owner, UsageEvent.NOTES_IMPORTED, at=at, notes=len(read))
    return ImportedNotes(len(read), tuple(skipped))


async def export_files(s: AsyncSession, owner: UUID) -> dict[str, str]:
    """Return all notes as Markdown files by their paths."""
    notes = await queries.all_of(s, owner)
    by_name, ids = await graph.known(s, owner), [note.id for note in notes]
    links: dict[UUID, list[UUID]] = {}
    for link in await queries.all_connections(s, owner):
        links.setdefault(link.source_id, []).append(link.target_id)
    tags: dict[UUID, list[str]] = {}
    for tag in await queries.all_note_tags(s, owner):
        tags.setdefault(tag.note_id, []).append(tag.name)
    taken: set[str] = set()
    stems = {note.id: markdown_file.stem_of(note.title, taken) for note in notes}
    files: dict[str, str] = {}
    for note in notes:
        text = f"{note.properties}\n{note.content}"
        said = {graph.target(link, by_name) for link in markup.links(text)}
        others = [stems[to] for to in links.get(note.id, ()) if to not in said and to in stems]
        stem = stems[note.id]
        written = MarkdownNote(
            title=note.title,
            content=note.content,
            kind=note.kind,
            tags=tuple(tags.get(note.id, ())),
            aliases=tuple(note.aliases),
            links=tuple(others),
            created_at=note.created_at,
            properties=note.properties,
        )
        files[f"{stem}.md"] = markdown_file.write(written, stem)
    assert len(files) == len(ids)  # noqa: S101 - no note may be lost by its name
    return files


async def export_zip(s: AsyncSession, owner: UUID) -> bytes:
    """Return all notes as a zip of Markdown files."""
    return archive.packed(await export_files(s, owner))


def _prepared(file: File) -> Prepared:
    """Return the note of a file as it can be stored; without one if its text is too long."""
    found = markdown_file.read(file.stem, file.text)
    tags = markup.unique(tag for tag in map(markup.tag_name, found.tags) if 0 < len(tag) <= TAG_MAX)
    aliases = markup.unique(" ".join(alias.split())[:TITLE_MAX] for alias in found.aliases)
    title = " ".join(found.title.split())[:TITLE_MAX].rstrip()
    fits = replace(
        found, title=title, tags=tuple(tags[:MOST_TAGS]), aliases=tuple(aliases[:MOST_ALIASES])
    )
    try:
        return Prepared(file, fits, cleaned(_fields(fits)))
    except InvalidInput:
        return Prepared(file)


def _why_not(one: Prepared, taken: dict[str, Note]) -> str:
    """Return why a note isn't added; the same words under the same title are there already."""
    if one.found is None:
        return one.file.problem or "too_long"
    there = taken.get(one.columns["title_key"])
    is_same = there is not None and there.content == one.columns["content"]
    return "already_there" if is_same else ""


def _fields(found: MarkdownNote) -> NoteFields:
    return NoteFields(
        title=found.title,
        content=found.content,
        kind=found.kind or NoteType.PERMANENT,
        tags=found.tags,
        aliases=found.aliases,
        properties=found.properties,
    )


def _note(owner: UUID, one: Prepared, taken: dict[str, Note], at: datetime) -> Note:
    """Return a new note; a title that is taken gets a number."""
    clean = {name: value for name, value in one.columns.items() if name != "tags"}
    title, number = clean["title"], 1
    while clean["title_key"] in taken:
        number += 1
        clean["title"] = f"{title[: TITLE_MAX - 6]} ({number})"
        clean["title_key"] = markup.key(clean["title"])
    written_at = one.found.created_at if one.found else None
    made = min(written_at or at, at)
    return Note(user_id=owner, source=NoteSource.IMPORTED, created_at=made, updated_at=at, **clean)


async def _store(s: AsyncSession, owner: UUID, read: list[_Read], at: datetime) -> None:
    spelled = {key: name for key, name, _ in await queries.all_tags(s, owner)}
    rows = [row for one in read for row in graph.tagged(one.note, one.found.tags, spelled, at=at)]
    s.add_all([one.note for one in read])
    await s.flush()
    s.add_all(rows)
    stems = {markup.key(one.file.stem): one.note for one in read}
    by_name = await graph.known(s, owner)
    _name_by_file(read, by_name)
    here = {**by_name, **{key: note.id for key, note in stems.items()}}
    new = {one.note.id: one.note for one in read}
    others = [note for note in await queries.with_links(s, owner) if note.id not in new]
    await graph.follow_text(s, others, by_name, at=at)
    await graph.follow_text(s, new.values(), here, at=at)
    await _connect(s, owner, read, here, at)


def _name_by_file(read: Iterable[_Read], by_name: dict[str, UUID]) -> None:
    """Let links by a file's name go on to find its note, which may have another title."""
    linked = {link for one in read for link in markup.links(one.note.content)}
    for one in read:
        stem, note = markup.key(one.file.stem), one.note
        if stem in linked and stem not in by_name and len(note.aliases) < MOST_ALIASES:
            note.aliases = [*note.aliases, one.file.stem]


async def _connect(
    s: AsyncSession, owner: UUID, read: list[_Read], here: dict[str, UUID], at: datetime
) -> None:
    """Add the connections of the front matter to those of the texts."""
    links = await queries.connections(s, owner, [one.note.id for one in read])
    known = {(link.source_id, link.target_id) for link in links}
    for one in read:
        for link in one.found.links[:MOST_LINKS]:
            to = graph.target(markup.key(link), here)
            if to is None or to == one.note.id or (one.note.id, to) in known:
                continue
            known.add((one.note.id, to))
            s.add(
                NoteConnection(
                    user_id=owner,
                    source_id=one.note.id,
                    target_id=to,
                    is_written=False,
                    created_at=at,
                )
            )
    await s.flush()
