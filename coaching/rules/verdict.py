"""What the person said to the guess: an answer to the scale, plain words, or going on from it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from coaching.rules.case import UNSAID
from coaching.rules.features import rating
from coaching.rules.parsed_message import read
from coaching.text.content import content_words
from coaching.text.similarity import FEWEST, is_about
from coaching.text.words import plain
from coaching.values.enums import Heard, SignalType

if TYPE_CHECKING:
    from coaching.rules.case import Case

CLOSE = 7  # of ten; from here the guess is right
FAR = 3  # of ten; up to here it is wrong
SHARED_WITH_A_FINDING = 2  # content words; one may be chance
CLEAR_FINDING = 0.65  # confidence of a signal that can support a guess
_SCALE = ("0 to 10", "0 a 10")
_FINDINGS = (SignalType.BREAKTHROUGH, SignalType.EMOTIONAL, SignalType.PRACTICE_CHECKIN)


@dataclass(frozen=True, slots=True)
class Hearing:
    """The verdict on a guess, with the person's words for it."""

    verdict: Heard
    quote: str = ""


OPEN = Hearing(Heard.OPEN)


def hear_guess(case: Case) -> Hearing:
    """Return what the last session said to the guess until now."""
    if not case.guess_before or case.is_first:
        return OPEN
    return _answered(case) or _corrected(case) or _went_on(case) or OPEN


def _answered(case: Case) -> Hearing | None:
    """Return what a number after the scale says, or a yes or no."""
    for coach, user in pairwise(case.ctx.transcript):
        if (coach.role, user.role) != ("coach", "user") or user.text.startswith(UNSAID):
            continue
        if not any(scale in coach.text for scale in _SCALE) or "guess" not in coach.text.lower():
            continue
        number = rating(user.text, case.lexicon, asked=True)
        heard = read(user.text, case.language)
        if (number is not None and number <= FAR) or (number is None and heard.has("disagrees")):
            return Hearing(Heard.REJECTED, user.text)
        if (number is not None and number >= CLOSE) or (number is None and heard.has("agrees")):
            return Hearing(Heard.SUPPORTED, user.text)
    return None


def _corrected(case: Case) -> Hearing | None:
    """Return a no if they corrected the page or the guess itself, not a detail of the talk."""
    for text in case.says("correction"):
        about_it = case.lexicon.shows("about_the_page", plain(text))
        if about_it or is_about(text, case.guess_before):
            return Hearing(Heard.REJECTED, text)
    return None


def _went_on(case: Case) -> Hearing | None:
    """Return a yes if they used it or went on from it: its words came back in theirs."""
    about = content_words(case.guess_before)
    for signal in case.signals:
        clear = signal.signal_type in _FINDINGS and signal.confidence >= CLEAR_FINDING
        if clear and len(content_words(signal.quote) & about) >= SHARED_WITH_A_FINDING:
            return Hearing(Heard.SUPPORTED, signal.quote)
    denied = case.says("correction")
    for text, heard in zip(case.said, case.readings, strict=True):
        if text in denied or heard.has("disagrees"):
            continue
        if len(content_words(text) & about) >= FEWEST:
            return Hearing(Heard.SUPPORTED, text)
    return None
