"""What accounts have: what one may do, its ways in, who named the tension."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PATTERN_NOTE = "pattern_note"
"""Where the answers of the sign-up hold what is not so about the first guess."""


class UserState(StrEnum):
    """State of an account."""

    ACTIVE = "active"
    SUSPENDED = "suspended"
    DELETED = "deleted"


class IdentityKind(StrEnum):
    """Ways in."""

    GUEST = "guest"
    GOOGLE = "google"
    EMAIL = "email"


class TensionSource(StrEnum):
    """Source of the tension: the quiz or the person."""

    SCORED = "scored"
    USER = "user"


def doubt(answers: Mapping[str, str], source: str) -> str:
    """Return what somebody wrote about a tension that fits in part; empty if they chose it."""
    return "" if source == TensionSource.USER else answers.get(PATTERN_NOTE, "")
