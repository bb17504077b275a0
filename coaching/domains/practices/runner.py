"""One runner for both coaches: from a place in a practice and an answer to the next place.

It is pure: no clock, no database, no model. A `Place` is all that a run remembers, so going back
and resuming are the same thing as being there.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from coaching.errors import InvalidInput
from coaching.templates import filled_by

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from coaching.domains.practices.content import (
        Both,
        Branch,
        ExitName,
        Library,
        Practice,
        Step,
    )
    from coaching.values.enums import Tension

SCALE_MAX = 10
BLANK = "___"
"""Stands for an answer that wasn't stored and has no fallback."""
_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody did on a step: one of these. None of them: they went on."""

    chip: str = ""
    number: int | None = None
    text: str = ""
    skip: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run is: its step, the answers by variable, and the steps before this one."""

    step: str
    answers: Mapping[str, str | int] = field(default_factory=dict[str, "str | int"])
    trail: tuple[str, ...] = ()
    left_by: ExitName | None = None


def begin(practice: Practice) -> Place:
    """Return the first place of a practice."""
    return Place(practice.start)


def advance(
    library: Library,
    practice: Practice,
    place: Place,
    answer: Answer,
    *,
    tension: Tension | None,
    language: str,
    stores_words: bool = True,
) -> Place:
    """Return the place after an answer; raise `InvalidInput` when it doesn't fit the step."""
    step = library.step(practice, place.step)
    target, stored = _ANSWERED[step.type](step, place, answer, language)
    if tension and tension in step.next_by_tension and not step.branch and not answer.skip:
        target = step.next_by_tension[tension]
    answers = dict(place.answers)
    if step.store and stored is not None and (stores_words or isinstance(stored, int)):
        answers[step.store] = stored
    went = Place(target, answers, (*place.trail, place.step), place.left_by)
    is_shared = target in library.shared_steps and place.left_by is None
    return replace(went, left_by=_exit_to(library, target)) if is_shared else went


def leave(library: Library, practice: Practice, place: Place, exit_name: ExitName) -> Place:
    """Return the place that a way out leads to."""
    target = library.exit_of(practice, exit_name)
    return Place(target, place.answers, (*place.trail, place.step), exit_name)


def back(place: Place) -> Place:
    """Return the place before this one; the first has none, and nobody comes back from a way out.

    The answer of the step that is shown again stays until another one replaces it.
    """
    if not can_go_back(place):
        raise InvalidInput({"back": "there is no earlier step"})
    return Place(place.trail[-1], place.answers, place.trail[:-1])


def can_go_back(place: Place) -> bool:
    """Return True if there is a step to go back to."""
    return bool(place.trail) and place.left_by is None


def can_leave(library: Library, practice: Practice, place: Place) -> bool:
    """Return True if the ways out are offered: not on the last step nor when already leaving."""
    step = library.step(practice, place.step)
    return place.left_by is None and step.type != "end"


def wording(step: Step, tension: Tension | None) -> Both:
    """Return the text of a step for the lead tension."""
    return step.by_tension.get(tension, step.text) if tension else step.text


def fill(practice: Practice, place: Place, both: Both, language: str) -> str:
    """Return a text with the answers filled in; skipped ones get their fallback."""

    def said(slot: str) -> str:
        found = place.answers.get(slot)
        if found is not None:
            return str(found)
        variable = practice.variables.get(slot)
        return variable.fallback.said(language) if variable and variable.fallback else BLANK

    return filled_by(both.said(language), said)


def progress(library: Library, practice: Practice, place: Place) -> float:
    """Return how far a run is, 0 to 1, against the longest way that is left."""
    done = len(place.trail) + 1
    return done / (done + _longest_after(library, practice, place.step))


def is_over(library: Library, practice: Practice, place: Place) -> bool:
    """Return True if this is a last step."""
    return library.step(practice, place.step).type == "end"


def _longest_after(library: Library, practice: Practice, name: str) -> int:
    targets = library.step(practice, name).targets
    return max((1 + _longest_after(library, practice, target) for target in targets), default=0)


def _exit_to(library: Library, target: str) -> ExitName | None:
    return next((name for name, way in library.exits.items() if way.next == target), None)


def _go_on(step: Step, place: Place, answer: Answer, language: str) -> tuple[str, str | int | None]:
    del place, answer, language
    return _next(step), None


def _choose(
    step: Step, place: Place, answer: Answer, language: str
) -> tuple[str, str | int | None]:
    del place
    chip = next((chip for chip in step.chips if chip.id == answer.chip), None)
    if chip is None:
        raise InvalidInput({"chip": f"choose one of: {', '.join(chip.id for chip in step.chips)}"})
    return chip.next, (chip.value or chip.text).said(language)


def _rate(step: Step, place: Place, answer: Answer, language: str) -> tuple[str, str | int | None]:
    del language
    if answer.number is None or not 0 <= answer.number <= SCALE_MAX:
        raise InvalidInput({"number": f"choose a number from 0 to {SCALE_MAX}"})
    ways = (way.next for way in step.branch if _is_taken(way, answer.number, place))
    return next(ways, _next(step)), answer.number


def _write(step: Step, place: Place, answer: Answer, language: str) -> tuple[str, str | int | None]:
    del place, language
    if answer.skip:
        if step.skip is None:
            raise InvalidInput({"skip": "this step can't be skipped"})
        return step.skip.next, None
    text = " ".join(answer.text.split())
    if not text:
        raise InvalidInput({"text": "write something, or choose another way on"})
    if step.max is not None and len(text) > step.max:
        raise InvalidInput({"text": f"is too long: at most {step.max} characters"})
    return _next(step), text.rstrip(".…") or text


def _end(step: Step, place: Place, answer: Answer, language: str) -> tuple[str, str | int | None]:
    del step, place, answer, language
    raise InvalidInput({"step": "this is the last step: keep something, or finish"})


def _next(step: Step) -> str:
    assert step.next  # noqa: S101 - the checker proves it
    return step.next


def _is_taken(way: Branch, number: int, place: Place) -> bool:
    other = place.answers.get(way.var) if way.var else way.value
    return isinstance(other, int) and _COMPARE[way.op](number, other)


_ANSWERED: Mapping[str, Callable[[Step, Place, Answer, str], tuple[str, str | int | None]]] = {
    "say": _go_on,
    "breathe": _go_on,
    "timer": _go_on,
    "choose": _choose,
    "look": _choose,
    "scale": _rate,
    "write": _write,
    "end": _end,
}
