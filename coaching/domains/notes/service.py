"""Notes: written by the person, by the coach after a yes, or imported; one way for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coaching.domains.notes import graph, markup, queries, search
from coaching.domains.notes.fields import NoteFields, TitleTaken, cleaned
from coaching.domains.notes.models import Note, NoteConnection, NoteTag
from coaching.errors import Conflict, InvalidInput, TooMany
from coaching.memory.snippets import MOST_CHARACTERS, terms
from coaching.repositories import analytics, profiles, secure_delete
from coaching.services.safety_events import Kept, screen_words
from coaching.values.notes import MOST_NOTES, NoteSource, NoteType
from coaching.values.undo import UNDO_WITHIN
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

PAGE, MOST_FOUND = 30, 50
connect, disconnect = graph.connect, graph.disconnect


@dataclass(frozen=True, slots=True)
class Link:
    """A connection as one of its notes sees it; `is_written` if a text says it."""

    id: UUID
    title: str
    is_outgoing: bool
    is_written: bool


@dataclass(frozen=True, slots=True)
class NoteView:
    """A note with its tags and its connections; a list has the number of them only."""

    note: Note
    tags: tuple[str, ...] = ()
    connected: int = 0
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class NotePage:
    """Notes, newest first; `next` is the note after which older ones follow."""

    items: tuple[NoteView, ...]
    next: UUID | None = None


async def page(
    s: AsyncSession,
    owner: UUID,
    *,
    before: UUID | None = None,
    tag: str = "",
    kind: NoteType | None = None,
    limit: int = PAGE,
) -> NotePage:
    """Return the newest notes, with a tag or of a type only; or those before a note."""
    last = await queries.require(s, owner, before) if before else None
    found = await queries.page(
        s, owner, before=last, tag=markup.key(tag), kind=kind, limit=limit + 1
    )
    shown = found[:limit]
    return NotePage(await _views(s, owner, shown), shown[-1].id if len(found) > limit else None)


async def find(
    s: AsyncSession,
    owner: UUID,
    query: str,
    *,
    tag: str = "",
    kind: NoteType | None = None,
    limit: int = PAGE,
) -> tuple[NoteView, ...]:
    """Return notes whose title, text or tags have all words of a query, else any, best first."""
    if len(query) > MOST_CHARACTERS:
        raise InvalidInput({"query": f"at most {MOST_CHARACTERS} characters"})
    words, key, most = terms(query), markup.key(tag), min(limit, MOST_FOUND)
    for is_any in (False, True) if words else ():
        found = await search.find(s, owner, words, is_any=is_any, tag=key, kind=kind, limit=most)
        if found:
            return await _views(s, owner, found)
    return ()


async def require(s: AsyncSession, owner: UUID, note_id: UUID) -> NoteView:
    """Return a note of this person with its tags and connections, or raise NotFound."""
    note = await queries.require(s, owner, note_id)
    links = await queries.connections(s, owner, [note_id])
    others = {_other(link, note_id) for link in links}
    titles = {one.id: one.title for one in await queries.among(s, owner, others)}
    seen: dict[UUID, Link] = {}
    for link in sorted(links, key=lambda one: one.source_id != note_id):
        there = _other(link, note_id)
        seen.setdefault(
            there, Link(there, titles[there], link.source_id == note_id, link.is_written)
        )
    tags = await queries.tags(s, owner, [note_id])
    return NoteView(note, tuple(tag.name for tag in tags), len(seen), tuple(seen.values()))


async def tags(s: AsyncSession, owner: UUID) -> list[tuple[str, int]]:
    """Return the person's tags with the number of their notes, the most used first."""
    return [(name, times) for _, name, times in await queries.all_tags(s, owner)]


async def is_taken(s: AsyncSession, owner: UUID, title: str) -> bool:
    """Return True if there is a note with this title."""
    return await queries.titled(s, owner, markup.key(title)) is not None


async def add(
    s: AsyncSession,
    owner: UUID,
    fields: NoteFields,
    *,
    at: datetime,
    source: NoteSource = NoteSource.WRITTEN,
) -> Kept[Note]:
    """Keep a note; raise TitleTaken if there is one with this title, TooMany if no more fit."""
    await profiles.hold(s, owner)
    clean = cleaned({"title": "", **fields})
    if await queries.count(s, owner) >= MOST_NOTES:
        raise TooMany(limit=MOST_NOTES)
    await _require_free(s, owner, clean["title_key"])
    given = clean.pop("tags", ())
    made: dict[str, Any] = {"created_at": at, "updated_at": at, "source": source, **clean}
    note = await queries.add(s, owner, Note(user_id=owner, **made))
    await graph.set_tags(s, note, given, at=at)
    await _follow(s, note, at, is_renamed=True)
    await analytics.add(s, owner, UsageEvent.NOTE_KEPT, at=at, by=source)
    return await _kept(s, note, at)


async def edit(
    s: AsyncSession, owner: UUID, note_id: UUID, fields: NoteFields, *, at: datetime
) -> Kept[Note]:
    """Change a note. Links in other notes' texts still find it when its title changes."""
    await profiles.hold(s, owner)
    note, clean = await queries.require(s, owner, note_id), cleaned(fields)
    new_key, given = clean.get("title_key", note.title_key), clean.pop("tags", None)
    is_renamed = new_key != note.title_key or "aliases" in clean
    if new_key != note.title_key:
        await _require_free(s, owner, new_key)
        if await _is_linked_by_text(s, note):
            aliases = clean.get("aliases", note.aliases)
            clean["aliases"] = markup.unique([*aliases, note.title])
    if clean.keys() & {"title", "content", "tags"}:
        await secure_delete.note(s, at=at)
    for name, value in clean.items():
        setattr(note, name, value)
    note.updated_at = at
    await s.flush()
    await graph.set_tags(s, note, given, at=at)
    await _follow(s, note, at, is_renamed=is_renamed)
    return await _kept(s, note, at)


async def delete(s: AsyncSession, owner: UUID, note_id: UUID, *, at: datetime) -> dict[str, Any]:
    """Delete a note; return it as JSON, for `restore`. Connected notes stay."""
    note = await queries.require(s, owner, note_id)
    gone = {
        "note": note.model_dump(mode="json"),
        "tags": _as_json(await queries.tags(s, owner, [note_id])),
        "links": _as_json(await queries.connections(s, owner, [note_id])),
    }
    await queries.remove(s, owner, note_id)
    await secure_delete.note(s, at=at)
    return gone


async def restore(
    s: AsyncSession, owner: UUID, note_id: UUID, gone: dict[str, Any], *, at: datetime
) -> None:
    """Restore a deleted note with its tags and connections; idempotent."""
    await profiles.hold(s, owner)
    note = Note.model_validate(gone["note"])
    if note.id != note_id or await queries.among(s, owner, [note_id]):
        return
    await _require_free(s, owner, note.title_key)
    await queries.add(s, owner, note)
    links = [NoteConnection.model_validate(one) for one in gone["links"]]
    there = {one.id for one in await queries.among(s, owner, {_other(x, note_id) for x in links})}
    s.add_all([NoteTag.model_validate({**one, "user_id": owner}) for one in gone["tags"]])
    s.add_all([link for link in links if _other(link, note_id) in there])
    await s.flush()
    await _follow(s, note, at, is_renamed=True)


async def undo(s: AsyncSession, owner: UUID, note_id: UUID, *, at: datetime) -> None:
    """Take back a note that was saved a moment ago; later it is deleted in its sheet."""
    note = await queries.require(s, owner, note_id)
    if at - note.created_at > UNDO_WITHIN:
        raise Conflict("too late to undo; the note can be deleted")
    await delete(s, owner, note_id, at=at)


async def _views(s: AsyncSession, owner: UUID, notes: Sequence[Note]) -> tuple[NoteView, ...]:
    ids = [note.id for note in notes]
    tags, links = await queries.tags(s, owner, ids), await queries.connections(s, owner, ids)
    return tuple(
        NoteView(
            note,
            tuple(tag.name for tag in tags if tag.note_id == note.id),
            len({_other(x, note.id) for x in links if note.id in {x.source_id, x.target_id}}),
        )
        for note in notes
    )


async def _require_free(s: AsyncSession, owner: UUID, key: str) -> None:
    if await queries.titled(s, owner, key) is not None:
        raise TitleTaken("there is a note with this title")


async def _follow(s: AsyncSession, note: Note, at: datetime, *, is_renamed: bool) -> None:
    """Let connections be as the texts say, in both directions if links may name it anew."""
    links = is_renamed or "[[" in note.content or "[[" in note.properties
    by_name = await graph.known(s, note.user_id) if links else {}
    names = [terms(name) for name in (note.title, *note.aliases)] if is_renamed else []
    others = await search.linking(s, note.user_id, names) if is_renamed else ()
    await graph.follow_text(s, {one.id: one for one in (*others, note)}.values(), by_name, at=at)


async def _is_linked_by_text(s: AsyncSession, note: Note) -> bool:
    links = await queries.connections(s, note.user_id, [note.id])
    return any(link.is_written and link.target_id == note.id for link in links)


async def _kept(s: AsyncSession, note: Note, at: datetime) -> Kept[Note]:
    words = f"{note.title}\n{note.content}"
    return Kept(note, await screen_words(s, note.user_id, words, source="note", at=at))


def _other(link: NoteConnection, note_id: UUID) -> UUID:
    return link.target_id if link.source_id == note_id else link.source_id


def _as_json(rows: Sequence[Any]) -> list[dict[str, Any]]:
    return [row.model_dump(mode="json") for row in rows]
