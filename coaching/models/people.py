"""Who a person is: the owner, ways in, sessions, profile, consent."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import (
    Base,
    Owned,
    UTCDateTime,
    instant,
    json_list,
    json_object,
    now,
    one_of,
    words,
)
from coaching.values.enums import Depth, LearningStyle, OnboardingStep, Tension
from coaching.values.people import IdentityKind, TensionSource, UserState


class User(Base, table=True):
    """The owner of everything. A trigger on `turns` writes when they last wrote a message."""

    __tablename__ = "users"
    __table_args__ = (
        sa.Index("idx_users_created_at", "created_at", "id"),
        sa.Index("idx_users_last_active_at", "last_active_at", "id"),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    state: UserState = Field(
        default=UserState.ACTIVE, sa_type=one_of(UserState, "state"), nullable=False
    )
    created_at: datetime = Field(
        default_factory=now,
        sa_type=UTCDateTime,
        nullable=False,
        sa_column_kwargs={"server_default": sa.func.current_timestamp()},
    )
    last_active_at: datetime | None = instant()


class Identity(Owned, table=True):
    """A way in; the same subject belongs to one user. `label` is what the person knows it by."""

    __tablename__ = "identities"
    __table_args__ = (
        sa.UniqueConstraint("kind", "subject"),
        sa.Index("idx_identities_user_id", "user_id"),
    )

    kind: IdentityKind = Field(sa_type=one_of(IdentityKind, "kind"), nullable=False)
    subject: str = Field(sa_type=sa.Text, nullable=False)
    label: str = words()


class Session(Owned, table=True):
    """A signed-in browser; only the hash of its token is kept.

    `device`, `browser` and `system` are what its person knows it by (values/devices.py).
    """

    __tablename__ = "sessions"
    __table_args__ = (sa.Index("idx_sessions_user_id", "user_id"),)

    token_hash: str = Field(sa_type=sa.Text, nullable=False, unique=True)
    last_seen_at: datetime = instant(required=True)
    expires_at: datetime = instant(required=True)
    revoked_at: datetime | None = instant()
    device: str = words()
    browser: str = words()
    system: str = words()
    locked_at: datetime | None = instant()
    unlocked_at: datetime | None = instant()


class Profile(Base, table=True):
    """Settings and what the onboarding found; one row per person."""

    __tablename__ = "profiles"
    __table_args__ = (sa.Index("idx_profiles_groups", "locale", "tier", "tension_type", "user_id"),)

    user_id: UUID = Field(primary_key=True, foreign_key="users.id", ondelete="CASCADE")
    name: str = words()
    locale: str = words("en")
    time_zone: str = words("UTC")
    country: str | None = Field(default=None, sa_type=sa.Text, nullable=True)
    tension_type: Tension | None = Field(
        default=None, sa_type=one_of(Tension, "tension_type"), nullable=True
    )
    secondary_tension_type: Tension | None = Field(
        default=None, sa_type=one_of(Tension, "secondary_tension_type"), nullable=True
    )
    tension_source: TensionSource = Field(
        default=TensionSource.SCORED,
        sa_type=one_of(TensionSource, "tension_source"),
        nullable=False,
    )
    tension_confidence: float = Field(default=0.0, nullable=False)
    tension_confidence_label: str = words("none")
    tension_candidates: list[str] = json_list()
    hypothesis: str = words()
    hypothesis_rules: list[str] = json_list()
    emotional_why: str = words()
    life_context: list[str] = json_list()
    onboarding_answers: dict[str, str] = json_object()
    style_answers: dict[str, Any] = json_object()
    onboarding_step: OnboardingStep = Field(
        default=OnboardingStep.WELCOME,
        sa_type=one_of(OnboardingStep, "onboarding_step"),
        nullable=False,
    )
    onboarding_position: int = Field(default=0, nullable=False)
    onboarding_completed_at: datetime | None = instant()
    place_offered_at: datetime | None = instant()
    tier: str = words("free")
    tone: float = Field(default=5.0, nullable=False)
    depth: Depth = Field(default=Depth.BALANCED, sa_type=one_of(Depth, "depth"), nullable=False)
    learning_style: LearningStyle = Field(
        default=LearningStyle.REFLECTION,
        sa_type=one_of(LearningStyle, "learning_style"),
        nullable=False,
    )
    saving_mode: bool = Field(
        default=False, nullable=False, sa_column_kwargs={"server_default": sa.false()}
    )
    created_at: datetime = Field(default_factory=now, sa_type=UTCDateTime, nullable=False)
    updated_at: datetime = Field(default_factory=now, sa_type=UTCDateTime, nullable=False)


class Consent(Owned, table=True):
    """A dated record: which text, given when, withdrawn when, which provider was named.

    `text` is what was read, as it was shown; records of before version 0033 have none.
    """

    __tablename__ = "consents"
    __table_args__ = (sa.Index("idx_consents_user_id", "user_id"),)

    text_version: str = Field(sa_type=sa.Text, nullable=False)
    provider: str = words()
    language: str = words()
    text: str = words()
    text_hash: str = words()
    given_at: datetime = instant(required=True)
    withdrawn_at: datetime | None = instant()


class UsageDay(Base, table=True):
    """Counted turns of one person on one UTC day."""

    __tablename__ = "usage_days"

    user_id: UUID = Field(primary_key=True, foreign_key="users.id", ondelete="CASCADE")
    day: str = Field(primary_key=True, sa_type=sa.String(10))
    used: int = Field(default=0, nullable=False)


class BetaAnalytics(Owned, table=True):
    """Usage events without words (A75)."""

    __tablename__ = "beta_analytics"
    __table_args__ = (
        sa.Index("idx_beta_analytics_user_id", "user_id", "created_at"),
        sa.Index("idx_beta_analytics_created_at", "created_at", "event", "user_id"),
        sa.Index(
            "idx_beta_analytics_practices",
            "created_at",
            sqlite_where=sa.text("event = 'practice_started'"),
            postgresql_where=sa.text("event = 'practice_started'"),
        ),
    )

    event: str = Field(sa_type=sa.Text, nullable=False)
    properties: dict[str, Any] = json_object()
