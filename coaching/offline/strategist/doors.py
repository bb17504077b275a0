"""Four to six ways into the next session, named by the person's words, first lines written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.offline.strategist.milestones import Step, milestones
from coaching.offline.strategist.story import now
from coaching.rules.guess import first_guess
from coaching.rules.wording import after_colon, in_words, thought
from coaching.text.words import plain, upper_first, words
from coaching.values.enums import Depth, HypothesisStatus, Stage
from coaching.values.strategy import Door

if TYPE_CHECKING:
    from coaching.rules.case import Case
    from coaching.rules.guess import Guess

MOST_DOORS = 6  # more than home shows, so that other doors come up on another day
MOST_FIRST_DOORS = 5  # on the first day there is less to choose from
HABITUAL_DOORS = 2  # one that is light and one that is only company
MOST_TITLE_WORDS = 9  # of a quote that is a title
FROM_NOW = {"loss": "loss_door", "idea": "idea_door"}


def doors(case: Case, guess: Guess) -> list[Door]:
    """Return the doors, the nearest first; `nothing in particular` is always among them."""
    most = MOST_FIRST_DOORS if case.is_first else MOST_DOORS
    of_habit = _of_tension(case)
    near = [*_newest(case, guess), *_always(case, guess), *_of_context(case)]
    unique: dict[str, Door] = {}
    for door in (*near[: most - HABITUAL_DOORS], *of_habit, *near):
        unique.setdefault(plain(door.title).strip('"«»'), door)
    kept = list(unique.values())[: most - 1]
    kept.append(_door(case.told["shared"]["nothing_door"]))
    return kept


def _newest(case: Case, guess: Guess) -> list[Door]:
    """Return what the last session left open, each piece once."""
    if case.is_first:
        return []
    shared, near, found = case.told["shared"], now(case, guess), list[Door]()
    if case.event is not None and near.name != "loss":
        found.append(_door(shared["event_door"]))
    if near.name in FROM_NOW:
        title = _title(near.quote, case)
        found.append(_door(shared[FROM_NOW[near.name]], title=title, quote=near.quote))
    if case.ctx.safety_recent:
        return found
    for one in reversed(milestones(case)):
        if one.step in {Step.FOUND, Step.KEPT}:
            title = _title(one.quote, case)
            found.append(_door(shared["quote_door"], title=title, quote=one.quote))
        elif one.step is Step.WON:
            found.append(_door(shared["win_door"], title=_title(one.quote, case), win=one.quote))
        elif one.step is Step.PEOPLE and "ctx_controlled" not in case.person.life_context:
            slots = {"title": one.slots["Who"], "who": one.slots["who"]}
            found.append(_door(shared["people_door"], **slots))
    return found[: MOST_DOORS - HABITUAL_DOORS]


def _always(case: Case, guess: Guess) -> list[Door]:
    """Suggestions about the reason, the focus card, and the guess while it is open."""
    shared, found = case.told["shared"], list[Door]()
    why = thought(case.person.emotional_why)
    if case.focus is not None and not case.ctx.safety_recent and _may_practise(case):
        title = case.focus.title
        found.append(_door(shared["card_door"], title=title, card=title))
    if why:
        found.append(_door(shared["why_door"], title=case.labels["why_came"], why=why))
    if _may_guess(case, guess):
        found.append(_door(shared["guess_door"], guess=after_colon(guess.text)))
    return found


def _may_practise(case: Case) -> bool:
    return case.person.stage is not Stage.PRECONTEMPLATION


def _may_guess(case: Case, guess: Guess) -> bool:
    """Return False before basics are safe, and once the guess is agreed."""
    is_open = guess.status is HypothesisStatus.CANDIDATE
    return (
        is_open
        and bool(guess.text)
        and guess.text == first_guess(case)
        and case.person.tension is not None
        and "ctx_urgent" not in case.person.life_context
    )


def _of_context(case: Case) -> list[Door]:
    contexts = case.told["context"]
    controlled = "ctx_controlled" in case.person.life_context
    names = [name for name in case.person.life_context if name in contexts]
    if controlled:
        names = [name for name in names if name != "ctx_partner"]
    return [_door(contexts[name]["door"]) for name in names]


def _of_tension(case: Case) -> list[Door]:
    """Return the doors of the tension, another first each session; at light depth no deep one."""
    allowed = (
        ("quick", "medium") if case.person.depth is Depth.LIGHT else ("quick", "medium", "deep")
    )
    rows = [row for row in case.copy["doors"] if row["length"] in allowed]
    turn = case.ctx.session_number % len(rows)
    return [_door(row) for row in (*rows[turn:], *rows[:turn])]


def _title(quote: str, case: Case) -> str:
    """Return their whole sentence when it is short, else what it is."""
    is_short = len(words(quote)) <= MOST_TITLE_WORDS
    return in_words(quote, case.language) if is_short else case.labels["something_said"]


def _door(row: dict[str, Any], **slots: str) -> Door:
    title, opening = str(row["title"]), str(row["opening"])
    for name, value in slots.items():
        title = title.replace(f"{{{name}}}", value)
        opening = opening.replace(f"{{{name}}}", value)
    return Door(
        title=upper_first(title), why_now=row["why_now"], length=row["length"], opening=opening
    )
