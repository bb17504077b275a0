"""The tables of notes, their tags and their connections."""

from datetime import datetime
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned, belongs_to, instant, json_list, one_of, words
from coaching.values.notes import NoteSource, NoteType


class Note(Owned, table=True):
    """One thought. `title_key` is the title as links compare it; a person has each title once.

    `aliases` are other names that links may use. `tag_words` repeats the tags for the search
    index. `properties` are lines of an imported file's front matter that Toney doesn't use.
    """

    __tablename__ = "notes"
    __table_args__ = (
        sa.Index("idx_notes_user_id", "user_id", "created_at"),
        sa.UniqueConstraint("user_id", "id"),
        sa.UniqueConstraint("user_id", "title_key"),
    )

    title: str = words(None)
    title_key: str = words(None)
    content: str = words()
    kind: NoteType = Field(
        default=NoteType.PERMANENT, sa_type=one_of(NoteType, "kind"), nullable=False
    )
    source: NoteSource = Field(
        default=NoteSource.WRITTEN, sa_type=one_of(NoteSource, "source"), nullable=False
    )
    aliases: list[str] = json_list()
    tag_words: str = words()
    properties: str = words()
    updated_at: datetime = instant(required=True)


class NoteTag(Owned, table=True):
    """A tag of a note; `is_written` if it is in the text as #tag. `key` is how tags compare."""

    __tablename__ = "note_tags"
    __table_args__ = (
        sa.Index("idx_note_tags_user_id", "user_id", "key"),
        sa.UniqueConstraint("user_id", "note_id", "key"),
        belongs_to("notes", "note_id"),
    )

    note_id: UUID = Field(nullable=False)
    name: str = words(None)
    key: str = words(None)
    is_written: bool = Field(nullable=False)


class NoteConnection(Owned, table=True):
    """A link from one note to another; `is_written` if it is in the text as [[title]]."""

    __tablename__ = "note_connections"
    __table_args__ = (
        sa.Index("idx_note_connections_target_id", "user_id", "target_id"),
        sa.UniqueConstraint("user_id", "source_id", "target_id"),
        sa.CheckConstraint("source_id <> target_id", name="not_itself"),
        belongs_to("notes", "source_id"),
        belongs_to("notes", "target_id"),
    )

    source_id: UUID = Field(nullable=False)
    target_id: UUID = Field(nullable=False)
    is_written: bool = Field(nullable=False)
