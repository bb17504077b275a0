"""What one exchange shows: an insight, a feeling or another matter, and how sure the rules are.

Each rule is a linguistic pattern, read with what the coach had asked before.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.observer.exchange import (
    CLEAR,
    DISTRESS,
    EXPLICIT,
    PLAUSIBLE,
    SURE,
    Evidence,
    Exchange,
    practice,
)
from coaching.text.words import plain, words
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from coaching.rules.parsed_message import Reading

LINK_WORDS, SHORT_REPLY = 6, 3
_QUOTED = re.compile(r'"[^"]*"')
_IDIOMS = ("feeling_idiom", "felt_words", "felt_in_body", "felt_in_deed")
_PLAIN = ("felt_in_body", "felt_in_deed")
_THEM = r"(?:he|she|they|mum|mom|dad|mama|papa|nan)(?:'s| is| was| were| got| looked| seemed)"


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
    return _by_name(exchange) or _by_idiom(exchange) or _by_what_happens(exchange)


def _by_name(exchange: Exchange) -> Evidence | None:
    feeling = exchange.reading.feeling
    if feeling is None or _is_of_others(exchange.reading, feeling.word) or _is_waved_off(exchange):
        return None
    return Evidence(SignalType.EMOTIONAL, f"feeling:{feeling.word}", EXPLICIT)


def _by_idiom(exchange: Exchange) -> Evidence | None:
    waved_off, jokes = _is_waved_off(exchange), exchange.says("joke")
    for name in _IDIOMS:
        if exchange.says(name) and not jokes and not (waved_off and name not in _PLAIN):
            return Evidence(SignalType.EMOTIONAL, "idiom", CLEAR, name)
    return None


def _by_what_happens(exchange: Exchange) -> Evidence | None:
    says = exchange.says
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
