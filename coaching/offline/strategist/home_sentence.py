"""The sentence on home."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.strategist.milestones import Step, milestones
from coaching.offline.strategist.story import now
from coaching.rules.wording import thought, worded
from coaching.text.words import sentences, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.rules.case import Case
    from coaching.rules.guess import Guess

SHORTEST = 15  # words of the home sentence, as the prompt asks
LONGEST = 30
FEWEST_OF_WHY = 4  # words; a shorter reason is not repeated
OWN = (Step.FOUND, Step.WON, Step.KEPT)


def one_sentence(case: Case, guess: Guess) -> str:
    """Return the sentence for home, 15 to 30 words; it moves as the person moves."""
    options = [*_from_now(case, guess), *_from_before(case), _with_why(case), case.copy["one"]]
    return next(text for text in options if _fits_home(text))


def _fits_home(text: str) -> bool:
    """Of a fit length, and neither a question nor a number: such a run would be refused whole."""
    is_plain = "?" not in text and not any(sign.isdigit() for sign in text)
    return is_plain and SHORTEST <= len(words(text)) <= LONGEST


def _from_now(case: Case, guess: Guess) -> Iterator[str]:
    """Built on what is nearest, when home has words for it."""
    near = now(case, guess)
    if near.name in case.told["home"] and not case.is_first:
        yield from _about(near.name, near.quote, case)


def _from_before(case: Case) -> Iterator[str]:
    """Built on the newest thing that they found, did or kept."""
    for one in reversed(milestones(case)):
        if one.step in OWN and not case.ctx.safety_recent:
            yield from _about(one.step.value, one.quote, case)


def _about(name: str, quote: str, case: Case) -> Iterator[str]:
    """Yield the words for it, with the whole quote or with one thought of it."""
    for part in (quote, *reversed(sentences(quote))):
        lines: list[str] = case.told["home"][name]
        for turn in range(len(lines)):
            yield worded(lines, case.seed, case.ctx.session_number + turn, quote=part.rstrip("."))


def _with_why(case: Case) -> str:
    why = thought(case.person.emotional_why)
    is_said = len(words(why)) >= FEWEST_OF_WHY
    return str(case.copy["one_why"]).replace("{why}", why) if is_said else ""
