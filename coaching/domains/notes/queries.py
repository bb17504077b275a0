"""Notes, tags and connections of one person."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa
from sqlmodel import col, delete, func, select

from coaching.domains.notes.models import Note, NoteConnection, NoteTag
from coaching.errors import NotFound
from coaching.models.base import Json

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession
    from sqlmodel.sql.expression import SelectOfScalar

    from coaching.values.notes import NoteType


class Name(NamedTuple):
    """Names by which a link can refer to a note."""

    id: UUID
    title_key: str
    aliases: list[str]


async def add(s: AsyncSession, owner: UUID, note: Note) -> Note:
    """Store a note."""
    note.user_id = owner
    s.add(note)
    await s.flush()
    return note


async def require(s: AsyncSession, owner: UUID, note_id: UUID) -> Note:
    """Return a note of this person or raise NotFound."""
    statement = select(Note).where(Note.user_id == owner, Note.id == note_id)
    note = (await s.exec(statement)).first()
    if note is None:
        raise NotFound("no such note")
    return note


async def titled(s: AsyncSession, owner: UUID, key: str) -> Note | None:
    """Return the note with a title, if there is one."""
    return (await s.exec(select(Note).where(Note.user_id == owner, Note.title_key == key))).first()


async def page(
    s: AsyncSession,
    owner: UUID,
    *,
    before: Note | None,
    tag: str,
    kind: NoteType | None,
    limit: int,
) -> Sequence[Note]:
    """Return notes, newest first, or those before one; `tag` is a key."""
    statement = narrowed(select(Note).where(Note.user_id == owner), owner, tag, kind)
    if before is not None:
        place = sa.tuple_(col(Note.created_at), col(Note.id))
        statement = statement.where(
            place < sa.tuple_(sa.literal(before.created_at), sa.literal(before.id, sa.Uuid()))
        )
    order = (col(Note.created_at).desc(), col(Note.id).desc())
    return (await s.exec(statement.order_by(*order).limit(limit))).all()


def narrowed(
    statement: SelectOfScalar[Note], owner: UUID, tag: str, kind: NoteType | None
) -> SelectOfScalar[Note]:
    """Return a statement about notes with a tag or of a type only."""
    if kind is not None:
        statement = statement.where(col(Note.kind) == kind)
    if tag:
        tagged = select(NoteTag.note_id).where(NoteTag.user_id == owner, NoteTag.key == tag)
        statement = statement.where(col(Note.id).in_(tagged))
    return statement


async def all_of(s: AsyncSession, owner: UUID) -> Sequence[Note]:
    """Return all notes, oldest first."""
    order = (col(Note.created_at), col(Note.id))
    return (await s.exec(select(Note).where(Note.user_id == owner).order_by(*order))).all()


async def among(s: AsyncSession, owner: UUID, ids: Iterable[UUID]) -> Sequence[Note]:
    """Return the notes with these ids, in no order."""
    wanted = select(Note).where(Note.user_id == owner, col(Note.id).in_(list(ids)))
    return (await s.exec(wanted)).all()


async def with_links(s: AsyncSession, owner: UUID) -> Sequence[Note]:
    """Return the notes whose text may link to another."""
    may = sa.or_(col(Note.content).contains("[["), col(Note.properties).contains("[["))
    return (await s.exec(select(Note).where(Note.user_id == owner, may))).all()


async def with_linking_properties(s: AsyncSession, owner: UUID) -> Sequence[Note]:
    """Return the notes whose front matter may link to another; no index holds its words."""
    may = col(Note.properties).contains("[[")
    return (await s.exec(select(Note).where(Note.user_id == owner, may))).all()


async def names(s: AsyncSession, owner: UUID) -> list[Name]:
    """Return what links may call each note, oldest first."""
    columns = sa.select(col(Note.id), col(Note.title_key), sa.type_coerce(Note.aliases, Json()))
    ordered = columns.where(col(Note.user_id) == owner).order_by(col(Note.created_at), col(Note.id))
    found = await (await s.connection()).execute(ordered)
    return [Name(note_id, title_key, list(aliases)) for note_id, title_key, aliases in found]


async def count(s: AsyncSession, owner: UUID) -> int:
    """Return how many notes there are."""
    statement = select(func.count()).select_from(Note).where(col(Note.user_id) == owner)
    return (await s.exec(statement)).one()


async def remove(s: AsyncSession, owner: UUID, note_id: UUID) -> None:
    """Delete a note with its tags and connections."""
    await s.exec(delete(Note).where(col(Note.user_id) == owner, col(Note.id) == note_id))


async def tags(s: AsyncSession, owner: UUID, note_ids: Iterable[UUID]) -> Sequence[NoteTag]:
    """Return the tags of some notes, in the order in which they were given."""
    mine = select(NoteTag).where(NoteTag.user_id == owner, col(NoteTag.note_id).in_(list(note_ids)))
    return (await s.exec(mine.order_by(col(NoteTag.created_at), col(NoteTag.key)))).all()


async def all_tags(s: AsyncSession, owner: UUID) -> list[tuple[str, str, int]]:
    """Return key, name and number of notes of each tag, the most used first."""
    number = func.count()
    columns = select(NoteTag.key, func.min(NoteTag.name), number).where(NoteTag.user_id == owner)
    found = await s.exec(columns.group_by(col(NoteTag.key)).order_by(number.desc(), NoteTag.key))
    return [(key, name, times) for key, name, times in found]


async def clear_tags(s: AsyncSession, owner: UUID, note_id: UUID) -> None:
    """Delete the tags of a note."""
    await s.exec(
        delete(NoteTag).where(col(NoteTag.user_id) == owner, col(NoteTag.note_id) == note_id)
    )


async def connections(
    s: AsyncSession, owner: UUID, note_ids: Iterable[UUID]
) -> Sequence[NoteConnection]:
    """Return the connections from and to some notes, the first made first."""
    ids = list(note_ids)
    touching = sa.or_(
        col(NoteConnection.source_id).in_(ids), col(NoteConnection.target_id).in_(ids)
    )
    mine = select(NoteConnection).where(NoteConnection.user_id == owner, touching)
    return (
        await s.exec(mine.order_by(col(NoteConnection.created_at), col(NoteConnection.id)))
    ).all()


async def all_connections(s: AsyncSession, owner: UUID) -> Sequence[NoteConnection]:
    """Return all connections, the first made first."""
    order = (col(NoteConnection.created_at), col(NoteConnection.id))
    mine = select(NoteConnection).where(NoteConnection.user_id == owner)
    return (await s.exec(mine.order_by(*order))).all()


async def all_note_tags(s: AsyncSession, owner: UUID) -> Sequence[NoteTag]:
    """Return the tags of all notes."""
    mine = select(NoteTag).where(NoteTag.user_id == owner)
    return (await s.exec(mine.order_by(col(NoteTag.created_at), col(NoteTag.key)))).all()


async def between(s: AsyncSession, owner: UUID, one: UUID, other: UUID) -> Sequence[NoteConnection]:
    """Return the connections between two notes, in either direction."""
    return [
        link
        for link in await connections(s, owner, [one])
        if {link.source_id, link.target_id} == {one, other}
    ]


async def disconnect(s: AsyncSession, owner: UUID, ids: Iterable[UUID]) -> None:
    """Delete connections."""
    mine = delete(NoteConnection).where(
        col(NoteConnection.user_id) == owner, col(NoteConnection.id).in_(list(ids))
    )
    await s.exec(mine)
