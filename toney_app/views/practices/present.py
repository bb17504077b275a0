"""A practice as the page shows it: the list, a step, its end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toney_app.views.practices import kinds

if TYPE_CHECKING:
    from coaching.domains.practices.screen import Shown, ShownOutcome
    from coaching.values.practices import Offered

SCALE_MAX = 10
DONE_PERCENT = 100
LONGEST = 400


@dataclass(frozen=True, slots=True)
class Item:
    """A practice in the list; `group` is one of `kinds.GROUPS`."""

    id: str = ""
    title: str = ""
    promise: str = ""
    minutes: int = 0
    group: str = ""
    because: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer of a step: a quick reply, or a number."""

    id: str = ""
    text: str = ""
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out of a practice."""

    name: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A text of a preview that can be changed before it is kept."""

    name: str = ""
    label: str = ""
    field: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Something to keep, as a preview; `number` counts those of a step from 0."""

    number: int = 0
    index: int = 0
    kind: str = ""
    label: str = ""
    title: str = ""
    preview: str = ""
    parts: list[Part] = field(default_factory=list[Part])


@dataclass(frozen=True, slots=True)
class Action:
    """Something to do afterwards."""

    name: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A step. `number` counts what was shown, so that a tap on an earlier step does nothing."""

    number: int = 0
    run: str = ""
    title: str = ""
    """The name of the practice and how long it takes."""
    id: str = ""
    kind: str = ""
    text: str = ""
    language: str = "en"
    percent: int = 0
    lead: str = ""
    hint: str = ""
    go: str = ""
    choices: list[Choice] = field(default_factory=list[Choice])
    skip: str = ""
    low: str = ""
    high: str = ""
    longest: int = LONGEST
    seconds: int = 0
    inhale: int = 0
    exhale: int = 0
    can_go_back: bool = False
    resumes: bool = False
    """It may be kept on this device, and opens again at this step."""
    exits: list[Exit] = field(default_factory=list[Exit])
    why_label: str = ""
    why: str = ""
    about: str = ""
    outcomes: list[Outcome] = field(default_factory=list[Outcome])
    nothing: str = ""
    then: list[Action] = field(default_factory=list[Action])
    suggested: str = ""
    answered: str = ""
    kept: str = ""
    """What was kept on this last step: card, plan, win; empty while nothing is."""
    words: dict[str, str] = field(default_factory=dict[str, str])
    """The words around the step, in its language."""


def items(found: list[Offered]) -> list[Item]:
    """Return the list of practices as it is shown."""
    return [
        Item(
            each.id,
            each.title,
            each.promise,
            each.minutes,
            kinds.OF_PRACTICE[each.id][0],
            each.because,
        )
        for each in found
    ]


def step(shown: Shown, number: int) -> Step:
    """Return a step as it is shown."""
    return Step(
        number=number,
        run=str(shown.run_id),
        title=f"{shown.title} · {shown.minutes} {shown.labels['minutes']}",
        id=shown.step_id,
        kind=shown.type,
        text=shown.text,
        language=shown.language,
        percent=DONE_PERCENT if shown.type == "end" else round(DONE_PERCENT * shown.progress),
        lead=shown.lead,
        hint=shown.hint,
        go=shown.go,
        choices=_choices(shown),
        skip=shown.skip,
        low=shown.low,
        high=shown.high,
        longest=shown.max_length or LONGEST,
        seconds=shown.seconds or 0,
        inhale=shown.inhale or 0,
        exhale=shown.exhale or 0,
        can_go_back=shown.can_go_back,
        resumes=shown.resumes,
        exits=[Exit(way.name, way.text) for way in shown.exits],
        why_label=shown.why_label,
        why=shown.why,
        about=" ".join(part for part in (shown.about, shown.privacy) if part),
        outcomes=[_outcome(shown, each, n) for n, each in enumerate(_kept_kinds(shown))],
        nothing=next((o.label for o in shown.outcomes if o.kind == "nothing"), ""),
        then=[Action(action.name, action.text) for action in shown.then],
        suggested=shown.suggest.id if shown.suggest else "",
        answered=shown.answered,
        words=dict(shown.labels),
    )


def _choices(shown: Shown) -> list[Choice]:
    if shown.type == "scale":
        numbers = map(str, range(SCALE_MAX + 1))
        return [Choice(number, number, number == shown.answered) for number in numbers]
    return [Choice(chip.id, chip.text, chip.text == shown.answered) for chip in shown.chips]


def _kept_kinds(shown: Shown) -> list[ShownOutcome]:
    return [outcome for outcome in shown.outcomes if outcome.kind != "nothing"]


def _outcome(shown: Shown, outcome: ShownOutcome, number: int) -> Outcome:
    return Outcome(
        number=number,
        index=outcome.index,
        kind=outcome.kind,
        label=outcome.label,
        title=outcome.title or shown.labels["part_text"],
        preview=outcome.preview,
        parts=[
            Part(
                part.name,
                shown.labels[f"part_{part.name}"],
                f"practice-{number}-{part.name}",
                part.text,
            )
            for part in outcome.fields
        ],
    )
