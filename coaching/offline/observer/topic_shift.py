"""The subject turns to a matter that nobody asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.observer.exchange import CLEAR, PLAUSIBLE, SURE, Evidence
from coaching.text.words import words
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from coaching.offline.observer.exchange import Exchange

SHORT_REPLY = 3


def topic_shift(exchange: Exchange) -> Evidence | None:
    """Return the turn to another matter: an event, a word that turns, a question, news."""
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
    if exchange.ends_on("prev_go_on"):
        return False
    if exchange.asked("prev_open") or exchange.asked("prev_feeling") or exchange.outcome:
        return False
    if exchange.asked("prev_meaning") or _asked_about(exchange):
        return False
    return exchange.says("happened") and exchange.says("others")


def _asked_about(exchange: Exchange) -> bool:
    """Return True if the coach's line already spoke of what the message brings."""
    reading = exchange.reading
    return bool(set(words(exchange.before)) & set(words(reading.low)) - reading.lexicon.stop)
