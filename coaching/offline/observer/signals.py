"""What one exchange shows: signal kinds with the reason and how sure the rules are.

Each rule is a linguistic pattern, read with what the coach had asked before: the same words are an
answer after one question and a way out after another (domain.md 4.2). Confidence: 0.85 and more for
explicit words, 0.65 for what the context makes clear, 0.45 for what is plausible.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline.features import rating
from coaching.offline.text import content_words, plain, words
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.offline.reading import Reading

EXPLICIT, SURE, CLEAR, PLAUSIBLE = 0.88, 0.82, 0.72, 0.55
SCALE = ("0 to 10", "0 a 10")
SHORT_REPLY, ANSWER_WORDS, LINK_WORDS, OF_THE_CARD = 3, 25, 6, 2
WEAK = frozenset({"money", "card", "day", "today", "one", "time"})
_QUOTED = re.compile(r'"[^"]*"')
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|myself|yo|mi|me|mis)\b")
_THEM = r"(?:he|she|they|mum|mom|dad|mama|papa|nan)(?:'s| is| was| were| got| looked| seemed)"
_AWAY_FROM_FEELING = ("joke", "tool_request", "turned_back")
_AWAY = (
    *_AWAY_FROM_FEELING,
    "minimise",
    "generalise",
    "theory",
    "bravado",
    "sidestep",
    "dismiss",
    "external",
)
_DISTRESS = ("despair", "threat", "needs", "scam")


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
        """Whether the coach's line fits a pattern."""
        return self.reading.lexicon.sees(name, self.before)

    def says(self, *names: str) -> bool:
        """Whether the answer fits one of these patterns."""
        return any(self.reading.lexicon.sees(name, self.reading.low) for name in names)


def kinds_in(before: str, reading: Reading) -> frozenset[str]:
    """Return the kinds of signals that a message shows after the coach's line before it."""
    return frozenset(found.kind.value for found in evidence(before, reading))


def evidence(before: str, reading: Reading, *, card: str = "") -> list[Evidence]:
    """Return what one message shows, at most one piece of each kind; `card` is the one in front."""
    if not reading.low:
        return []
    exchange = Exchange(_QUOTED.sub("", plain(before)), reading, card)
    found = [rule(exchange) for rule in _RULES]
    return [piece for piece in found if piece is not None]


def _emotional(exchange: Exchange) -> Evidence | None:
    reading, says = exchange.reading, exchange.says
    like = says("feeling_idiom", "simile", "felt_words")
    waved_off = says("waved_off", "joke") or (says("dismiss", "polite") and not like)
    is_theirs = reading.feeling is not None and not _is_of_others(reading, reading.feeling.word)
    if reading.feeling is not None and is_theirs and not waved_off:
        return Evidence(SignalType.EMOTIONAL, f"feeling:{reading.feeling.word}", EXPLICIT)
    if says("feeling_idiom") and not waved_off and not says("joke"):
        return Evidence(SignalType.EMOTIONAL, "idiom", CLEAR, "feeling_idiom")
    if says("felt_words") and not waved_off:
        return Evidence(SignalType.EMOTIONAL, "idiom", CLEAR, "felt_words")
    if says(*_DISTRESS):
        return Evidence(SignalType.EMOTIONAL, "distress", CLEAR)
    if exchange.asked("prev_feeling") and says("simile") and not _away_by(exchange):
        return Evidence(SignalType.EMOTIONAL, "idiom", PLAUSIBLE, "simile")
    if says("close_event"):
        return Evidence(SignalType.EMOTIONAL, "event", PLAUSIBLE)
    if reading.says("self_attack"):
        return Evidence(SignalType.EMOTIONAL, "self_attack", CLEAR)
    return None


def _is_of_others(reading: Reading, word: str) -> bool:
    """Whether the feeling is told of somebody else: `she was angry eleven minutes`."""
    of_others = re.compile(rf"\b{_THEM} (?:\w+ )?{re.escape(word)}\b")
    rest = of_others.sub("", reading.low)
    return rest != reading.low and word not in words(rest)


def _breakthrough(exchange: Exchange) -> Evidence | None:
    reading, says = exchange.reading, exchange.says
    if reading.text.rstrip().endswith("?") or reading.word_count < LINK_WORDS:
        return None
    if says("agreement", "minimise", "joke", "shift_open", "shift", "rupture"):
        return None
    if says("insight"):
        return Evidence(SignalType.BREAKTHROUGH, "link", SURE, "insight")
    if exchange.asked("prev_meaning") and says("own_reason"):
        return Evidence(SignalType.BREAKTHROUGH, "link", CLEAR, "own_reason")
    return None


def _practice(exchange: Exchange) -> Evidence | None:
    says, outcome = exchange.says, _outcome(exchange)
    asked = exchange.asked("prev_practice")
    welcomed = exchange.asked("prev_checkin") or exchange.asked("prev_open")
    names_card = bool(exchange.reading.found("rename"))
    moved_on = names_card or says("shift", "shift_open", "event") or _is_bare_assent(exchange)
    if asked and not moved_on and not exchange.asked("prev_feeling"):
        pattern = f"practice_{outcome}" if outcome else "practice_noticed"
        return Evidence(SignalType.PRACTICE_CHECKIN, outcome or "noticed", EXPLICIT, pattern)
    if outcome and (welcomed or says("practice_word")):
        return Evidence(SignalType.PRACTICE_CHECKIN, outcome, EXPLICIT, f"practice_{outcome}")
    if welcomed and says("practice_word") and not moved_on:
        return Evidence(SignalType.PRACTICE_CHECKIN, "noticed", CLEAR, "practice_word")
    if says("practice_faced") and (welcomed or not exchange.before) and not moved_on:
        return Evidence(SignalType.PRACTICE_CHECKIN, "did", CLEAR, "practice_faced")
    if _is_about_the_card(exchange) and exchange.reading.has("past") and not moved_on:
        return Evidence(SignalType.PRACTICE_CHECKIN, outcome or "did", CLEAR)
    short = exchange.reading.word_count <= ANSWER_WORDS and not says("event")
    if outcome in {"half", "not"} and short:
        return Evidence(SignalType.PRACTICE_CHECKIN, outcome, PLAUSIBLE, f"practice_{outcome}")
    if outcome == "did" and exchange.before.startswith("how did"):
        return Evidence(SignalType.PRACTICE_CHECKIN, "did", CLEAR, "practice_did")
    return None


def _is_about_the_card(exchange: Exchange) -> bool:
    """Whether a message shares what it is about with the card in front."""
    reading = exchange.reading
    about = content_words(exchange.card, reading.lexicon.stop) - WEAK
    return len(about & reading.content) >= min(OF_THE_CARD, len(about)) > 0


def _is_bare_assent(exchange: Exchange) -> bool:
    reading = exchange.reading
    short = reading.word_count <= LINK_WORDS
    return reading.says("ack", "thanks") or (short and exchange.asked("prev_logistic"))


def _outcome(exchange: Exchange) -> str:
    for name in ("half", "not", "misfit", "did"):
        if exchange.says(f"practice_{name}"):
            return name
    return ""


def _deflection(exchange: Exchange) -> Evidence | None:
    reading, says = exchange.reading, exchange.says
    if not exchange.before or exchange.asked("prev_logistic"):
        return None
    if says("boundary", *_DISTRESS) or reading.says("boundary") or exchange.asked("prev_practice"):
        return None
    if reading.says("yes_strong", "save_card", "goodbye") or reading.found("rename"):
        return None
    if says("insight") and not says("minimise"):
        return None
    by = _away_by(exchange)
    felt = reading.feeling is not None or says("feeling_idiom", "felt_words", "event")
    if by and (exchange.asked("prev_invites") or exchange.asked("prev_feeling")):
        return Evidence(SignalType.DEFLECTION, by, PLAUSIBLE if felt else CLEAR, by)
    impersonal = not _FIRST_PERSON.search(reading.low) and not says("simile")
    if _gave_a_number(exchange):
        return None
    if exchange.asked("prev_feeling") and impersonal and not felt and not reading.body:
        return None if _outcome(exchange) or reading.rating is not None else _impersonal(exchange)
    return None


def _gave_a_number(exchange: Exchange) -> bool:
    """Whether they were asked for a number and gave one: what stands beside it is no way out."""
    reading = exchange.reading
    asked = any(scale in exchange.before for scale in SCALE)
    return asked and rating(reading.text, reading.lexicon, asked=True) is not None


def _impersonal(exchange: Exchange) -> Evidence | None:
    """Asked about themselves, they speak of something outside, in a whole sentence."""
    if exchange.reading.word_count <= SHORT_REPLY or exchange.says("own_reason"):
        return None
    return Evidence(SignalType.DEFLECTION, "external", PLAUSIBLE)


def _away_by(exchange: Exchange) -> str:
    """How they move away, or an empty text; real feeling in the answer leaves the clear ways."""
    felt = exchange.reading.feeling is not None or exchange.says("feeling_idiom", "felt_words")
    names = _AWAY_FROM_FEELING if _outcome(exchange) else _AWAY
    if felt:
        names = ("joke", "minimise", "generalise", "dismiss")
    return next((name for name in names if exchange.says(name)), "")


def _topic_shift(exchange: Exchange) -> Evidence | None:
    reading, says = exchange.reading, exchange.says
    if says("event") and not says("long_ago") and not _asked_about(exchange):
        return Evidence(SignalType.TOPIC_SHIFT, "event", SURE, "event")
    if says("shift") and reading.word_count > SHORT_REPLY:
        return Evidence(SignalType.TOPIC_SHIFT, "marker", CLEAR, "shift")
    if says("shift_open") and reading.word_count > SHORT_REPLY:
        return Evidence(SignalType.TOPIC_SHIFT, "marker", CLEAR, "shift_open")
    if says("fact_question") and not exchange.asked("prev_open") and not says("next"):
        return Evidence(SignalType.TOPIC_SHIFT, "question", PLAUSIBLE)
    if says("scam"):
        return Evidence(SignalType.TOPIC_SHIFT, "danger", PLAUSIBLE)
    if _is_other_news(exchange):
        return Evidence(SignalType.TOPIC_SHIFT, "event", PLAUSIBLE, "others")
    return None


def _is_other_news(exchange: Exchange) -> bool:
    """Something happened to somebody, and the coach had asked about another thing."""
    if exchange.asked("prev_open") or exchange.asked("prev_feeling") or _outcome(exchange):
        return False
    if exchange.asked("prev_meaning") or _asked_about(exchange):
        return False
    return exchange.says("happened") and exchange.says("others")


def _asked_about(exchange: Exchange) -> bool:
    """Whether the coach's line already spoke of what the message brings."""
    reading = exchange.reading
    return bool(set(words(exchange.before)) & set(words(reading.low)) - reading.lexicon.stop)


_RULES: tuple[Callable[[Exchange], Evidence | None], ...] = (
    _breakthrough,
    _practice,
    _topic_shift,
    _deflection,
    _emotional,
)
