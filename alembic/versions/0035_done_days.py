"""Sets of people by day and what they did, so that no page counts people from millions of rows.

Late rows of the tables that are counted now say so too, as 0034 does for turns and calls. A person
who is deleted makes no day late: `gone_numbers` leaves their number out of all sets.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models.base import Json
from coaching.repositories.row_level_security import protect_house, protect_owned

revision = "0035"
down_revision = "0037"
branch_labels = None
depends_on = None
COUNTED = {
    "observer_signals": "user_id, created_at, signal_type, confidence",
    "tool_calls": "user_id, created_at, name, status",
    "beta_analytics": "user_id, created_at, event",
    "focus_days": "user_id, created_at, completed",
}
"""The columns whose change changes a roll-up."""
LOCK = 3_400_034
BEFORE = {
    "turns": "user_id, conversation_id, kind, created_at",
    "model_calls": (
        "created_at, role, provider, model, outcome, first_token_ms, cost_microusd, input_tokens, "
        "output_tokens, cache_read_tokens, cache_write_5m_tokens, cache_write_1h_tokens"
    ),
}
_FUNCTION = """
CREATE OR REPLACE FUNCTION note_late_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE times timestamptz[]; one timestamptz;
BEGIN
  IF TG_OP = 'INSERT' THEN times := ARRAY[NEW.created_at];
  ELSIF TG_OP = 'DELETE' THEN {gone}times := ARRAY[OLD.created_at];
  ELSE times := ARRAY[OLD.created_at, NEW.created_at];
  END IF;
  FOREACH one IN ARRAY times LOOP
    IF one < clock_timestamp() - interval '50 minutes' THEN
      PERFORM pg_advisory_xact_lock_shared({lock});
    END IF;
    INSERT INTO late_rows (id, at) SELECT gen_random_uuid(), one FROM roll_ups WHERE until > one;
  END LOOP;
  RETURN NULL;
END $$
"""
_GONE = """
    IF OLD.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id) THEN
      RETURN NULL;
    END IF;
    """
_NOTE_GONE = """
CREATE FUNCTION note_gone_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO gone_numbers (number) VALUES (OLD.number);
  RETURN NULL;
END $$
"""
_NOTE = """
INSERT INTO late_rows (id, at) SELECT lower(hex(randomblob(16))), {row}.created_at
FROM roll_ups WHERE until > {row}.created_at;
"""
_THERE = "WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id) OR OLD.user_id IS NULL "


INDEXES = {
    "idx_model_calls_created_at": (
        "model_calls",
        "created_at, user_id, outcome, provider, cost_microusd",
        "",
        "created_at",
    ),
    "idx_conversations_answered": (
        "conversations",
        "ended_at, feedback, session_number, user_id",
        "feedback IS NOT NULL",
        "ended_at, feedback",
    ),
    "idx_rewire_cards_created_at": (
        "rewire_cards",
        "created_at, prescribed_by, user_id",
        "",
        "created_at, prescribed_by",
    ),
    "idx_wins_created_at": ("wins", "created_at, user_id", "", "created_at"),
    "idx_beta_analytics_practices": (
        "beta_analytics",
        "created_at",
        "event = 'practice_started'",
        "",
    ),
}
"""Name: table, columns, condition, and the columns of before."""
SUMS = (
    "input_tokens",
    "cache_read_tokens",
    "cache_write_5m_tokens",
    "cache_write_1h_tokens",
    "output_tokens",
    "microusd",
    "uncached_microusd",
)


def upgrade() -> None:
    """Make the tables, the triggers and the indexes; the job adds all days up again."""
    _make_tables()
    for name, (table, columns, where, before) in INDEXES.items():
        if before:
            op.execute(f"DROP INDEX {name}")
        _index(name, table, columns, where)
    if op.get_bind().dialect.name == "postgresql":
        _protect()
        op.execute(_FUNCTION.format(gone=_GONE, lock=LOCK))
        op.execute(_NOTE_GONE)
        op.execute(
            "CREATE TRIGGER person_numbers_gone AFTER DELETE ON person_numbers "
            "FOR EACH ROW EXECUTE FUNCTION note_gone_number()"
        )
        for table, columns in COUNTED.items():
            op.execute(
                f"CREATE TRIGGER {table}_late AFTER INSERT OR DELETE OR UPDATE OF {columns} "
                f"ON {table} FOR EACH ROW EXECUTE FUNCTION note_late_row()"
            )
        return
    op.execute(
        "CREATE TRIGGER person_numbers_gone AFTER DELETE ON person_numbers "
        "BEGIN INSERT INTO gone_numbers (number) VALUES (OLD.number); END"
    )
    for table, columns in COUNTED.items():
        _watch_on_sqlite(table, columns)
    for table in BEFORE:
        op.execute(f"DROP TRIGGER {table}_late_gone")
        op.execute(_on_sqlite(table, "gone", "DELETE", ("OLD",), _THERE))


def downgrade() -> None:
    """Drop them; the job adds all days up again."""
    op.execute("DELETE FROM roll_ups")
    for name, (table, _, where, before) in INDEXES.items():
        op.execute(f"DROP INDEX {name}")
        if before:
            _index(name, table, before, where)
    if op.get_bind().dialect.name == "postgresql":
        for table in COUNTED:
            op.execute(f"DROP TRIGGER {table}_late ON {table}")
        op.execute("DROP TRIGGER person_numbers_gone ON person_numbers")
        op.execute("DROP FUNCTION note_gone_number()")
        op.execute(_FUNCTION.format(gone="", lock=LOCK))
    else:
        op.execute("DROP TRIGGER person_numbers_gone")
        for table in COUNTED:
            for name in ("added", "gone", "changed"):
                op.execute(f"DROP TRIGGER {table}_late_{name}")
        for table in BEFORE:
            op.execute(f"DROP TRIGGER {table}_late_gone")
            op.execute(_on_sqlite(table, "gone", "DELETE", ("OLD",)))
    for table in ("called_groups", "done_days", "gone_numbers", "person_numbers"):
        op.drop_table(table)
    op.drop_column("roll_ups", "numbers")


def _index(name: str, table: str, columns: str, where: str) -> None:
    only = f" WHERE {where}" if where else ""
    op.execute(f"CREATE INDEX {name} ON {table} ({columns}){only}")


def _make_tables() -> None:
    keys = ("tension", "stage", "language", "tier", "role", "provider", "model", "outcome")
    op.create_table(
        "called_groups",
        sa.Column("day", sa.Date(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in keys),
        sa.Column("calls", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in SUMS),
        sa.Column("steps", Json(), nullable=True),
        sa.PrimaryKeyConstraint("day", *keys, name=op.f("pk_called_groups")),
    )
    op.create_table(
        "person_numbers",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("sessions", sa.Integer(), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_person_numbers_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_person_numbers")),
        sa.UniqueConstraint("number", name=op.f("uq_person_numbers_number")),
    )
    op.create_index("idx_person_numbers_first_day", "person_numbers", ["first_day", "number"])
    op.create_table(
        "gone_numbers",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_gone_numbers")),
    )
    op.create_table(
        "done_days",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("people", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "day", "name", name=op.f("pk_done_days")),
    )
    op.add_column(
        "roll_ups", sa.Column("numbers", sa.Integer(), nullable=False, server_default="0")
    )


def _protect() -> None:
    for statement in (
        *protect_owned("person_numbers"),
        *protect_house("gone_numbers", app="INSERT", admin="SELECT"),
        *protect_house("done_days", admin="SELECT"),
        *protect_house("called_groups", admin="SELECT"),
    ):
        op.execute(statement)


def _watch_on_sqlite(table: str, columns: str) -> None:
    op.execute(_on_sqlite(table, "added", "INSERT", ("NEW",)))
    op.execute(_on_sqlite(table, "gone", "DELETE", ("OLD",), _THERE))
    op.execute(_on_sqlite(table, "changed", f"UPDATE OF {columns}", ("OLD", "NEW")))


def _on_sqlite(table: str, name: str, event: str, rows: tuple[str, ...], when: str = "") -> str:
    notes = " ".join(_NOTE.format(row=row) for row in rows)
    return f"CREATE TRIGGER {table}_late_{name} AFTER {event} ON {table} {when}BEGIN {notes} END"
