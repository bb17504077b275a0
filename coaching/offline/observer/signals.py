"""What one exchange shows: an insight, a practice, a feeling or another matter, and how surely.

Each rule is a linguistic pattern, read with what the coach had asked before. Confidence: 0.85 and
more for explicit words, 0.65 for what the context makes clear, 0.45 for what is plausible.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.text.content import content_words
from coaching.text.words import plain, sentences, words
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from coaching.rules.parsed_message import Reading

EXPLICIT = 0.88  # they say it in so many words
SURE = 0.82  # their words can hardly mean another thing
CLEAR = 0.72  # the usual meaning of their words
PLAUSIBLE = 0.55  # one of several meanings
MOST_ANSWER_WORDS, MOST_ASSENT_WORDS = 25, 6  # of one matter, and of a plain yes
LEAST_CARD_WORDS = 2  # content words shared with the card
WEAK = frozenset({"money", "card", "day", "today", "one", "time"})
_NEW = ("insight", "link", "secret_told")
DISTRESS = ("despair", "threat", "needs", "scam")
LINK_WORDS, SHORT_REPLY = 6, 3
_QUOTED = re.compile(r'"[^"]*"')
_IDIOMS = ("feeling_idiom", "felt_words", "felt_in_body", "felt_in_deed")
_PLAIN = ("felt_in_body", "felt_in_deed")
_THEM = r"(?:he|she|they|mum|mom|dad|mama|papa|nan)(?:'s| is| was| were| got| looked| seemed)"


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
    def outcome(self) -> str:
        """How a practice went, by its words."""
        for name in ("half", "not", "misfit", "did"):
            if self.says(f"practice_{name}"):
                return name
        return ""


def evidence(before: str, reading: Reading, *, card: str = "") -> list[Evidence]:
    """Return the signals of one message, at most one of each kind; `card` is the focus card."""
    if not reading.low:
        return []
    exchange = Exchange(_QUOTED.sub("", plain(before)), reading, card)
    found = (rule(exchange) for rule in (breakthrough, practice, topic_shift, emotional))
    return [piece for piece in found if piece is not None]


def breakthrough(exchange: Exchange) -> Evidence | None:
    """Return what they found, when it is theirs: not an assent, a question or a joke."""
    reading, says = exchange.reading, exchange.says
    if reading.text.rstrip().endswith("?") or reading.word_count < LINK_WORDS:
        return None
    if says("agreement", "minimise", "joke", "shift_open", "shift", "rupture"):
        return None
    if says("insight"):
        return Evidence(SignalType.BREAKTHROUGH, "link", SURE, "insight")
    if says("link"):
        return Evidence(SignalType.BREAKTHROUGH, "link", CLEAR, "link")
    if says("secret_told") and reading.has("past"):
        return Evidence(SignalType.BREAKTHROUGH, "told", PLAUSIBLE, "secret_told")
    if exchange.asked("prev_meaning") and says("own_reason"):
        return Evidence(SignalType.BREAKTHROUGH, "link", CLEAR, "own_reason")
    return None


def topic_shift(exchange: Exchange) -> Evidence | None:
    """Return the turn to another matter: an event in their life, or a word that turns."""
    reading, says = exchange.reading, exchange.says
    named = set(words(exchange.before)) & set(words(reading.low)) - reading.lexicon.stop
    if says("event") and not says("long_ago") and not named:
        return Evidence(SignalType.TOPIC_SHIFT, "event", SURE, "event")
    turns = next((name for name in ("shift", "shift_open") if says(name)), "")
    if turns and reading.word_count > SHORT_REPLY:
        return Evidence(SignalType.TOPIC_SHIFT, "marker", CLEAR, turns)
    return Evidence(SignalType.TOPIC_SHIFT, "danger", PLAUSIBLE) if says("scam") else None


def emotional(exchange: Exchange) -> Evidence | None:
    """Return the feeling: by its word, by an idiom, in the body, in what they do, or in danger."""
    feeling, waved_off, says = exchange.reading.feeling, _is_waved_off(exchange), exchange.says
    if feeling and not _is_of_others(exchange.reading, feeling.word) and not waved_off:
        return Evidence(SignalType.EMOTIONAL, f"feeling:{feeling.word}", EXPLICIT)
    for name in _PLAIN if waved_off else _IDIOMS:
        if says(name) and not says("joke"):
            return Evidence(SignalType.EMOTIONAL, "idiom", CLEAR, name)
    if says(*DISTRESS):
        return Evidence(SignalType.EMOTIONAL, "distress", CLEAR)
    if exchange.asked("prev_feeling") and says("simile"):
        return Evidence(SignalType.EMOTIONAL, "idiom", PLAUSIBLE, "simile")
    if says("close_event"):
        return Evidence(SignalType.EMOTIONAL, "event", PLAUSIBLE)
    if exchange.reading.says("self_attack"):
        return Evidence(SignalType.EMOTIONAL, "self_attack", CLEAR)
    return None


def _is_waved_off(exchange: Exchange) -> bool:
    says = exchange.says
    like = says("feeling_idiom", "simile", "felt_words")
    return says("waved_off", "joke") or (says("dismiss", "polite") and not like)


def _is_of_others(reading: Reading, word: str) -> bool:
    """Return True if the feeling is told of somebody else: `she was angry about it`."""
    of_others = re.compile(rf"\b{_THEM} (?:\w+ )?{re.escape(word)}\b")
    rest = of_others.sub("", reading.low)
    return rest != reading.low and word not in words(rest)


def practice(exchange: Exchange) -> Evidence | None:
    """Return the report of a practice: one that was asked for, else one told by the way."""
    return _answered(exchange) or _volunteered(exchange) or _by_the_way(exchange)


def first_step(exchange: Exchange) -> bool:
    """Return True if they tell of something they did, not could or used to: faced, told, left."""
    sees = exchange.reading.lexicon.sees
    if exchange.says("feigned"):
        return False
    done = (sentence for sentence in sentences(exchange.reading.low) if sees("deed", sentence))
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
    if exchange.before and says("practice_word") and not _moved_on(exchange):
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
    invited = exchange.last.endswith("?") and exchange.ends_on("prev_checkin")
    return not exchange.before or invited or exchange.asked("prev_open")


def _moved_on(exchange: Exchange) -> bool:
    """Return True if they turn to something else, name the card, or only say yes."""
    reading = exchange.reading
    if reading.has("rename") or exchange.says("shift", "shift_open", "event"):
        return True
    is_short = reading.word_count <= MOST_ASSENT_WORDS
    return reading.says("ack", "thanks") or (is_short and exchange.asked("prev_logistic"))


def _is_about_the_card(exchange: Exchange) -> bool:
    """Return True if a message and the focus card share a topic."""
    reading = exchange.reading
    about = content_words(exchange.card) - WEAK
    return len(about & reading.content) >= min(LEAST_CARD_WORDS, len(about)) > 0
