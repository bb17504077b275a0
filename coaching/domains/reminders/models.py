"""How a person wants to be reminded, where it is sent, and each reminder."""

from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import Field

from coaching.models.base import Owned, instant, json_list, one_of, words
from coaching.values.reminders import About, LockScreen, ReminderKind, ReminderState


class ReminderSettings(Owned, table=True):
    """One row per person. `times` holds `values.reminders.ChosenTime` as JSON, on the own clock.

    `next_at` is when the next nudge is due; `counts_from` when ignored ones began to count;
    `ended_at` when three ignored ones ended it.
    """

    __tablename__ = "reminder_settings"
    __table_args__ = (
        sa.UniqueConstraint("user_id"),
        sa.Index("idx_reminder_settings_next_at", "next_at"),
    )

    is_on: bool = Field(default=False, nullable=False)
    by_push: bool = Field(default=True, nullable=False)
    by_mail: bool = Field(default=False, nullable=False)
    times: list[dict[str, Any]] = json_list()
    lock_screen: LockScreen = Field(
        default=LockScreen.GENERAL,
        sa_type=one_of(LockScreen, "lock_screen"),
        nullable=False,
        sa_column_kwargs={"server_default": "general"},
    )
    quiet_from: str = Field(default="21:00", sa_type=sa.String(5), nullable=False)
    quiet_to: str = Field(default="08:00", sa_type=sa.String(5), nullable=False)
    is_paused: bool = Field(default=False, nullable=False)
    paused_until: datetime | None = instant()
    next_at: datetime | None = instant()
    counts_from: datetime = instant(required=True)
    ended_at: datetime | None = instant()


class PushSubscription(Owned, table=True):
    """A browser that takes pushes. `sealed` holds its address and keys, encrypted.

    `session_id` is the session in which it asked for them: they end with it (login_sessions.py).
    """

    __tablename__ = "push_subscriptions"
    __table_args__ = (
        sa.UniqueConstraint("endpoint_hash"),
        sa.Index("idx_push_subscriptions_user_id", "user_id"),
    )

    endpoint_hash: str = Field(sa_type=sa.Text, nullable=False)
    sealed: str = words(None)
    session_id: UUID | None = Field(default=None, nullable=True)


class Reminder(Owned, table=True):
    """One reminder: due, sent, opened. It says what it is about only in the app.

    `wanted_at` is when it was asked for; `due_at` moves when it has to wait. `text` is
    what to be reminded of, for one that is about no card or goal; empty once they are done with it.
    `zone` is the person's time zone when it went out.
    """

    __tablename__ = "reminders"
    __table_args__ = (
        sa.Index("idx_reminders_user_id", "user_id", "due_at"),
        sa.Index("idx_reminders_state", "state", "due_at"),
    )

    kind: ReminderKind = Field(sa_type=one_of(ReminderKind, "kind"), nullable=False)
    state: ReminderState = Field(
        default=ReminderState.WAITING, sa_type=one_of(ReminderState, "state"), nullable=False
    )
    about: About | None = Field(default=None, sa_type=one_of(About, "about"), nullable=True)
    about_id: UUID | None = Field(default=None, nullable=True)
    text: str = words()
    wanted_at: datetime | None = instant()
    due_at: datetime = instant(required=True)
    claimed_at: datetime | None = instant()
    sent_at: datetime | None = instant()
    opened_at: datetime | None = instant()
    channel: str = words()
    zone: str = words()
    attempts: int = Field(
        default=0, nullable=False, sa_column_kwargs={"server_default": sa.text("0")}
    )
