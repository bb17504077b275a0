"""Closed sets of words about dreams."""

from __future__ import annotations

from enum import StrEnum


class DreamCategory(StrEnum):
    """The area of life that a dream belongs to."""

    HEALTH = "health"
    CAREER = "career"
    RELATIONSHIPS = "relationships"
    FINANCIAL = "financial"
    PERSONAL_GROWTH = "personal_growth"
    CREATIVE = "creative"
    SPIRITUAL = "spiritual"
    ENTREPRENEURIAL = "entrepreneurial"
    EDUCATIONAL = "educational"
    OTHER = "other"


class DreamStatus(StrEnum):
    """`set_aside` doesn't count against the limit; `reached` has come true."""

    ACTIVE = "active"
    SET_ASIDE = "set_aside"
    REACHED = "reached"


class Priority(StrEnum):
    """How much a dream matters now, next to the others."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class MadeBy(StrEnum):
    """Who wrote it: the person, the coach after a yes, or the first questions."""

    USER = "user"
    COACH = "coach"
    ONBOARDING = "onboarding"
