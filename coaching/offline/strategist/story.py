"""The story so far, told to the person: where it began, what moved on the way, what is near now."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.offline.strategist.milestones import LEAST_CONFIDENCE, Step, is_same, milestones, told
from coaching.rules.keepsakes import Kind, is_about_loss, keepsake, whole
from coaching.rules.wording import thought, worded
from coaching.text.words import plain, upper_first, words
from coaching.values.enums import Heard, SignalType

if TYPE_CHECKING:
    from coaching.offline.strategist.milestones import Milestone
    from coaching.offline.strategist.stage import StageFinding
    from coaching.rules.case import Case
    from coaching.rules.guess import Guess
    from coaching.values.context import SignalView

ON_THE_WAY, LEAST_WORDS = 2, 3
OWN = re.compile(r"\b(?:i|i'm|i've|i'd|my|me|we|our|yo|me|mi|mis)\b")


@dataclass(frozen=True, slots=True)
class Now:
    """Return the key of the wordings for what matters most now."""

    name: str
    slots: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def quote(self) -> str:
        """Their words."""
        return self.slots.get("quote", "")


def story(case: Case, stage: StageFinding, guess: Guess) -> str:
    """Return the story so far in two to four short sentences."""
    if case.is_first:
        return f"{_began(case)} {_one(case.told['story']['first'][_whose(case)], case, {})}"
    near, passed = now(case, guess), milestones(case)
    way = _on_the_way([one for one in passed if not _is_told(one, near)])
    parts = [_shortly(case), _linked(way, case)] if way else [_began(case)]
    parts.append(_one(case.told["story"]["now"][near.name], case, near.slots))
    if stage.stage is not case.person.stage and not case.ctx.safety_recent:
        parts.append(_one(case.told["story"]["stage"][stage.stage.value], case, {}))
    return " ".join(map(upper_first, parts))


def now(case: Case, guess: Guess) -> Now:
    """Return what is nearest: danger, then what happened, then what they found, did or felt."""
    if case.ctx.safety_recent:
        return Now("heavy")
    return _happened(case) or _answered(guess) or _new(case) or _tried(case) or _open(case)


def _happened(case: Case) -> Now | None:
    quotes = [signal.quote for signal in case.signals if signal.quote]
    if is_about_loss((*quotes, *case.said), case.lexicon):
        return Now("loss")
    if case.event is None or case.event.confidence < LEAST_CONFIDENCE:
        return None
    quote = told(case.event.quote, case)
    return Now("event", {"quote": quote}) if quote else Now("moved")


def _answered(guess: Guess) -> Now | None:
    return Now("refused") if guess.heard.verdict is Heard.REJECTED else None


def _new(case: Case) -> Now | None:
    """Return the step since the briefing before, the weightiest first."""
    before = case.ctx.previous_briefing
    new = [one for one in milestones(case) if before is None or one.at > before.created_at]
    for step in (Step.FOUND, Step.WON, Step.KEPT, Step.DECIDED):
        found = [one for one in new if one.step is step]
        if found:
            return Now(step.value, found[-1].slots)
    return None


def _tried(case: Case) -> Now | None:
    """Return how a practice went: what was done of it counts more than what was not."""
    checkins = case.of(SignalType.PRACTICE_CHECKIN)
    tried = [signal for signal in checkins if not _is_rest(signal, case)]
    for signal in reversed(tried):
        quote = told(whole(signal.quote, case.said), case)
        if "half" in signal.content:
            return Now("half")
        if quote and OWN.search(plain(quote)):
            return Now("did", {"quote": quote})
    return Now("news") if tried else Now("rest") if checkins else None


def _is_rest(signal: SignalView, case: Case) -> bool:
    return case.lexicon.shows("not_done", plain(f"{signal.content} {signal.quote}"))


def _open(case: Case) -> Now:
    gift = keepsake(case.said, case.lexicon)
    if gift is not None and gift.kind is Kind.IDEA:
        return Now("idea", {"quote": gift.quote})
    feelings = case.of(SignalType.EMOTIONAL, least=LEAST_CONFIDENCE)
    for signal in reversed(feelings):
        quote = told(whole(signal.quote, case.said), case)
        if quote and OWN.search(plain(quote)):
            return Now("raw", {"quote": quote})
    people = [one for one in milestones(case) if one.step is Step.PEOPLE]
    if people and not feelings:
        return Now("people", people[-1].slots)
    return Now("shame" if feelings else "quiet")


def _is_told(one: Milestone, near: Now) -> bool:
    if one.step.value == near.name and not one.quote:
        return True
    return bool(near.quote) and is_same(one.quote, near.quote)


def _on_the_way(passed: list[Milestone]) -> list[Milestone]:
    """Return the newest of two kinds; a loss is always there, or the story would not be true."""
    chosen: list[Milestone] = []
    losses = [one for one in passed if one.step is Step.LOSS]
    for one in (*losses[-1:], *reversed(passed)):
        if len(chosen) < ON_THE_WAY and one.step not in {other.step for other in chosen}:
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.at)


def _linked(way: list[Milestone], case: Case) -> str:
    halves = [_one(case.told["story"]["moved"][one.step.value], case, one.slots) for one in way]
    name = "two" if len(halves) == ON_THE_WAY else "first"
    slots: dict[str, str] = dict(zip(("a", "b"), halves, strict=False))
    return _one(case.told["story"]["link"][name], case, slots)


def _began(case: Case) -> str:
    why = _why(case)
    table = case.told["story"]["began" if why else "began_without"]
    return worded(table[_whose(case)], case.seed, 0, why=why)


def _why(case: Case) -> str:
    """Return why they came, when they wrote more than a word or two."""
    why = thought(case.person.emotional_why)
    return why if len(words(why)) >= LEAST_WORDS else ""


def _shortly(case: Case) -> str:
    why = _why(case)
    return _one(case.told["story"]["short"]["why" if why else "no_why"], case, {"why": why})


def _whose(case: Case) -> str:
    tension = case.person.tension
    return tension.value if tension and not case.is_sketch else "nobody"


def _one(lines: list[str], case: Case, slots: dict[str, str]) -> str:
    return worded(lines, case.seed, case.ctx.session_number, **slots)
