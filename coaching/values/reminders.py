"""Reminders: their kinds, what they are about, their states, and the times somebody chose."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date


class ReminderKind(StrEnum):
    """A nudge comes at the chosen times, a follow-up on the day of its plan."""

    NUDGE = "nudge"
    FOLLOW_UP = "follow_up"


class About(StrEnum):
    """What a reminder leads to."""

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


class LockScreen(StrEnum):
    """What a reminder shows outside of the app; with `nothing`, home alone shows it."""

    GENERAL = "general"
    WORDS = "words"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class ReminderView:
    """A reminder that they asked for and that has not come yet."""

    on: date
    words: str


class TimeAbout(StrEnum):
    """Subject of a chosen time: the card that is the focus at that moment, or one goal."""

    FOCUS = "focus"
    GOAL = "goal"


@dataclass(frozen=True, slots=True)
class ChosenTime:
    """A time like 18:30 on some days (Monday = 0); without `about` it is a reminder to look in."""

    time: str
    days: tuple[int, ...]
    about: TimeAbout | None = None
    goal_id: UUID | None = None

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> ChosenTime:
        """Return a time as the column has it."""
        about, goal_id = row.get("about"), row.get("goal_id")
        return cls(
            str(row["time"]),
            tuple(row["days"]),
            TimeAbout(about) if about else None,
            UUID(goal_id) if goal_id else None,
        )

    def row(self) -> dict[str, Any]:
        """Return what the column holds."""
        return {
            "time": self.time,
            "days": list(self.days),
            "about": self.about and self.about.value,
            "goal_id": self.goal_id and str(self.goal_id),
        }
