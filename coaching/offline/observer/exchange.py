"""One exchange as the rules see it, and what a rule finds in it.

Confidence: 0.85 and more for explicit words, 0.65 for what the context makes clear, 0.45 for what
is plausible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.text.words import sentences

if TYPE_CHECKING:
    from coaching.rules.parsed_message import Reading
    from coaching.values.enums import SignalType

EXPLICIT = 0.88  # they say it in so many words
SURE = 0.82  # their words can hardly mean another thing
CLEAR = 0.72  # the usual meaning of their words
PLAUSIBLE = 0.55  # one of several meanings
DISTRESS = ("despair", "threat", "needs", "scam")


@dataclass(frozen=True, slots=True)
class Evidence:
    """One kind of signal, how it shows, and how sure we are."""

    kind: SignalType
    reason: str
    confidence: float
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """The coach's line before, in plain form, and the reading of the answer."""

    before: str
    reading: Reading
    card: str = ""

    def asked(self, name: str) -> bool:
        """Return True if the coach's line fits a pattern."""
        return self.reading.lexicon.sees(name, self.before)

    def ends_on(self, name: str) -> bool:
        """Return True if what the coach said last fits a pattern: that is what they were asked."""
        return self.reading.lexicon.sees(name, self.last)

    @property
    def last(self) -> str:
        """The last question of the coach's line, or its last sentence when nothing was asked."""
        every = sentences(self.before)
        asked = [sentence for sentence in every if sentence.endswith("?")]
        return (asked or every or [""])[-1]

    def says(self, *names: str) -> bool:
        """Return True if the answer fits one of these patterns."""
        return any(self.reading.lexicon.sees(name, self.reading.low) for name in names)

    @property
    def is_question(self) -> bool:
        """Return True if the coach asked something."""
        return self.last.endswith("?")

    @property
    def is_opening(self) -> bool:
        """Return True if the session begins with this message: nothing was asked yet."""
        return not self.before

    @property
    def sentences(self) -> list[str]:
        """The answer sentence by sentence, as patterns read it."""
        return sentences(self.reading.low)

    @property
    def outcome(self) -> str:
        """How a practice went, by its words."""
        for name in ("half", "not", "misfit", "did"):
            if self.says(f"practice_{name}"):
                return name
        return ""
