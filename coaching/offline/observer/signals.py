"""What one exchange shows: signal kinds with the reason and how sure the rules are.

Each rule is a linguistic pattern, not a list of sentences: domain.md 4.2. Confidence: 0.85 and more
for explicit words, 0.65 for what the context makes clear, 0.45 for what is plausible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline.text import plain, words
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.offline.reading import Reading

EXPLICIT, SURE, CLEAR, PLAUSIBLE = 0.88, 0.82, 0.72, 0.55
SHORT_REPLY, ANSWER_WORDS, LINK_WORDS = 3, 25, 6


@dataclass(frozen=True, slots=True)
class Evidence:
    """One kind of signal, how it shows, and how sure we are."""

    kind: SignalType
    reason: str
    confidence: float
    pattern: str = ""


def kinds_in(before: str, reading: Reading) -> frozenset[str]:
    """Return the kinds of signals that a message shows after the coach's line before it."""
    return frozenset(found.kind.value for found in evidence(before, reading))


def evidence(before: str, reading: Reading) -> list[Evidence]:
    """Return what one message shows, at most one piece of evidence of each kind."""
    if not reading.low:
        return []
    previous = plain(before)
    found = [rule(previous, reading) for rule in _RULES]
    return [piece for piece in found if piece is not None]


def _emotional(_: str, reading: Reading) -> Evidence | None:
    see = reading.lexicon.sees
    if see("polite", reading.low) and reading.word_count < ANSWER_WORDS:
        return None
    if reading.feeling is not None and not see("waved_off", reading.low):
        return Evidence(SignalType.EMOTIONAL, f"feeling:{reading.feeling.word}", EXPLICIT)
    if see("feeling_idiom", reading.low):
        return Evidence(SignalType.EMOTIONAL, "idiom", CLEAR, "feeling_idiom")
    if any(see(name, reading.low) for name in _DISTRESS):
        return Evidence(SignalType.EMOTIONAL, "distress", CLEAR)
    if see("close_event", reading.low):
        return Evidence(SignalType.EMOTIONAL, "event", PLAUSIBLE)
    if reading.says("self_attack"):
        return Evidence(SignalType.EMOTIONAL, "self_attack", CLEAR)
    return None


_DISTRESS = ("despair", "threat", "needs", "scam")


def _breakthrough(_: str, reading: Reading) -> Evidence | None:
    see = reading.lexicon.sees
    if "?" in reading.text and reading.text.rstrip().endswith("?"):
        return None
    if reading.word_count < LINK_WORDS or see("agreement", reading.low):
        return None
    if see("insight", reading.low) and not (
        see("minimise", reading.low) or see("joke", reading.low)
    ):
        return Evidence(SignalType.BREAKTHROUGH, "link", SURE, "insight")
    return None


def _practice(previous: str, reading: Reading) -> Evidence | None:
    see, low = reading.lexicon.sees, reading.low
    asked = see("prev_checkin", previous)
    named = see("practice_word", low)
    outcome = _outcome(reading)
    if outcome and (asked or named):
        return Evidence(SignalType.PRACTICE_CHECKIN, outcome, EXPLICIT, f"practice_{outcome}")
    if asked and "doing it" in previous and see("practice_noticed", low):
        return Evidence(SignalType.PRACTICE_CHECKIN, "noticed", CLEAR)
    if outcome in {"half", "not"} and reading.word_count <= ANSWER_WORDS and not see("event", low):
        return Evidence(SignalType.PRACTICE_CHECKIN, outcome, PLAUSIBLE, f"practice_{outcome}")
    if outcome == "did" and previous.startswith("how did"):
        return Evidence(SignalType.PRACTICE_CHECKIN, "did", CLEAR)
    return None


def _outcome(reading: Reading) -> str:
    see, low = reading.lexicon.sees, reading.low
    for name in ("half", "not", "misfit", "did"):
        if see(f"practice_{name}", low):
            return name
    return ""


def _deflection(previous: str, reading: Reading) -> Evidence | None:
    see, low = reading.lexicon.sees, reading.low
    if not previous or see("prev_logistic", previous) or not see("prev_invites", previous):
        return None
    if see("boundary", low) or reading.feeling is not None or see("insight", low):
        return (
            None if not see("joke", low) and not see("minimise", low) else _away(reading, PLAUSIBLE)
        )
    return _away(reading, CLEAR)


def _away(reading: Reading, confidence: float) -> Evidence | None:
    for name in _AWAY:
        if reading.lexicon.sees(name, reading.low):
            return Evidence(SignalType.DEFLECTION, name, confidence, name)
    return None


_AWAY = (
    "joke",
    "tool_request",
    "turned_back",
    "minimise",
    "generalise",
    "theory",
    "bravado",
    "sidestep",
    "external",
)


def _topic_shift(previous: str, reading: Reading) -> Evidence | None:
    see, low = reading.lexicon.sees, reading.low
    if see("event", low) and not _asked_about(previous, reading):
        return Evidence(SignalType.TOPIC_SHIFT, "event", SURE, "event")
    if see("shift", low) and reading.word_count > SHORT_REPLY:
        return Evidence(SignalType.TOPIC_SHIFT, "marker", CLEAR)
    if see("fact_question", low) and not see("prev_open", previous):
        return Evidence(SignalType.TOPIC_SHIFT, "question", PLAUSIBLE)
    if see("scam", low):
        return Evidence(SignalType.TOPIC_SHIFT, "danger", PLAUSIBLE)
    return None


def _asked_about(previous: str, reading: Reading) -> bool:
    """Whether the coach's line already spoke of what the message brings."""
    shared = set(words(previous)) & set(words(reading.low)) - reading.lexicon.stop
    return bool(shared)


_RULES: tuple[Callable[[str, Reading], Evidence | None], ...] = (
    _breakthrough,
    _practice,
    _topic_shift,
    _deflection,
    _emotional,
)
