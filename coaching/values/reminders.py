"""Enums of reminders: their kinds, what they ask about, their states."""

from __future__ import annotations

from enum import StrEnum


class ReminderKind(StrEnum):
    """A nudge comes at the chosen times, a follow-up on the day of its plan."""

    NUDGE = "nudge"
    FOLLOW_UP = "follow_up"


class About(StrEnum):
    """Subject of a follow-up."""

    GOAL = "goal"
    CARD = "card"


class ReminderState(StrEnum):
    """`sending` is claimed by one process; `lost` was claimed by one that died."""

    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    OPENED = "opened"
    LOST = "lost"
    CANCELLED = "cancelled"
