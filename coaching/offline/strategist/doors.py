"""Four to eight ways into the next session, each with its first line already written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.offline.slots import after_colon, short_why
from coaching.offline.strategist.wording import copy
from coaching.values.enums import Depth, HypothesisStatus, Stage
from coaching.values.strategy import Door

if TYPE_CHECKING:
    from coaching.offline.strategist.case import Case
    from coaching.offline.strategist.guess import Guess

MOST, FEWEST = 8, 4


def doors(case: Case, guess: Guess) -> list[Door]:
    """Return the doors, the nearest first; `nothing in particular` is always among them."""
    found = [*_newest(case, guess), *_of_context(case), *_of_tension(case)]
    unique = {door.title: door for door in found}
    kept = list(unique.values())[: MOST - 1]
    shared = copy()["shared"]
    kept.append(_door(shared["nothing_door"]))
    if len(kept) < FEWEST:
        kept.insert(0, _door(copy()["no_tension"]["doors"][0]))
    return kept


def _newest(case: Case, guess: Guess) -> list[Door]:
    """What the last session left open."""
    shared = copy()["shared"]
    found: list[Door] = []
    if case.event is not None:
        found.append(_door(shared["event_door"]))
    if case.newest_sentence and not case.is_first:
        found.append(_door(shared["quote_door"], quote=case.newest_sentence))
    if case.ctx.wins and not case.ctx.safety_recent:
        newest = max(case.ctx.wins, key=lambda win: (win.created_at, win.id))
        found.append(_door(shared["win_door"], win=newest.text.rstrip(".")))
    why = short_why(case.person.emotional_why)
    if why:
        found.append(_door(shared["why_door"], why=why))
    if case.focus is not None and not case.ctx.safety_recent and _may_practise(case):
        found.append(_door(shared["card_door"], card=case.focus.title))
    if _may_guess(case, guess):
        found.append(_door(shared["guess_door"], guess=after_colon(guess.text)))
    return found


def _may_practise(case: Case) -> bool:
    return case.person.stage is not Stage.PRECONTEMPLATION


def _may_guess(case: Case, guess: Guess) -> bool:
    """Not before basics are safe, and not once it is agreed."""
    is_open = guess.status is HypothesisStatus.CANDIDATE
    return (
        is_open
        and bool(guess.text)
        and guess.text == case.person.hypothesis.strip()
        and case.person.tension is not None
        and "ctx_urgent" not in case.person.life_context
    )


def _of_context(case: Case) -> list[Door]:
    contexts = copy()["context"]
    controlled = "ctx_controlled" in case.person.life_context
    names = [name for name in case.person.life_context if name in contexts]
    if controlled:
        names = [name for name in names if name != "ctx_partner"]
    return [_door(contexts[name]["door"]) for name in names]


def _of_tension(case: Case) -> list[Door]:
    """The doors of the tension; a light depth leaves the deep ones closed."""
    allowed = (
        ("quick", "medium") if case.person.depth is Depth.LIGHT else ("quick", "medium", "deep")
    )
    return [_door(row) for row in case.copy["doors"] if row["length"] in allowed]


def _door(row: dict[str, Any], **slots: str) -> Door:
    opening = str(row["opening"])
    for name, value in slots.items():
        opening = opening.replace(f"{{{name}}}", value)
    return Door(title=row["title"], why_now=row["why_now"], length=row["length"], opening=opening)
