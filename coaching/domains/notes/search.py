"""Finding notes by words in title, text and tags: FTS5 on SQLite, `tsvector` on PostgreSQL (0031).

A word may be the beginning of one, and accents and case don't matter. Titles and tags count more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlmodel import col, select

from coaching.domains.notes import queries
from coaching.domains.notes.models import Note
from coaching.domains.notes.queries import narrowed
from coaching.repositories import dialects

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession
    from sqlmodel.sql.expression import SelectOfScalar

    from coaching.values.notes import NoteType

_DOC = sa.literal_column("notes.doc", sa.Integer)
_TSV = sa.literal_column("notes.tsv", TSVECTOR)
_WEIGHTS = (8.0, 1.0, 4.0)
"""Of a word in the title, the text and the tags."""
LEAST_BEGINNING = 2


async def find(
    s: AsyncSession,
    owner: UUID,
    words: Sequence[str],
    *,
    is_any: bool,
    tag: str,
    kind: NoteType | None,
    limit: int,
) -> Sequence[Note]:
    """Return the notes with all of the words (or any), the best first."""
    mine = narrowed(select(Note).where(Note.user_id == owner), owner, tag, kind)
    on_database = _on_postgres if dialects.on_postgres(s) else _on_sqlite
    return (await s.exec(on_database(mine, words, is_any=is_any).limit(limit))).all()


async def linking(s: AsyncSession, owner: UUID, names: Iterable[Sequence[str]]) -> Sequence[Note]:
    """Return the notes whose text may link to one of these names, given by their words.

    The index holds the words of links too; a name without words could be in any text with a link.
    """
    found: dict[UUID, Note] = {}
    for words in names:
        if not words:
            return await queries.with_links(s, owner)
        on_database = _on_postgres if dialects.on_postgres(s) else _on_sqlite
        mine = select(Note).where(Note.user_id == owner, col(Note.content).contains("[["))
        rows = (await s.exec(on_database(mine, words, is_any=False))).all()
        found |= {note.id: note for note in rows}
    found |= {note.id: note for note in await queries.with_linking_properties(s, owner)}
    return list(found.values())


def _on_sqlite(
    mine: SelectOfScalar[Note], words: Sequence[str], *, is_any: bool
) -> SelectOfScalar[Note]:
    terms = (f'"{word}"*' if len(word) >= LEAST_BEGINNING else f'"{word}"' for word in words)
    query = (" OR " if is_any else " ").join(terms)
    index = sa.table("search_fts_notes", sa.column("rowid"))
    name = sa.literal_column("search_fts_notes", sa.Text)
    matches = name.op("MATCH")(sa.bindparam("words", query))
    rank = sa.func.bm25(name, *map(sa.literal, _WEIGHTS))
    return mine.join(index, index.c.rowid == _DOC).where(matches).order_by(rank, _DOC.desc())


def _on_postgres(
    mine: SelectOfScalar[Note], words: Sequence[str], *, is_any: bool
) -> SelectOfScalar[Note]:
    terms = (f"'{word}':*" if len(word) >= LEAST_BEGINNING else f"'{word}'" for word in words)
    query = (" | " if is_any else " & ").join(terms)
    tsquery = sa.func.to_tsquery("simple", sa.bindparam("words", query))
    rank = sa.func.ts_rank(_TSV, tsquery)
    return mine.where(_TSV.op("@@")(tsquery)).order_by(
        rank.desc(), col(Note.created_at).desc(), col(Note.id)
    )
