"""A feeling or a state of the body that is said or shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.observer.deflection import away_by
from coaching.offline.observer.exchange import CLEAR, DISTRESS, EXPLICIT, PLAUSIBLE, Evidence
from coaching.text.words import words
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from coaching.offline.observer.exchange import Exchange
    from coaching.rules.parsed_message import Reading

_IDIOMS = ("feeling_idiom", "felt_words", "felt_in_body", "felt_in_deed")
_PLAIN = ("felt_in_body", "felt_in_deed")
_THEM = r"(?:he|she|they|mum|mom|dad|mama|papa|nan)(?:'s| is| was| were| got| looked| seemed)"


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
    if exchange.asked("prev_feeling") and says("simile") and not away_by(exchange):
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
