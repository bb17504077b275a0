"""What the person said to the guess: an answer to the scale, or a yes or no in plain words.

A yes is only heard where it can mean nothing else. Words that come back in theirs are no yes, and
neither is a yes with a "but" or a "maybe": a model may still hear more in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from coaching.rules.case import UNSAID
from coaching.rules.features import rating
from coaching.rules.parsed_message import read
from coaching.text.similarity import is_about, says_again
from coaching.text.words import plain, sentences
from coaching.values.enums import Heard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.rules.case import Case
    from coaching.values.transcript import TranscriptLine

CLOSE = 7  # of ten; from here the guess is right
FAR = 3  # of ten; up to here it is wrong
_SCALE = ("0 to 10", "0 a 10")
_CALLED = ("guess", "suposición", "hipótesis")


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
    return _answered(case) or _corrected(case) or _agreed(case) or OPEN


def _answered(case: Case) -> Hearing | None:
    """Return what a number after the scale says, or a yes or no."""
    for coach, user in _answers(case):
        is_called = any(name in coach.text.lower() for name in _CALLED)
        if not any(scale in coach.text for scale in _SCALE) or not is_called:
            continue
        number = rating(user.text, case.lexicon, asked=True)
        heard = read(user.text, case.language)
        if (number is not None and number <= FAR) or (number is None and heard.has("disagrees")):
            return Hearing(Heard.REJECTED, user.text)
        if (number is not None and number >= CLOSE) or (number is None and is_yes(user.text, case)):
            return Hearing(Heard.SUPPORTED, user.text)
    return None


def _corrected(case: Case) -> Hearing | None:
    """Return a no if they corrected the page or the guess itself, not a detail of the talk."""
    for text in case.says("correction"):
        about_it = case.lexicon.shows("about_the_page", plain(text))
        if about_it or is_about(text, case.guess_before):
            return Hearing(Heard.REJECTED, text)
    return None


def _agreed(case: Case) -> Hearing | None:
    """Return a yes to the guess that was just offered, or one that says it again."""
    for coach, user in _answers(case):
        if _asks_for_it(coach.text, case) and is_yes(user.text, case):
            return Hearing(Heard.SUPPORTED, user.text)
    denied = case.says("correction")
    for text in case.said:
        again = any(says_again(sentence, case.guess_before) for sentence in sentences(text))
        if again and text not in denied and is_yes(text, case):
            return Hearing(Heard.SUPPORTED, text)
    return None


def is_yes(text: str, case: Case) -> bool:
    """Return True for a yes without a reservation."""
    low = plain(text)
    return case.lexicon.shows("says_yes", low) and not case.lexicon.shows("with_reserve", low)


def _answers(case: Case) -> Iterator[tuple[TranscriptLine, TranscriptLine]]:
    """Yield what the coach said, with what the person said to it; nothing of a crisis."""
    for coach, user in pairwise(case.ctx.transcript):
        is_pair = (coach.role, user.role) == ("coach", "user")
        if is_pair and not user.text.startswith(UNSAID):
            yield coach, user


def _asks_for_it(text: str, case: Case) -> bool:
    """Return True if a reply offers the guess and then asks nothing but whether it fits."""
    said = sentences(text)
    places = [at for at, part in enumerate(said) if says_again(part, case.guess_before)]
    if not places:
        return False
    after = (plain(part) for part in said[places[-1] + 1 :] if part.endswith("?"))
    return all(case.lexicon.shows("asks_if_it_fits", part) for part in after)
