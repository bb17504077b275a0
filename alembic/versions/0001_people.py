"""Who a person is: the owner, ways in, sessions, profile, consent."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import op

from coaching.models import Json, UTCDateTime
from coaching.repositories.row_level_security import open_versions, protect_owned, require_roles

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None
OWNED = ("users", "identities", "sessions", "profiles", "consents", "usage_days", "beta_analytics")


def upgrade() -> None:
    """Make the tables and, on PostgreSQL, their policies."""
    if op.get_bind().dialect.name == "postgresql":
        require_roles(op.get_bind(), Path(__file__).parents[1] / "roles.sql")
    _make_users()
    _make_identities()
    _make_sessions()
    _make_profiles()
    _make_consents()
    _make_usage_days()
    _make_beta_analytics()
    if op.get_bind().dialect.name == "postgresql":
        _protect()


def downgrade() -> None:
    """Drop the tables."""
    for table in reversed(OWNED):
        op.drop_table(table)


def _make_users() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("state", _one_of("state", "active suspended deleted"), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
    )


def _make_identities() -> None:
    op.create_table(
        "identities",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("kind", _one_of("kind", "guest google email"), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_identities_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_identities")),
        sa.UniqueConstraint("kind", "subject", name=op.f("uq_identities_kind_subject")),
    )
    op.create_index("idx_identities_user_id", "identities", ["user_id"])


def _make_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("last_seen_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("revoked_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_sessions_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sessions_token_hash")),
    )
    op.create_index("idx_sessions_user_id", "sessions", ["user_id"])


def _make_profiles() -> None:
    op.create_table(
        "profiles",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("locale", sa.Text(), server_default=sa.text("'en'"), nullable=False),
        sa.Column("time_zone", sa.Text(), server_default=sa.text("'UTC'"), nullable=False),
        sa.Column("country", sa.Text(), nullable=True),
        sa.Column(
            "tension_type",
            _one_of("tension_type", "avoid worry chase perform numb give grip"),
            nullable=True,
        ),
        sa.Column(
            "secondary_tension_type",
            _one_of("secondary_tension_type", "avoid worry chase perform numb give grip"),
            nullable=True,
        ),
        sa.Column("tension_source", _one_of("tension_source", "scored user"), nullable=False),
        sa.Column("tension_confidence", sa.Float(), nullable=False),
        sa.Column(
            "tension_confidence_label", sa.Text(), server_default=sa.text("'none'"), nullable=False
        ),
        sa.Column("tension_candidates", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("hypothesis", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("hypothesis_rules", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("emotional_why", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("life_context", Json(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("onboarding_answers", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("style_answers", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column(
            "onboarding_step",
            _one_of("onboarding_step", "welcome questions pattern style_intro style_quiz home"),
            nullable=False,
        ),
        sa.Column("onboarding_position", sa.Integer(), nullable=False),
        sa.Column("onboarding_completed_at", UTCDateTime(), nullable=True),
        sa.Column("tone", sa.Float(), nullable=False),
        sa.Column("depth", _one_of("depth", "light balanced deep"), nullable=False),
        sa.Column(
            "learning_style",
            _one_of("learning_style", "practice story insight reflection"),
            nullable=False,
        ),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("updated_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_profiles_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_profiles")),
    )


def _make_consents() -> None:
    op.create_table(
        "consents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("text_version", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("given_at", UTCDateTime(), nullable=False),
        sa.Column("withdrawn_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_consents_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_consents")),
    )
    op.create_index("idx_consents_user_id", "consents", ["user_id"])


def _make_usage_days() -> None:
    op.create_table(
        "usage_days",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_usage_days_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "day", name=op.f("pk_usage_days")),
    )


def _make_beta_analytics() -> None:
    op.create_table(
        "beta_analytics",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column(
            "created_at", UTCDateTime(), server_default=sa.text("CURRENT_TIMESTAMP"), nullable=False
        ),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("properties", Json(), server_default=sa.text("'{}'"), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_beta_analytics_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_beta_analytics")),
    )
    op.create_index("idx_beta_analytics_user_id", "beta_analytics", ["user_id", "created_at"])


def _one_of(name: str, words: str) -> sa.Enum:
    return sa.Enum(*words.split(), name=name, native_enum=False, create_constraint=True, length=32)


def _protect() -> None:
    op.execute(open_versions())
    for table in OWNED:
        for statement in protect_owned(table, owner="id" if table == "users" else "user_id"):
            op.execute(statement)
