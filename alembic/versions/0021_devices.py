"""Devices, passkeys, personal API tokens and the app lock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from alembic import op

from coaching.models import UTCDateTime
from coaching.repositories.row_level_security import protect_house, protect_owned

if TYPE_CHECKING:
    from sqlalchemy.schema import SchemaItem

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None
_NAMES = ("device", "browser", "system")
_INSTANTS = ("locked_at", "unlocked_at")


def upgrade() -> None:
    """Add the columns of sessions; make the tables and, on PostgreSQL, their policies."""
    for name in _NAMES:
        op.add_column("sessions", _words(name))
    for name in _INSTANTS:
        op.add_column("sessions", _instant(name))
    _make_passkeys()
    _make_tokens_and_locks()
    op.create_table(
        "passkey_challenges",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("purpose", _purposes(), nullable=False),
        sa.Column("browser_hash", sa.Text(), nullable=False),
        sa.Column("challenge", sa.Text(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkey_challenges")),
        sa.UniqueConstraint("challenge", name=op.f("uq_passkey_challenges_challenge")),
    )
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_house("passkey_challenges", admin=""):
            op.execute(statement)


def downgrade() -> None:
    """Drop the tables and the columns."""
    for table in ("passkey_challenges", "app_locks", "api_tokens", "passkeys"):
        op.drop_table(table)
    with op.batch_alter_table("sessions") as sessions:
        for name in (*_NAMES, *_INSTANTS):
            sessions.drop_column(name)


def _make_passkeys() -> None:
    _make_owned(
        "passkeys",
        sa.Column("credential_id", sa.Text(), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        _words("name"),
        _instant("last_used_at"),
        sa.UniqueConstraint("credential_id", name=op.f("uq_passkeys_credential_id")),
    )
    op.create_index("idx_passkeys_user_id", "passkeys", ["user_id"])


def _make_tokens_and_locks() -> None:
    _make_owned(
        "api_tokens",
        _words("name"),
        _words("prefix"),
        sa.Column("token_hash", sa.Text(), nullable=False),
        _instant("expires_at"),
        _instant("last_used_at"),
        sa.UniqueConstraint("token_hash", name=op.f("uq_api_tokens_token_hash")),
    )
    op.create_index("idx_api_tokens_user_id", "api_tokens", ["user_id"])
    _make_owned(
        "app_locks",
        sa.Column("after_minutes", sa.Integer(), nullable=False),
        _words("pin_hash"),
        sa.Column("failures", sa.Integer(), server_default=sa.text("0"), nullable=False),
        _instant("blocked_until"),
        sa.UniqueConstraint("user_id", name=op.f("uq_app_locks_user_id")),
    )


def _make_owned(table: str, *columns: SchemaItem) -> None:
    op.create_table(
        table,
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        *columns,
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f(f"fk_{table}_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    )
    if op.get_bind().dialect.name == "postgresql":
        for statement in protect_owned(table):
            op.execute(statement)


def _words(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)


def _instant(name: str) -> sa.Column[Any]:
    return sa.Column(name, UTCDateTime(), nullable=True)


def _purposes() -> sa.Enum:
    names = ("add", "sign_in", "unlock")
    return sa.Enum(*names, name="purpose", native_enum=False, create_constraint=True, length=32)
