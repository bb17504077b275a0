"""Past sessions end with a line and a word about them, and are found by what was said in them.

SQLite: FTS5 over the texts of `messages`, kept in step by triggers. `doc` is its row number, for
VACUUM may change the implicit one. PostgreSQL: a generated `tsvector`; row-level security decides
whose rows it sees. Both fold accents away and know no stems: one index serves every language.
"""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

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
_TRIGGERS = ("search_added", "search_changed", "search_deleted")


def upgrade() -> None:
    """Add what a session keeps of its end, and the index."""
    op.execute("ALTER TABLE conversations ADD COLUMN one_line TEXT DEFAULT '' NOT NULL")
    op.execute(
        "ALTER TABLE conversations ADD COLUMN feedback VARCHAR(32) "
        "CONSTRAINT ck_conversations_feedback CHECK (feedback IN ('helped', 'not_today'))"
    )
    make = _on_postgres if op.get_bind().dialect.name == "postgresql" else _on_sqlite
    make()


def downgrade() -> None:
    """Drop the index and the columns."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE messages DROP COLUMN tsv")
    else:
        for trigger in _TRIGGERS:
            op.execute(f"DROP TRIGGER {trigger}")
        op.execute("DROP TABLE search_fts")
        op.execute("DROP INDEX idx_messages_doc")
        op.execute("ALTER TABLE messages DROP COLUMN doc")
    op.execute("ALTER TABLE conversations DROP COLUMN feedback")
    op.execute("ALTER TABLE conversations DROP COLUMN one_line")


def _on_postgres() -> None:
    op.execute(
        "ALTER TABLE messages ADD COLUMN tsv tsvector GENERATED ALWAYS AS (to_tsvector("
        f"'simple', translate(lower(text), '{_ACCENTED}', '{_LETTERS}'))) STORED"
    )
    op.execute("CREATE INDEX idx_messages_tsv ON messages USING gin (tsv)")


def _on_sqlite() -> None:
    op.execute("ALTER TABLE messages ADD COLUMN doc INTEGER")
    op.execute("UPDATE messages SET doc = rowid")
    op.execute("CREATE UNIQUE INDEX idx_messages_doc ON messages (doc)")
    op.execute(
        "CREATE VIRTUAL TABLE search_fts USING fts5(text, content='messages', content_rowid='doc', "
        "tokenize='unicode61 remove_diacritics 2', prefix='2 3')"
    )
    op.execute("INSERT INTO search_fts (search_fts) VALUES ('rebuild')")
    op.execute(
        "CREATE TRIGGER search_added AFTER INSERT ON messages BEGIN "
        "UPDATE messages SET doc = 1 + coalesce((SELECT max(doc) FROM messages), 0) "
        "WHERE id = new.id; "
        "INSERT INTO search_fts (rowid, text) SELECT doc, text FROM messages WHERE id = new.id; END"
    )
    op.execute(
        "CREATE TRIGGER search_changed AFTER UPDATE OF text ON messages BEGIN "
        "INSERT INTO search_fts (search_fts, rowid, text) VALUES ('delete', old.doc, old.text); "
        "INSERT INTO search_fts (rowid, text) VALUES (new.doc, new.text); END"
    )
    op.execute(
        "CREATE TRIGGER search_deleted AFTER DELETE ON messages BEGIN "
        "INSERT INTO search_fts (search_fts, rowid, text) VALUES ('delete', old.doc, old.text); END"
    )
