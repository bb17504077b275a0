"""Invited to feel or look, they move away from it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.observer.exchange import CLEAR, DISTRESS, PLAUSIBLE, Evidence
from coaching.rules.features import rating
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from coaching.offline.observer.exchange import Exchange

SCALE = ("0 to 10", "0 a 10")
SHORT_REPLY = 3
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|myself|yo|mi|me|mis)\b")
_AWAY_FROM_FEELING = ("joke", "tool_request", "turned_back")
_OPENLY = ("away", "tests_coach")
_OF_OTHERS = ("generalise", "external")
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


def deflection(exchange: Exchange) -> Evidence | None:
    """Return the way out, unless they answered, closed the matter openly or are in danger."""
    if not exchange.before or exchange.asked("prev_logistic") or _is_an_answer(exchange):
        return None
    way = next((name for name in _OPENLY if exchange.says(name)), "")
    if way:
        return Evidence(SignalType.DEFLECTION, way, CLEAR, way)
    return _invited_away(exchange) or _impersonal(exchange)


def _is_an_answer(exchange: Exchange) -> bool:
    reading, says = exchange.reading, exchange.says
    closed = says("boundary", *DISTRESS) or reading.says("boundary")
    polite = reading.says("yes_strong", "save_card", "save_win", "thanks", "goodbye")
    found = says("insight") and not says("minimise")
    reports = exchange.ends_on("prev_practice")
    return closed or polite or found or reports or reading.has("rename")


def _invited_away(exchange: Exchange) -> Evidence | None:
    """Invited to feel or look, they take one of the ways that lead elsewhere."""
    by, felt_asked = away_by(exchange), exchange.ends_on("prev_feeling")
    if not by or not (felt_asked or exchange.ends_on("prev_invites")):
        return None
    if by in _OF_OTHERS and not felt_asked:
        return None
    return Evidence(SignalType.DEFLECTION, by, PLAUSIBLE if _is_felt(exchange) else CLEAR, by)


def _is_felt(exchange: Exchange) -> bool:
    felt = exchange.says("feeling_idiom", "felt_words", "event")
    return felt or exchange.reading.feeling is not None


def _gave_a_number(exchange: Exchange) -> bool:
    """Return True if they were asked for a number and gave one, which is no deflection."""
    reading = exchange.reading
    asked = any(scale in exchange.before for scale in SCALE)
    return asked and rating(reading.text, reading.lexicon, asked=True) is not None


def _impersonal(exchange: Exchange) -> Evidence | None:
    """Asked about themselves, they speak of something outside, in a whole sentence."""
    reading = exchange.reading
    theirs = _FIRST_PERSON.search(reading.low) or exchange.says("simile", "own_reason")
    answered = _is_felt(exchange) or reading.names_body or reading.rating is not None
    short = reading.word_count <= SHORT_REPLY or bool(exchange.outcome)
    if theirs or answered or short or _gave_a_number(exchange):
        return None
    if not exchange.ends_on("prev_feeling"):
        return None
    return Evidence(SignalType.DEFLECTION, "external", PLAUSIBLE)


def away_by(exchange: Exchange) -> str:
    """Return how they move away, or ""; real feeling in the answer leaves the clear ways."""
    felt = exchange.reading.feeling is not None or exchange.says("feeling_idiom", "felt_words")
    names = _AWAY_FROM_FEELING if exchange.outcome else _AWAY
    if felt:
        names = ("joke", "minimise", "generalise", "dismiss")
    return next((name for name in names if exchange.says(name)), "")
