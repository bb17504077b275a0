"""What home shows: the story so far and one sentence, in their own words, and the doors.

Doors are four to six ways into the next session, their first lines written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from coaching.offline.strategist.milestones import (
    LEAST_CONFIDENCE,
    Step,
    did_nothing,
    is_same,
    milestones,
    told,
)
from coaching.rules.guess import first_guess
from coaching.rules.keepsakes import Kind, is_about_loss, keepsake, whole
from coaching.rules.recap import topics
from coaching.rules.wording import after_colon, filled, in_words, thought, worded
from coaching.text.words import plain, sentences, upper_first, words
from coaching.values.enums import Depth, Heard, HypothesisStatus, SignalType, Stage
from coaching.values.strategy import Door

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.offline.strategist.findings import StageFinding
    from coaching.offline.strategist.milestones import Milestone
    from coaching.rules.case import Case
    from coaching.rules.guess import Guess
    from coaching.values.context import SignalView

ON_THE_WAY, LEAST_WORDS = 2, 3
SHORTEST, LONGEST = 15, 30  # words of the home sentence, as the prompt asks
FEWEST_OF_WHY = 4  # words; a shorter reason is not repeated
NEW = (Step.FOUND, Step.WON, Step.KEPT, Step.DECIDED)
"""What is told as the news of a session, the weightiest first."""
_OWN = re.compile(r"\b(?:i|i'm|i've|i'd|my|me|we|our|yo|me|mi|mis)\b")
MOST_DOORS = 6  # more than home shows, so that other doors come up on another day
MOST_FIRST_DOORS = 5  # on the first day there is less to choose from
HABITUAL_DOORS = 2  # one that is light and one that is only company
MOST_TITLE_WORDS = 9  # of a quote that is a title


@dataclass(frozen=True, slots=True)
class Now:
    """The key of the wordings for what matters most now, and what fills them."""

    name: str
    slots: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def quote(self) -> str:
        """Their words."""
        return self.slots.get("quote", "")


def story(case: Case, stage: StageFinding, guess: Guess) -> str:
    """Return the story so far in two to four short sentences."""
    table, person = case.told["story"], case.person
    why = thought(person.emotional_why)
    why = why if len(words(why)) >= LEAST_WORDS else ""
    lines = table["began" if why else "began_without"][case.habit]
    began = worded(lines, case.seed, 0, why=why, doubt=case.doubt)
    if case.is_first:
        return f"{began} {_one(table['first'][case.habit], case)}"
    near = now(case, guess)
    way = _on_the_way([one for one in milestones(case) if not _is_told(one, near)])
    shortly = _one(table["short"]["why" if why else "no_why"], case, why=why)
    parts = [shortly, _linked(way, case)] if way else [began]
    parts.append(_one(table["now"][near.name], case, **near.slots))
    if stage.stage is not person.stage and not case.ctx.safety_recent:
        parts.append(_one(table["stage"][stage.stage.value], case))
    return " ".join(map(upper_first, parts))


def one_sentence(case: Case, guess: Guess) -> str:
    """Return the sentence for home, 15 to 30 words; it moves as the person moves."""
    why = thought(case.person.emotional_why)
    reason = [filled(case.copy["one_why"], why=why)] if len(words(why)) >= FEWEST_OF_WHY else []
    options = [*_for_home(case, guess), *reason, case.sure_copy["one"]]
    return next(text for text in options if _fits_home(text))


def now(case: Case, guess: Guess) -> Now:
    """Return what is nearest: danger, then what happened, then what they found, did or felt."""
    if case.ctx.safety_recent:
        return Now("heavy")
    if happened := _happened(case):
        return happened
    if guess.heard.verdict is Heard.REJECTED:
        return Now("refused")
    return _new(case) or _tried(case) or _open(case)


def _happened(case: Case) -> Now | None:
    quotes = [signal.quote for signal in case.signals if signal.quote]
    if is_about_loss((*quotes, *case.said), case.lexicon):
        return Now("loss")
    if case.event is None or case.event.confidence < LEAST_CONFIDENCE:
        return None
    quote = told(case.event.quote, case)
    return Now("event", {"quote": quote}) if quote else Now("moved")


def _new(case: Case) -> Now | None:
    """Return the newest step since the briefing before, of the weightiest kind."""
    before = case.ctx.previous_briefing
    new = [one for one in milestones(case) if before is None or one.at > before.created_at]
    steps = (one for step in NEW for one in reversed(new) if one.step is step)
    return next((Now(one.step.value, one.slots) for one in steps), None)


def _tried(case: Case) -> Now | None:
    """Return how a practice went: what was done of it counts more than what was not."""
    checkins = case.of(SignalType.PRACTICE_CHECKIN)
    for signal in reversed([one for one in checkins if not did_nothing(one, case)]):
        if "half" in signal.content:
            return Now("half")
        if quote := _own(signal, case):
            return Now("did", {"quote": quote})
    return Now("news") if checkins else None


def _open(case: Case) -> Now:
    gift = keepsake(case.said, case.lexicon)
    if gift is not None and gift.kind is Kind.IDEA:
        return Now("idea", {"quote": gift.quote})
    feelings = case.of(SignalType.EMOTIONAL, least=LEAST_CONFIDENCE)
    quotes = [quote for one in feelings if (quote := _own(one, case))]
    if quotes:
        return Now("raw", {"quote": quotes[-1]})
    return Now("shame" if feelings else "quiet")


def _own(signal: SignalView, case: Case) -> str:
    """Return the whole sentence of a signal if it is about themselves."""
    quote = told(whole(signal.quote, case.said), case)
    return quote if _OWN.search(plain(quote)) else ""


def _is_told(one: Milestone, near: Now) -> bool:
    is_it = one.step.value == near.name and not one.quote
    return is_it or (bool(near.quote) and is_same(one.quote, near.quote))


def _on_the_way(passed: list[Milestone]) -> list[Milestone]:
    """Return the newest of two kinds; a loss is always there, or the story would not be true."""
    chosen: list[Milestone] = []
    losses = [one for one in passed if one.step is Step.LOSS]
    for one in (*losses[-1:], *reversed(passed)):
        if len(chosen) < ON_THE_WAY and one.step not in {other.step for other in chosen}:
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.at)


def _linked(way: list[Milestone], case: Case) -> str:
    table = case.told["story"]
    halves = [_one(table["moved"][one.step.value], case, **one.slots) for one in way]
    slots = dict(zip(("a", "b"), halves, strict=False))
    return _one(table["link"]["two" if len(halves) == ON_THE_WAY else "first"], case, **slots)


def _for_home(case: Case, guess: Guess) -> Iterator[str]:
    """Yield sentences about what is nearest, then about what they found, then their topics."""
    if case.is_first:
        return
    near, table = now(case, guess), dict[str, list[str]](case.told["home"])
    steps = () if case.ctx.safety_recent else milestones(case)[::-1]
    others = [(one.step.value, one.quote) for one in steps if one.step in NEW]
    for name, quote in ((near.name, near.quote), *others):
        for part in (quote, *reversed(sentences(quote))):
            for turn, _ in enumerate(table.get(name, ()), case.ctx.session_number):
                yield worded(table[name], case.seed, turn, quote=part.rstrip("."))
    if about := topics(case.said, case.lexicon):
        yield _one(table["topics"], case, topics=about)


def _fits_home(text: str) -> bool:
    """Of a fit length, and neither a question nor a number: such a run would be refused whole."""
    is_plain = "?" not in text and not any(sign.isdigit() for sign in text)
    return is_plain and SHORTEST <= len(words(text)) <= LONGEST


def _one(lines: list[str], case: Case, **slots: str) -> str:
    return worded(lines, case.seed, case.ctx.session_number, **slots)


def doors(case: Case, guess: Guess) -> list[Door]:
    """Return the doors, the nearest first; `nothing in particular` is always among them."""
    most = MOST_FIRST_DOORS if case.is_first else MOST_DOORS
    newest = [] if case.is_first else [*_newest(case, guess)][: MOST_DOORS - HABITUAL_DOORS]
    near = [*newest, *_always(case, guess), *_of_context(case)]
    unique: dict[str, Door] = {}
    for door in (*near[: most - HABITUAL_DOORS], *_of_tension(case), *near):
        unique.setdefault(plain(door.title).strip('"«»'), door)
    return [*list(unique.values())[: most - 1], _door(case.told["shared"]["nothing_door"])]


def _newest(case: Case, guess: Guess) -> Iterator[Door]:
    """Yield what the last session left open, each piece once."""
    shared, near = case.told["shared"], now(case, guess)
    if case.event is not None and near.name != "loss":
        yield _door(shared["event_door"])
    if near.name == "loss" or (near.name == "idea" and _title(near.quote, case)):
        yield _door(shared[f"{near.name}_door"], title=_title(near.quote, case), quote=near.quote)
    may_name = "ctx_controlled" not in case.person.life_context
    may_tell = may_name and near.name not in {"heavy", "loss"}
    if may_tell and (about := topics(case.said, case.lexicon)):
        yield _door(shared["topics_door"], topics=about)
    for one in reversed([] if case.ctx.safety_recent else milestones(case)):
        title = _title(one.quote, case)
        if title and one.step in {Step.FOUND, Step.KEPT}:
            yield _door(shared["quote_door"], title=title, quote=one.quote)
        elif title and one.step is Step.WON:
            yield _door(shared["win_door"], title=title, win=one.quote)
        elif one.step is Step.PEOPLE and may_name:
            yield _door(shared["people_door"], who=one.slots["who"])


def _always(case: Case, guess: Guess) -> Iterator[Door]:
    """Yield suggestions about the focus card, the reason, and the guess while it is open."""
    shared, why = case.told["shared"], thought(case.person.emotional_why)
    may_practise = case.person.stage is not Stage.PRECONTEMPLATION and not case.ctx.safety_recent
    if case.focus is not None and may_practise:
        yield _door(shared["card_door"], title=case.focus.title, card=case.focus.title)
    if why:
        yield _door(shared["why_door"], title=case.labels["why_came"], why=why)
    is_open = guess.status is HypothesisStatus.CANDIDATE and guess.text == first_guess(case)
    is_fit = case.person.tension is not None and "ctx_urgent" not in case.person.life_context
    if guess.text and is_open and is_fit:
        yield _door(shared["guess_door"], guess=after_colon(guess.text))


def _of_context(case: Case) -> list[Door]:
    contexts, life = case.told["context"], case.person.life_context
    hidden = {"ctx_partner"} if "ctx_controlled" in life else set[str]()
    names = (name for name in life if name in contexts and name not in hidden)
    return [_door(contexts[name]["door"]) for name in names]


def _of_tension(case: Case) -> list[Door]:
    """Return the doors of the tension, another first each session; at light depth no deep one."""
    is_light = case.person.depth is Depth.LIGHT
    rows = [row for row in case.copy["doors"] if not (is_light and row["length"] == "deep")]
    turn = case.ctx.session_number % len(rows)
    return [_door(row) for row in (*rows[turn:], *rows[:turn])]


def _title(quote: str, case: Case) -> str:
    """Return their whole sentence when it is short, else nothing."""
    return in_words(quote, case.language) if len(words(quote)) <= MOST_TITLE_WORDS else ""


def _door(row: dict[str, Any], **slots: str) -> Door:
    title, opening = (filled(str(row[name]), **slots) for name in ("title", "opening"))
    length, why = row["length"], row["why_now"]
    return Door(title=upper_first(title), why_now=why, length=length, opening=opening)
