"""Closed sets of words about check-ins, and how much a person can keep."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

CONTENT_MAX = 500
MOST_A_DAY = 24
MOST_REPLIES_A_DAY = 6
"""Check-ins with words that get a reply: more would be a conversation, which the chat is for."""


class Mood(StrEnum):
    """How money feels at a moment, from the heaviest to the lightest."""

    HEAVY = "heavy"
    TENSE = "tense"
    MIXED = "mixed"
    STEADY = "steady"
    LIGHT = "light"


class CheckInAbout(StrEnum):
    """Subject of a check-in."""

    POST = "post"
    SPENDING = "spending"
    SOMEONE = "someone"
    WORK = "work"
    GOAL = "goal"
    UNSURE = "unsure"


class ReplyStatus(StrEnum):
    """State of the reply to a check-in: none was asked for, it is pending, or it is stored."""

    NONE = "none"
    PENDING = "pending"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class CheckInView:
    """A check-in as agents read it; `goal` is the title of the goal that it is about."""

    mood: Mood
    content: str
    created_at: datetime
    about: CheckInAbout | None = None
    goal: str = ""
    id: UUID | None = None


@dataclass(frozen=True, slots=True)
class CheckInContext:
    """Input for the reply to a check-in: the check-in, earlier ones, and the language."""

    check_in: CheckInView
    before: tuple[CheckInView, ...] = ()
    language: str = "en"
