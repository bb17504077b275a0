"""Earlier sessions, as the Coach reads them when a new one begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from datetime import date


@dataclass(frozen=True, slots=True)
class EarlierLine:
    """One message of an earlier session, or the line that replaces a moment of danger."""

    role: Literal["user", "coach"]
    text: str
    is_private: bool = False
    """It says what waits for the person's yes: answered when they ask, and not brought up."""
    has_gap: bool = False
    """Something is left out that they didn't want remembered."""


@dataclass(frozen=True, slots=True)
class EarlierSession:
    """A session that is over: word for word, or as its note where it no longer fits.

    `is_cut`: the beginning is left out, and `note` says what the session was about.
    """

    day: date
    lines: tuple[EarlierLine, ...] = ()
    note: str = ""
    is_cut: bool = False
