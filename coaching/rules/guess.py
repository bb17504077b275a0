"""The guess about a person: candidate, supported or retired; a refused one does not come back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.content import load_onboarding, tension_details
from coaching.rules.verdict import OPEN, Hearing, hear_guess
from coaching.rules.wording import filled, guess_sentence, picked
from coaching.text.similarity import said_before
from coaching.values.enums import Heard, HypothesisStatus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.rules.case import Case

NOTHING_YET = "What money stands for is still open; nothing is guessed before they have spoken."
MOST_CURIOSITIES = 3
_QUOTED = re.compile(r"[“«][^”»]*[”»]")


@dataclass(frozen=True, slots=True)
class Guess:
    """One sentence and how it stands, and what was said to the one before; empty is no guess."""

    text: str
    status: HypothesisStatus
    heard: Hearing = OPEN


def guess_for(case: Case) -> Guess:
    """Return the guess to work with; one that is over does not return, in whatever words."""
    heard = hear_guess(case)
    if case.ctx.findings.guess is not Heard.OPEN:
        heard = Hearing(case.ctx.findings.guess, heard.quote)
    text = case.guess_before or first_guess(case)
    over = case.ctx.tried(heard.verdict)
    if heard.verdict is Heard.REJECTED:
        over = (text, *over)
    if not text or said_before(text, over):
        return Guess(_next_guess(case, over), HypothesisStatus.CANDIDATE, heard)
    return Guess(text, _status(case, heard), heard)


def _status(case: Case, heard: Hearing) -> HypothesisStatus:
    known = case.ctx.guess
    if heard.verdict is Heard.SUPPORTED:
        return HypothesisStatus.SUPPORTED
    return known.status if known else HypothesisStatus.CANDIDATE


def first_guess(case: Case) -> str:
    """Return the guess of the onboarding; a shortage keeps it out of the talk, not of the file."""
    english = guess_sentence(case.person.hypothesis)
    own = case.in_theirs(english)
    if english and own == english and "guess" in case.copy:
        return case.copy["guess"]
    return own or next(iter(_of_rules(case)), "")


def _of_rules(case: Case) -> list[str]:
    rules = {rule.id: rule.text for rule in load_onboarding().hypothesis.rules}
    return [case.in_theirs(rules[name]) for name in case.person.hypothesis_rules if name in rules]


def _next_guess(case: Case, over: Sequence[str]) -> str:
    """Another rule's guess, else none."""
    if case.ctx.safety_recent:
        return ""
    return next((text for text in _of_rules(case) if text and not _is_back(text, over)), "")


def _is_back(text: str, over: Sequence[str]) -> bool:
    """Return True if a guess was dropped before, even if it has a new quote."""
    return bool(said_before(text, over) or said_before(_QUOTED.sub(" ", text), over))


def leverage(case: Case) -> str:
    """Strength, wish and obstacle in one sentence."""
    tension = case.person.tension
    wish = case.person.emotional_why.strip().rstrip(".")
    labels, obstacle = case.labels, case.copy["obstacle"]
    hope = labels["hope_why" if wish else "hope_open"].replace("{why}", wish)
    if tension is None:
        return filled(labels["leverage_nobody"], hope=hope, obstacle=obstacle)
    (strength,) = picked(tension_details(tension).strengths, case.seed)
    slots = {"strength": case.in_theirs(strength), "hope": hope, "obstacle": obstacle}
    return filled(labels["leverage"], **slots)


def curiosities(case: Case) -> list[str]:
    """Return two or three open questions, none of them a directive."""
    found: list[str] = []
    quote = case.newest_sentence
    if quote and not case.is_first:
        found.append(filled(case.labels["curious_quote"], quote=quote))
    if case.probe:
        found.append(case.probe)
    found += picked(case.copy["curiosities"], case.seed, MOST_CURIOSITIES)
    return found[:MOST_CURIOSITIES]
