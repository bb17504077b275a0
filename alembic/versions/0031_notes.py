"""Notes with tags and connections, found by their words (as messages are since 0010).

SQLite: FTS5 over title, content and tags, kept in step by triggers. PostgreSQL: a generated
`tsvector` without an index, read for one person (0013).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from alembic import op

from coaching.models import Json, UTCDateTime
from coaching.repositories.row_level_security import protect_owned

if TYPE_CHECKING:
    from sqlalchemy.schema import SchemaItem

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None
TABLES = ("notes", "note_tags", "note_connections")
_PLAIN = {
    "a": "àáâãäåā",
    "c": "çć",
    "e": "èéêëē",
    "i": "ìíîïī",
    "n": "ñń",
    "o": "òóôõöō",
    "u": "ùúûüū",
    "y": "ýÿ",
}
_ACCENTED = "".join(_PLAIN.values())
_LETTERS = "".join(letter * len(accented) for letter, accented in _PLAIN.items())
_INDEXED = ("title", "content", "tag_words")
_WEIGHTS = dict(zip(_INDEXED, "ACB", strict=True))
_TRIGGERS = ("search_notes_added", "search_notes_changed", "search_notes_deleted")


def upgrade() -> None:
    """Make the tables, their policies and the index."""
    _make_notes()
    _make_tags()
    _make_connections()
    if op.get_bind().dialect.name == "postgresql":
        for table in TABLES:
            for statement in protect_owned(table):
                op.execute(statement)
        _index_on_postgres()
    else:
        _index_on_sqlite()


def downgrade() -> None:
    """Drop them."""
    if op.get_bind().dialect.name != "postgresql":
        for trigger in _TRIGGERS:
            op.execute(f"DROP TRIGGER {trigger}")
        op.execute("DROP TABLE search_fts_notes")
    for table in reversed(TABLES):
        op.drop_table(table)


def _make_notes() -> None:
    op.create_table(
        "notes",
        *_owned("notes"),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("title_key", sa.Text(), nullable=False),
        _words("content"),
        sa.Column("kind", _one_of("kind", "fleeting", "literature", "permanent"), nullable=False),
        sa.Column("source", _one_of("source", "written", "coach", "imported"), nullable=False),
        sa.Column("aliases", Json(), server_default=sa.text("'[]'"), nullable=False),
        _words("tag_words"),
        _words("properties"),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.UniqueConstraint("user_id", "id", name=op.f("uq_notes_user_id_id")),
        sa.UniqueConstraint("user_id", "title_key", name=op.f("uq_notes_user_id_title_key")),
    )
    op.create_index("idx_notes_user_id", "notes", ["user_id", "created_at"])


def _make_tags() -> None:
    op.create_table(
        "note_tags",
        *_owned("note_tags"),
        sa.Column("note_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("is_written", sa.Boolean(), nullable=False),
        _of_note("note_tags", "note_id"),
        sa.UniqueConstraint(
            "user_id", "note_id", "key", name=op.f("uq_note_tags_user_id_note_id_key")
        ),
    )
    op.create_index("idx_note_tags_user_id", "note_tags", ["user_id", "key"])


def _make_connections() -> None:
    op.create_table(
        "note_connections",
        *_owned("note_connections"),
        sa.Column("source_id", sa.Uuid(), nullable=False),
        sa.Column("target_id", sa.Uuid(), nullable=False),
        sa.Column("is_written", sa.Boolean(), nullable=False),
        _of_note("note_connections", "source_id"),
        _of_note("note_connections", "target_id"),
        sa.UniqueConstraint(
            "user_id",
            "source_id",
            "target_id",
            name=op.f("uq_note_connections_user_id_source_id_target_id"),
        ),
        sa.CheckConstraint("source_id <> target_id", name=op.f("ck_note_connections_not_itself")),
    )
    op.create_index("idx_note_connections_target_id", "note_connections", ["user_id", "target_id"])


def _index_on_postgres() -> None:
    parts = " || ".join(
        f"setweight(to_tsvector('simple', translate(lower({column}), '{_ACCENTED}', "
        f"'{_LETTERS}')), '{weight}')"
        for column, weight in _WEIGHTS.items()
    )
    op.execute(f"ALTER TABLE notes ADD COLUMN tsv tsvector GENERATED ALWAYS AS ({parts}) STORED")


def _index_on_sqlite() -> None:
    columns, new, old = (
        ", ".join(f"{of}{column}" for column in _INDEXED) for of in ("", "new.", "old.")
    )
    delete = (
        f"INSERT INTO search_fts_notes (search_fts_notes, rowid, {columns}) "  # noqa: S608 - ours
        f"VALUES ('delete', old.doc, {old});"
    )
    op.execute("ALTER TABLE notes ADD COLUMN doc INTEGER")
    op.execute("CREATE UNIQUE INDEX idx_notes_doc ON notes (doc)")
    op.execute(
        f"CREATE VIRTUAL TABLE search_fts_notes USING fts5({columns}, content='notes', "
        "content_rowid='doc', tokenize='unicode61 remove_diacritics 2', prefix='2 3')"
    )
    op.execute(
        "CREATE TRIGGER search_notes_added AFTER INSERT ON notes BEGIN "  # noqa: S608 - ours
        "UPDATE notes SET doc = 1 + coalesce((SELECT max(doc) FROM notes), 0) "
        "WHERE id = new.id; "
        f"INSERT INTO search_fts_notes (rowid, {columns}) "
        f"SELECT doc, {columns} FROM notes WHERE id = new.id; END"
    )
    op.execute(
        f"CREATE TRIGGER search_notes_changed AFTER UPDATE OF {columns} ON notes BEGIN {delete} "  # noqa: S608 - ours
        f"INSERT INTO search_fts_notes (rowid, {columns}) VALUES (new.doc, {new}); END"
    )
    op.execute(f"CREATE TRIGGER search_notes_deleted AFTER DELETE ON notes BEGIN {delete} END")


def _owned(table: str) -> tuple[SchemaItem, ...]:
    return (
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f(f"fk_{table}_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    )


def _of_note(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["user_id", column],
        ["notes.user_id", "notes.id"],
        name=op.f(f"fk_{table}_user_id_{column}_notes"),
        ondelete="CASCADE",
    )


def _words(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)


def _one_of(name: str, *words: str) -> sa.Enum:
    return sa.Enum(*words, name=name, native_enum=False, create_constraint=True, length=32)
