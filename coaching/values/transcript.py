"""Transcript of a session for the Strategist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """One line of the last session for the Strategist."""

    role: Literal["user", "coach"]
    text: str
    at: datetime
