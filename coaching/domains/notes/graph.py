"""Tags and connections of notes: what the text says by itself, and what was set by hand.

A #tag in the text is a tag, and a [[title]] a connection, for as long as it is in the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.domains.notes import markup, queries
from coaching.domains.notes.models import Note, NoteConnection, NoteTag
from coaching.errors import Conflict, InvalidInput, TooMany
from coaching.values.notes import MOST_LINKS, MOST_TAGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

_IN_THE_TEXT = "This link is in the text of the note. Change the text to remove it."
Known = dict[str, "UUID"]


async def known(s: AsyncSession, owner: UUID) -> Known:
    """Return the id of each note by what a link may call it; a title counts before an alias."""
    found = await queries.names(s, owner)
    by_name: Known = {}
    for note in found:
        by_name.setdefault(note.title_key, note.id)
    for note in found:
        for alias in note.aliases:
            by_name.setdefault(markup.key(alias), note.id)
    return by_name


def target(link: str, by_name: Mapping[str, UUID]) -> UUID | None:
    """Return the note that a link means: by its whole name, or by the end of a path."""
    return by_name.get(link) or by_name.get(link.rsplit("/", 1)[-1].strip())


async def set_tags(
    s: AsyncSession, note: Note, given: Sequence[str] | None, *, at: datetime
) -> None:
    """Store the tags of a note: those given by hand (None: as they are) and those in its text."""
    if given is None:
        had = await queries.tags(s, note.user_id, [note.id])
        given = [tag.name for tag in had if not tag.is_written]
    spelled = {key: name for key, name, _ in await queries.all_tags(s, note.user_id)}
    await queries.clear_tags(s, note.user_id, note.id)
    s.add_all(tagged(note, given, spelled, at=at))
    await s.flush()


def tagged(
    note: Note, given: Sequence[str], spelled: Mapping[str, str], *, at: datetime
) -> list[NoteTag]:
    """Return the rows of a note's tags, spelled as before, and set what search reads of them."""
    written = {markup.key(name): name for name in markup.tags(note.content)}
    by_hand = {markup.key(name): name for name in given}
    kept = list({**by_hand, **written})[:MOST_TAGS]
    names = {key: spelled.get(key) or by_hand.get(key) or written[key] for key in kept}
    note.tag_words = "\n".join(names.values())
    own: dict[str, Any] = {"user_id": note.user_id, "note_id": note.id, "created_at": at}
    return [
        NoteTag(**own, name=name, key=key, is_written=key in written) for key, name in names.items()
    ]


async def follow_text(
    s: AsyncSession, notes: Iterable[Note], by_name: Mapping[str, UUID], *, at: datetime
) -> None:
    """Let the connections of some notes be those in their texts, beside those made by hand."""
    rows = list(notes)
    if not rows:
        return
    had: dict[UUID, dict[UUID, NoteConnection]] = {note.id: {} for note in rows}
    for link in await queries.connections(s, rows[0].user_id, had):
        if link.source_id in had:
            had[link.source_id][link.target_id] = link
    gone: list[UUID] = []
    for note in rows:
        text = f"{note.properties}\n{note.content}"
        found = {target(link, by_name) for link in markup.links(text)} - {None, note.id}
        mine = had[note.id]
        gone += [one.id for to, one in mine.items() if one.is_written and to not in found]
        s.add_all(_written(note, to, at) for to in found if to and to not in mine)
    if gone:
        await queries.disconnect(s, rows[0].user_id, gone)
    await s.flush()


async def connect(
    s: AsyncSession, owner: UUID, source_id: UUID, target_id: UUID, *, at: datetime
) -> None:
    """Connect a note to another by hand; what is connected already stays so."""
    if source_id == target_id:
        raise InvalidInput({"targetId": "a note isn't connected to itself"})
    for note_id in (source_id, target_id):
        await queries.require(s, owner, note_id)
    links = await queries.connections(s, owner, [source_id])
    if any({link.source_id, link.target_id} == {source_id, target_id} for link in links):
        return
    if len(links) >= MOST_LINKS:
        raise TooMany(limit=MOST_LINKS)
    link = NoteConnection(
        user_id=owner, source_id=source_id, target_id=target_id, is_written=False, created_at=at
    )
    s.add(link)
    await s.flush()


async def disconnect(s: AsyncSession, owner: UUID, one: UUID, other: UUID) -> None:
    """Take away a connection made by hand; one in the text goes with the text."""
    await queries.require(s, owner, one)
    await queries.require(s, owner, other)
    links = await queries.between(s, owner, one, other)
    if any(link.is_written for link in links):
        raise Conflict("this link is in the text", say=_IN_THE_TEXT)
    await queries.disconnect(s, owner, [link.id for link in links])


def _written(note: Note, to: UUID, at: datetime) -> NoteConnection:
    return NoteConnection(
        user_id=note.user_id, source_id=note.id, target_id=to, is_written=True, created_at=at
    )
