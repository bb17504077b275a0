"""Four to six ways into the next session, named by the person's words, first lines written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.offline.strategist.milestones import Step, milestones
from coaching.offline.strategist.story import now
from coaching.rules.guess import first_guess
from coaching.rules.wording import after_colon, filled, in_words, thought
from coaching.text.words import plain, upper_first, words
from coaching.values.enums import Depth, HypothesisStatus, Stage
from coaching.values.strategy import Door

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.rules.case import Case
    from coaching.rules.guess import Guess

MOST_DOORS = 6  # more than home shows, so that other doors come up on another day
MOST_FIRST_DOORS = 5  # on the first day there is less to choose from
HABITUAL_DOORS = 2  # one that is light and one that is only company
MOST_TITLE_WORDS = 9  # of a quote that is a title


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
    if near.name in {"loss", "idea"}:
        title = _title(near.quote, case)
        yield _door(shared[f"{near.name}_door"], title=title, quote=near.quote)
    may_name = "ctx_controlled" not in case.person.life_context
    for one in reversed([] if case.ctx.safety_recent else milestones(case)):
        title = _title(one.quote, case)
        if one.step in {Step.FOUND, Step.KEPT}:
            yield _door(shared["quote_door"], title=title, quote=one.quote)
        elif one.step is Step.WON:
            yield _door(shared["win_door"], title=title, win=one.quote)
        elif one.step is Step.PEOPLE and may_name:
            yield _door(shared["people_door"], title=one.slots["Who"], who=one.slots["who"])


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
    return [
        _door(contexts[name]["door"]) for name in life if name in contexts and name not in hidden
    ]


def _of_tension(case: Case) -> list[Door]:
    """Return the doors of the tension, another first each session; at light depth no deep one."""
    is_light = case.person.depth is Depth.LIGHT
    rows = [row for row in case.copy["doors"] if not (is_light and row["length"] == "deep")]
    turn = case.ctx.session_number % len(rows)
    return [_door(row) for row in (*rows[turn:], *rows[:turn])]


def _title(quote: str, case: Case) -> str:
    """Return their whole sentence when it is short, else what it is."""
    is_short = len(words(quote)) <= MOST_TITLE_WORDS
    return in_words(quote, case.language) if is_short else case.labels["something_said"]


def _door(row: dict[str, Any], **slots: str) -> Door:
    title, opening = (filled(str(row[name]), **slots) for name in ("title", "opening"))
    length, why = row["length"], row["why_now"]
    return Door(title=upper_first(title), why_now=why, length=length, opening=opening)
