"""The two short texts that the person reads: the sentence on home and the closing note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.strategist.milestones import Step, is_own, milestones
from coaching.offline.strategist.story import now
from coaching.rules.recap import Left, recap
from coaching.rules.wording import thought, worded
from coaching.text.words import sentences, words
from coaching.values.enums import Trigger

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


def closing_note(case: Case) -> str:
    """Return what it was about, what they saved, and how it goes on."""
    if case.ctx.trigger is not Trigger.SESSION_END:
        return ""
    left = Left(kept=_kept(case), number=case.ctx.session_number)
    return recap(case.said, left, after_danger=case.was_danger, language=case.language).note


def _kept(case: Case) -> str:
    """Return the words that were kept last in this session."""
    began = min((line.at for line in case.ctx.transcript), default=None)
    made = [(card.created_at, card.content) for card in case.ctx.cards if is_own(card)]
    won = [(win.created_at, win.text) for win in case.ctx.wins]
    new = [(at, text) for at, text in (*made, *won) if began is not None and at >= began]
    return max(new, default=(None, ""))[1]
