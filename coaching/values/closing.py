"""Input for the closing note of a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from coaching.values.context import PersonView
    from coaching.values.corrections import Correction
    from coaching.values.transcript import TranscriptLine


@dataclass(frozen=True, slots=True)
class ClosingContext:
    """A session that has ended, without what was said in danger.

    `refused` are guesses that the person has rejected.
    """

    person: PersonView
    today: date
    transcript: tuple[TranscriptLine, ...]
    corrections: tuple[Correction, ...] = ()
    refused: tuple[str, ...] = ()
