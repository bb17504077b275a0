"""Input and output of the memory gate."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from coaching.text.words import bare_words
from coaching.values.enums import (
    Certainty,
    Importance,
    MemoryKind,
    MemorySource,
    MemoryState,
    SafetyLevel,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime
    from uuid import UUID

    from coaching.values.corrections import Correction


class Refusal(StrEnum):
    """Why something is not remembered."""

    CRISIS = "crisis"
    TAKEN_BACK = "taken_back"
    NO_QUOTE = "no_quote"
    NOT_SAID = "not_said"
    NOT_THEIRS = "not_theirs"
    RESTATED = "restated"
    INSTRUCTION = "instruction"
    SECRET = "secret"  # noqa: S105 - the name of a reason
    UNREAL = "unreal"
    DENIED = "denied"
    SOMEBODY_ELSE = "somebody_else"
    NOT_GROUNDED = "not_grounded"
    CORRECTED = "corrected"
    OVER = "over"
    TOO_MANY = "too_many"


@dataclass(frozen=True, slots=True)
class Known:
    """A memory that is there, as the gate sees it.

    `is_open`: a plan that is not done yet. `is_asked_for`: the person said that it be remembered.
    """

    id: UUID
    kind: MemoryKind
    content: str
    state: MemoryState = MemoryState.ACTIVE
    is_the_person_s: bool = False
    is_open: bool = False
    is_asked_for: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    """One message, what was known before, and what was on the person's screen.

    `elsewhere` are texts that are not the person's: what the coach said before, cards, notes from
    the app, results of tools, our prompts. `offered` are the known memories that the proposer was
    shown, as m1, m2 and so on. `context` is what the person said or wrote before: their earlier
    messages in this session, their name and their reasons. `is_closed`: something from this message
    was deleted or declined.
    """

    message: str
    at: datetime
    today: date
    level: SafetyLevel = SafetyLevel.NONE
    elsewhere: Sequence[str] = ()
    known: Sequence[Known] = ()
    offered: Sequence[UUID] = ()
    context: Sequence[str] = ()
    corrections: Sequence[Correction] = ()
    is_closed: bool = False

    def named(self, references: str) -> list[UUID]:
        """Return the known memories that a proposer calls m1, m2 and so on, in commas."""
        numbers = (each.strip().removeprefix("m") for each in references.split(","))
        places = (int(each) - 1 for each in numbers if each.isdecimal() and each.isascii())
        return [self.offered[place] for place in places if 0 <= place < len(self.offered)]


@dataclass(frozen=True, slots=True)
class Admission:
    """A memory to store, or in `repeats` a known one that is only refreshed."""

    kind: MemoryKind
    content: str
    quote: str
    source: Literal[MemorySource.STATED, MemorySource.INFERRED]
    importance: Importance
    is_sensitive: bool
    expires_at: datetime | None
    certainty: Certainty = Certainty.SAID
    due_on: date | None = None
    supersedes: tuple[UUID, ...] = ()
    repeats: UUID | None = None

    @property
    def fingerprint(self) -> str:
        """What makes this memory of its message the same one at a second reading."""
        said = f"{self.kind}|{' '.join(bare_words(self.quote))}"
        return hashlib.sha256(said.encode()).hexdigest()[:32]


Judgement = Admission | Refusal
