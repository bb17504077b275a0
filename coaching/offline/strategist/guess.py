"""The guess about a person: candidate, supported or retired; a refused one does not come back."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from coaching.content import load_onboarding, tension_details
from coaching.offline.features import rating
from coaching.offline.reading import read
from coaching.offline.slots import after_colon, guess_sentence
from coaching.offline.strategist.wording import picked
from coaching.offline.text import plain

if TYPE_CHECKING:
    from coaching.offline.strategist.case import Case

Status = Literal["candidate", "supported", "retired"]
CLOSE, FAR, MOST_CURIOSITIES = 7, 3, 3
NOTHING_YET = "What money stands for is still open; nothing is guessed before they have spoken."
RETIRED_NOTE = "retired guess: "
_SCALE = ("0 to 10", "0 a 10")


@dataclass(frozen=True, slots=True)
class Guess:
    """One sentence, and how it stands; `refused` is the one that went out, if any."""

    text: str
    status: Status
    refused: str = ""


def guess_for(case: Case) -> Guess:
    """Return the guess to work with."""
    before = case.ctx.previous_briefing
    text = before.hypothesis if before else _first_guess(case)
    if not text:
        return Guess(NOTHING_YET, "candidate")
    verdict = _verdict(case)
    if verdict == "retired":
        return Guess(_next_guess(case, text), "candidate", refused=text)
    already = before is not None and _was_supported(before.briefing_content, text)
    return Guess(text, "supported" if verdict == "supported" or already else "candidate")


def _first_guess(case: Case) -> str:
    """The guess of the onboarding; a shortage keeps it out of the talk, not out of the file."""
    rules = {rule.id: rule.text for rule in load_onboarding().hypothesis.rules}
    named = [rules[name] for name in case.person.hypothesis_rules if name in rules]
    return guess_sentence(case.person.hypothesis) or (named[0] if named else "")


def _verdict(case: Case) -> Status:
    """What the person said to it: a number after the scale, or plain words."""
    lines = case.ctx.transcript
    for coach, user in pairwise(lines):
        if coach.role != "coach" or user.role != "user":
            continue
        if not any(scale in coach.text for scale in _SCALE) or "guess" not in coach.text.lower():
            continue
        number = rating(user.text, case.lexicon, asked=True)
        heard = read(user.text, case.language)
        if (number is not None and number <= FAR) or (number is None and heard.has("disagrees")):
            return "retired"
        if (number is not None and number >= CLOSE) or (number is None and heard.has("agrees")):
            return "supported"
    return "retired" if case.says("correction") and _echoes_guess(case) else "candidate"


def _echoes_guess(case: Case) -> bool:
    """Whether they corrected the page about them rather than a detail of the talk."""
    return any(case.lexicon.shows("about_the_page", plain(t)) for t in case.says("correction"))


def _was_supported(briefing: str, text: str) -> bool:
    at = briefing.find(after_colon(text)[:40])
    return at > 0 and "supported" in briefing[max(0, at - 80) : at]


def _next_guess(case: Case, refused: str) -> str:
    """Another rule's guess, else their own sentence; never the refused one in other words."""
    gone = [refused, *_retired_before(case)]
    rules = {rule.id: rule.text for rule in load_onboarding().hypothesis.rules}
    for rule_id in case.person.hypothesis_rules:
        text = rules.get(rule_id, "")
        if text and text not in gone:
            return text
    quote = case.newest_sentence
    if quote:
        return f"“{quote}” may be nearer to it than any guess of ours."
    return NOTHING_YET


def _retired_before(case: Case) -> list[str]:
    notes = case.ctx.intel.coaching_notes if case.ctx.intel else ()
    return [note.removeprefix(RETIRED_NOTE) for note in notes if note.startswith(RETIRED_NOTE)]


def leverage(case: Case) -> str:
    """Strength, wish and obstacle in one sentence."""
    tension = case.person.tension
    wish = case.person.emotional_why.strip().rstrip(".")
    hope = f"wrote “{wish}”" if wish else "would like it to be different"
    if tension is None:
        return f"They came without having to, {hope}, and {case.copy['obstacle']}."
    (strength,) = picked(tension_details(tension).strengths, case.seed)
    return f"Strength: {strength}. Wish: they {hope}. In between, {case.copy['obstacle']}."


def curiosities(case: Case) -> list[str]:
    """Return two or three open questions, none of them a directive."""
    found: list[str] = []
    quote = case.newest_sentence
    if quote and not case.is_first:
        found.append(f"What lies on the far side of “{quote}”?")
    if case.probe:
        found.append(case.probe)
    found += picked(case.copy["curiosities"], case.seed, MOST_CURIOSITIES)
    return found[:MOST_CURIOSITIES]
