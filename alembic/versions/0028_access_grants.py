"""Access by the person's grant. On PostgreSQL the admin's role reads no message without one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime
from coaching.repositories.db import ADMIN_ROLE
from coaching.repositories.row_level_security import protect_owned

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None
GRANTS, OPENINGS = "access_grants", "access_openings"
_WORDLESS = (
    "id, user_id, created_at, conversation_id, turn_id, seq, role, agent, status, stop_reason, "
    "model, prompt_hash, tools_hash"
)
_FUNCTION = """
CREATE FUNCTION granted_messages(owner uuid, conversation uuid)
RETURNS TABLE (seq int, role varchar, text text, created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT m.seq, m.role, m.text, m.created_at FROM messages m
  WHERE m.user_id = $1 AND m.conversation_id = $2
    AND EXISTS (SELECT FROM access_grants g WHERE g.user_id = $1
                  AND g.withdrawn_at IS NULL AND g.ends_at > now())
$$
"""


_WHILE_GRANTED = """
CREATE POLICY while_granted ON messages FOR SELECT TO CURRENT_USER USING (EXISTS (
  SELECT FROM access_grants g
  WHERE g.user_id = messages.user_id AND g.withdrawn_at IS NULL AND g.ends_at > now()
))
"""


def upgrade() -> None:
    """Make the tables; on PostgreSQL close the texts of messages to the admin's role."""
    op.create_table(
        GRANTS,
        *_owned(),
        sa.Column("asked_by", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("hours", sa.Integer(), nullable=False),
        sa.Column("lapses_at", UTCDateTime(), nullable=False),
        *[
            sa.Column(name, UTCDateTime(), nullable=True)
            for name in ("given_at", "ends_at", "refused_at", "withdrawn_at")
        ],
        *_keys(GRANTS),
        sa.UniqueConstraint("user_id", "id", name=op.f("uq_access_grants_user_id_id")),
    )
    op.create_index("idx_access_grants_user_id", GRANTS, ["user_id", "created_at"])
    op.create_table(
        OPENINGS,
        *_owned(),
        sa.Column("access_grant_id", sa.Uuid(), nullable=False),
        sa.Column("opened_by", sa.Text(), nullable=False),
        sa.Column("part", sa.Text(), nullable=False),
        sa.Column("session_number", sa.Integer(), nullable=False),
        *_keys(OPENINGS),
        sa.ForeignKeyConstraint(
            ["user_id", "access_grant_id"],
            ["access_grants.user_id", "access_grants.id"],
            name=op.f("fk_access_openings_user_id_access_grant_id_access_grants"),
            ondelete="CASCADE",
        ),
    )
    op.create_index("idx_access_openings_user_id", OPENINGS, ["user_id", "created_at"])
    if op.get_bind().dialect.name == "postgresql":
        for statement in _protection():
            op.execute(statement)


def downgrade() -> None:
    """Drop the tables, and open the messages again."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION granted_messages(uuid, uuid)")
        op.execute("DROP POLICY while_granted ON messages")
        op.execute(f"REVOKE SELECT ({_WORDLESS}) ON messages FROM {ADMIN_ROLE}")  # noqa: S608
        op.execute(f"GRANT SELECT ON messages TO {ADMIN_ROLE}")
    op.drop_table(OPENINGS)
    op.drop_table(GRANTS)


def _protection() -> list[str]:
    asked = "given_at IS NULL AND ends_at IS NULL"
    granted = (
        f"EXISTS (SELECT FROM {GRANTS} g WHERE g.user_id = {OPENINGS}.user_id "
        f"AND g.id = access_grant_id)"
    )
    return [
        *protect_owned(GRANTS),
        *protect_owned(OPENINGS),
        f"CREATE POLICY admin_asks ON {GRANTS} FOR INSERT TO {ADMIN_ROLE} WITH CHECK ({asked})",
        (
            f"CREATE POLICY admin_opens ON {OPENINGS} FOR INSERT TO {ADMIN_ROLE} "
            f"WITH CHECK ({granted})"
        ),
        f"GRANT INSERT ON {GRANTS}, {OPENINGS} TO {ADMIN_ROLE}",
        # The function runs as the tables' owner, whom row-level security holds too.
        f"CREATE POLICY for_functions ON {GRANTS} FOR SELECT TO CURRENT_USER USING (true)",
        _WHILE_GRANTED,
        f"REVOKE SELECT ON messages FROM {ADMIN_ROLE}",  # noqa: S608
        f"GRANT SELECT ({_WORDLESS}) ON messages TO {ADMIN_ROLE}",
        _FUNCTION,
        "REVOKE ALL ON FUNCTION granted_messages(uuid, uuid) FROM PUBLIC",
        f"GRANT EXECUTE ON FUNCTION granted_messages(uuid, uuid) TO {ADMIN_ROLE}",
    ]


def _owned() -> list[sa.Column[object]]:
    at = sa.Column(
        "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
    )
    return [
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        at,
    ]


def _keys(table: str) -> list[sa.schema.SchemaItem]:
    return [
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f(f"fk_{table}_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    ]
