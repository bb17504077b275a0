"""Roll-ups of whole days, the triggers that name days to add up again, and indexes by time.

A trigger's notice and the job that reads it meet at an advisory lock (PostgreSQL): a late row is
either committed before a day is added up, or sees that it was, and says so.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime
from coaching.repositories.row_level_security import protect_house, protect_owned

revision = "0034"
down_revision = "0032"
branch_labels = None
depends_on = None
LOCK = 3_400_034
COUNTED = {
    "turns": "user_id, conversation_id, kind, created_at",
    "model_calls": (
        "created_at, role, provider, model, outcome, first_token_ms, cost_microusd, input_tokens, "
        "output_tokens, cache_read_tokens, cache_write_5m_tokens, cache_write_1h_tokens"
    ),
}
"""The columns whose change changes a roll-up."""
SUMS = (
    "input_tokens",
    "cache_read_tokens",
    "cache_write_5m_tokens",
    "cache_write_1h_tokens",
    "output_tokens",
    "microusd",
    "uncached_microusd",
)
_FUNCTION = f"""
CREATE FUNCTION note_late_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE times timestamptz[]; one timestamptz;
BEGIN
  IF TG_OP = 'INSERT' THEN times := ARRAY[NEW.created_at];
  ELSIF TG_OP = 'DELETE' THEN times := ARRAY[OLD.created_at];
  ELSE times := ARRAY[OLD.created_at, NEW.created_at];
  END IF;
  FOREACH one IN ARRAY times LOOP
    IF one < clock_timestamp() - interval '50 minutes' THEN
      PERFORM pg_advisory_xact_lock_shared({LOCK});
    END IF;
    INSERT INTO late_rows (id, at) SELECT gen_random_uuid(), one FROM roll_ups WHERE until > one;
  END LOOP;
  RETURN NULL;
END $$
"""  # noqa: S608 - a number of ours
_NOTE = """
INSERT INTO late_rows (id, at) SELECT lower(hex(randomblob(16))), {row}.created_at
FROM roll_ups WHERE until > {row}.created_at;
"""
_EVENTS = {"added": ("INSERT", ("NEW",)), "gone": ("DELETE", ("OLD",))}
INDEXES = {
    "idx_turns_created_at": ("turns", "created_at, user_id, conversation_id", "kind = 'message'"),
    "idx_conversations_answered": ("conversations", "ended_at, feedback", "feedback IS NOT NULL"),
    "idx_observer_signals_created_at": (
        "observer_signals",
        "created_at, signal_type, confidence, user_id",
        "",
    ),
    "idx_observer_signals_urgent": ("observer_signals", "created_at", "urgency_flag"),
    "idx_safety_events_created_at": ("safety_events", "created_at, id", ""),
    "idx_tool_calls_created_at": ("tool_calls", "created_at, name, status", ""),
    "idx_focus_days_created_at": ("focus_days", "created_at, completed", ""),
    "idx_rewire_cards_created_at": ("rewire_cards", "created_at, prescribed_by", ""),
    "idx_rewire_cards_graduated_at": (
        "rewire_cards",
        "graduated_at",
        "graduated_at IS NOT NULL",
    ),
    "idx_wins_created_at": ("wins", "created_at", ""),
    "idx_beta_analytics_created_at": ("beta_analytics", "created_at, event, user_id", ""),
    "idx_practice_runs_ended_at": ("practice_runs", "ended_at", ""),
    "idx_jobs_finished_at": ("jobs", "finished_at", ""),
    "idx_jobs_failed": ("jobs", "created_at", "status = 'failed'"),
    "idx_messages_replies": ("messages", "created_at", "role = 'coach'"),
}


def upgrade() -> None:
    """Make the tables, the triggers and the indexes; the job fills the tables."""
    _make_tables()
    if op.get_bind().dialect.name == "postgresql":
        _protect()
        op.execute(_FUNCTION)
        for table, columns in COUNTED.items():
            op.execute(
                f"CREATE TRIGGER {table}_late AFTER INSERT OR DELETE OR UPDATE OF {columns} "
                f"ON {table} FOR EACH ROW EXECUTE FUNCTION note_late_row()"
            )
    else:
        for table, columns in COUNTED.items():
            for name, (event, rows) in _events(columns).items():
                op.execute(_on_sqlite(table, name, event, rows))
    for name, (table, columns, where) in INDEXES.items():
        only = f" WHERE {where}" if where else ""
        op.execute(f"CREATE INDEX {name} ON {table} ({columns}){only}")


def downgrade() -> None:
    """Drop them."""
    for name in INDEXES:
        op.execute(f"DROP INDEX {name}")
    is_postgres = op.get_bind().dialect.name == "postgresql"
    for table, columns in COUNTED.items():
        if is_postgres:
            op.execute(f"DROP TRIGGER {table}_late ON {table}")
        else:
            for name in _events(columns):
                op.execute(f"DROP TRIGGER {table}_late_{name}")
    if is_postgres:
        op.execute("DROP FUNCTION note_late_row()")
    for table in ("late_rows", "roll_ups", "called_days", "written_days"):
        op.drop_table(table)


def _make_tables() -> None:
    op.create_table(
        "written_days",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("conversation_id", sa.Uuid(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("messages", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_written_days_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "conversation_id", "day", name=op.f("pk_written_days")),
    )
    op.create_index(
        "idx_written_days_day", "written_days", ["day", "user_id", "conversation_id", "messages"]
    )
    keys = ("role", "provider", "model", "outcome")
    op.create_table(
        "called_days",
        sa.Column("day", sa.Date(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in keys),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in SUMS),
        sa.PrimaryKeyConstraint("day", *keys, "step", name=op.f("pk_called_days")),
    )
    op.create_table(
        "roll_ups",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("made_with", sa.Text(), nullable=False),
        sa.Column("until", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_roll_ups")),
    )
    op.create_table(
        "late_rows",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_late_rows")),
    )


def _protect() -> None:
    for statement in (
        *protect_owned("written_days"),
        *protect_house("called_days", admin="SELECT"),
        *protect_house("roll_ups", app="SELECT", admin="SELECT"),
        *protect_house("late_rows", app="INSERT", admin="SELECT"),
    ):
        op.execute(statement)


def _events(columns: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {**_EVENTS, "changed": (f"UPDATE OF {columns}", ("OLD", "NEW"))}


def _on_sqlite(table: str, name: str, event: str, rows: tuple[str, ...]) -> str:
    notes = " ".join(_NOTE.format(row=row) for row in rows)
    return f"CREATE TRIGGER {table}_late_{name} AFTER {event} ON {table} BEGIN {notes} END"
