"""Enums of accounts: what one may do, its ways in, who named the tension."""

from __future__ import annotations

from enum import StrEnum


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
