"""One exchange as the rules see it, and what it reports of a practice.

Confidence: 0.85 and more for explicit words, 0.65 for what the context makes clear, 0.45 for what
is plausible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.text.content import content_words
from coaching.text.words import sentences
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from coaching.rules.parsed_message import Reading

EXPLICIT = 0.88  # they say it in so many words
SURE = 0.82  # their words can hardly mean another thing
CLEAR = 0.72  # the usual meaning of their words
PLAUSIBLE = 0.55  # one of several meanings
MOST_ANSWER_WORDS = 25  # a longer message is about another thing as well
MOST_ASSENT_WORDS = 6  # a plain yes is short
LEAST_CARD_WORDS = 2  # content words shared with the card
WEAK = frozenset({"money", "card", "day", "today", "one", "time"})
_NEW = ("insight", "link", "secret_told")
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


def practice(exchange: Exchange) -> Evidence | None:
    """Return the report of a practice: one that was asked for, else one told by the way."""
    return _answered(exchange) or _volunteered(exchange) or _by_the_way(exchange)


def first_step(exchange: Exchange) -> bool:
    """Return True if they tell of something they did, not could or used to: faced, told, left."""
    sees = exchange.reading.lexicon.sees
    if exchange.says("feigned"):
        return False
    done = (sentence for sentence in exchange.sentences if sees("deed", sentence))
    return any(not sees("no_deed", sentence) for sentence in done)


def _answered(exchange: Exchange) -> Evidence | None:
    """Asked for it, whatever they say of it is a report, unless they turn to something else."""
    asked = exchange.ends_on("prev_practice") and not exchange.ends_on("prev_would")
    if not asked or _moved_on(exchange) or exchange.asked("prev_feeling"):
        return None
    outcome = exchange.outcome
    pattern = f"practice_{outcome}" if outcome else "practice_noticed"
    return _report(outcome or "noticed", EXPLICIT, pattern)


def _volunteered(exchange: Exchange) -> Evidence | None:
    """As a talk begins, the words of a practice are enough."""
    says, outcome, welcomed = exchange.says, exchange.outcome, _is_welcomed(exchange)
    if outcome and (welcomed or says("practice_word")):
        return _report(outcome, EXPLICIT, f"practice_{outcome}")
    if not welcomed:
        return None
    if not exchange.is_opening and says("practice_word") and not _moved_on(exchange):
        return _report("noticed", CLEAR, "practice_word")
    if says("practice_faced") and not _moved_on(exchange):
        return _report("did", CLEAR, "practice_faced")
    if says("counted") and not says("event"):
        return _report("did", PLAUSIBLE, "counted")
    return _report("not", PLAUSIBLE, "slip") if says("slip") else None


def _by_the_way(exchange: Exchange) -> Evidence | None:
    """Anywhere in a talk: the card by its words, a first step, how it went in a few words."""
    says, outcome, reading = exchange.says, exchange.outcome, exchange.reading
    if _is_about_the_card(exchange) and reading.has("past") and not _moved_on(exchange):
        return _report(outcome or "did", CLEAR)
    if first_step(exchange) and not says(*_NEW):
        return _report("step", CLEAR, "deed")
    if says("practice_named") and not says("tool_request", "turned_back"):
        return (
            None if _moved_on(exchange) else _report(outcome or "noticed", CLEAR, "practice_named")
        )
    if outcome in {"half", "not"} and reading.word_count <= MOST_ANSWER_WORDS and not says("event"):
        return _report(outcome, PLAUSIBLE, f"practice_{outcome}")
    is_told = outcome == "did" and exchange.before.startswith("how did")
    return _report("did", CLEAR, "practice_did") if is_told else None


def _report(reason: str, confidence: float, pattern: str = "") -> Evidence:
    return Evidence(SignalType.PRACTICE_CHECKIN, reason, confidence, pattern)


def _is_welcomed(exchange: Exchange) -> bool:
    """Return True if the talk begins, or the coach left open what to tell."""
    invited = exchange.is_question and exchange.ends_on("prev_checkin")
    return exchange.is_opening or invited or exchange.asked("prev_open")


def _moved_on(exchange: Exchange) -> bool:
    names_card = exchange.reading.has("rename")
    elsewhere = exchange.says("shift", "shift_open", "event")
    return names_card or elsewhere or _is_bare_assent(exchange)


def _is_about_the_card(exchange: Exchange) -> bool:
    """Return True if a message and the focus card share a topic."""
    reading = exchange.reading
    about = content_words(exchange.card) - WEAK
    return len(about & reading.content) >= min(LEAST_CARD_WORDS, len(about)) > 0


def _is_bare_assent(exchange: Exchange) -> bool:
    reading = exchange.reading
    short = reading.word_count <= MOST_ASSENT_WORDS
    return reading.says("ack", "thanks") or (short and exchange.asked("prev_logistic"))
