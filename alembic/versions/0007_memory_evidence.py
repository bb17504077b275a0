"""Memories carry their evidence: what was said, where, and whether the person agreed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime

if TYPE_CHECKING:
    from collections.abc import Iterator

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None
TABLE = "coach_memories"
NOW = sa.text("CURRENT_TIMESTAMP")
STATED = sa.text("'stated'")
UNIQUE = "uq_coach_memories_user_id_message_id_fingerprint"
RULES = {
    "kind": "kind IN ('fact', 'decision', 'life_event', 'commitment')",
    "source": "source IN ('stated', 'inferred', 'written')",
    "state": "state IN ('active', 'waiting', 'superseded', 'expired', 'gone')",
    "active_state": "active = (state = 'active')",
}


def upgrade() -> None:
    """Add what a memory rests on and where it stands; what was inactive has expired."""
    with op.batch_alter_table(TABLE, copy_from=_table(_old())) as table:
        for column in _new():
            table.add_column(column)
        table.alter_column(
            "source",
            existing_type=sa.Text(),
            type_=sa.String(length=32),
            existing_nullable=False,
            existing_server_default=STATED,
        )
    _settle()
    with op.batch_alter_table(TABLE, copy_from=_table([*_old(sa.String(32)), *_new()])) as table:
        for name, rule in RULES.items():
            table.create_check_constraint(op.f(f"ck_{TABLE}_{name}"), sa.text(rule))
        table.create_unique_constraint(op.f(UNIQUE), ["user_id", "message_id", "fingerprint"])


def downgrade() -> None:
    """Take the evidence away again; what was said stays."""
    whole = _table([*_old(sa.String(32)), *_new()], *_constraints())
    with op.batch_alter_table(TABLE, copy_from=whole) as table:
        table.drop_constraint(op.f(UNIQUE), type_="unique")
        for name in RULES:
            table.drop_constraint(op.f(f"ck_{TABLE}_{name}"), type_="check")
        for column in _new():
            table.drop_column(column.name)
        table.alter_column(
            "source",
            existing_type=sa.String(length=32),
            type_=sa.Text(),
            existing_nullable=False,
            existing_server_default=STATED,
        )


def _settle() -> None:
    """Bring old rows into the new form; on PostgreSQL the owner has to see them for that."""
    is_postgres = op.get_bind().dialect.name == "postgresql"
    if is_postgres:
        op.execute(f"ALTER TABLE {TABLE} NO FORCE ROW LEVEL SECURITY")
    op.execute("UPDATE coach_memories SET updated_at = created_at")
    op.execute("UPDATE coach_memories SET state = 'expired' WHERE NOT active")
    op.execute("UPDATE coach_memories SET source = 'stated' WHERE source <> 'inferred'")
    if is_postgres:
        op.execute(f"ALTER TABLE {TABLE} FORCE ROW LEVEL SECURITY")


def _new() -> list[sa.Column[object]]:
    def word(name: str, default: str) -> sa.Column[object]:
        return sa.Column(name, sa.String(32), server_default=sa.text(default), nullable=False)

    def flag(name: str) -> sa.Column[object]:
        return sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False)

    return [
        word("kind", "'fact'"),
        word("state", "'active'"),
        flag("is_sensitive"),
        flag("is_pinned"),
        sa.Column("superseded_by", sa.Uuid(), nullable=True),
        sa.Column("fingerprint", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("waits_until", UTCDateTime(), nullable=True),
        sa.Column("updated_at", UTCDateTime(), server_default=NOW, nullable=False),
    ]


def _old(source: sa.types.TypeEngine[str] | None = None) -> list[sa.Column[object]]:
    return [
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UTCDateTime(), server_default=NOW, nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("quote", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=True),
        sa.Column("source", source or sa.Text(), server_default=STATED, nullable=False),
        sa.Column("importance", sa.String(32), nullable=False),
        sa.Column("active", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=True),
    ]


def _table(columns: list[sa.Column[object]], *more: sa.Constraint) -> sa.Table:
    """Return the table as it stands, for SQLite, which makes it anew with every change."""
    return sa.Table(
        TABLE,
        sa.MetaData(),
        *columns,
        sa.CheckConstraint(
            "importance IN ('high', 'medium', 'low')", name=op.f("ck_coach_memories_importance")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_coach_memories_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_coach_memories")),
        sa.Index("idx_coach_memories_user_id", "user_id", "active"),
        *more,
    )


def _constraints() -> Iterator[sa.Constraint]:
    for name, rule in RULES.items():
        yield sa.CheckConstraint(rule, name=op.f(f"ck_{TABLE}_{name}"))
    yield sa.UniqueConstraint("user_id", "message_id", "fingerprint", name=op.f(UNIQUE))
