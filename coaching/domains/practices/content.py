"""The practices as values: what is in practices.json, in both languages.

Reading checks the shape and the types; `checking` finds what a shape can't say.
"""

from __future__ import annotations

from dataclasses import field
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from coaching.content.reading import data_file, read, record
from coaching.values.enums import CardKind, Stage, Tension

if TYPE_CHECKING:
    from collections.abc import Mapping

StepKind = Literal["say", "choose", "scale", "write", "breathe", "timer", "look", "end"]
Then = Literal["talk", "help", "another", "close"]
OutcomeKind = Literal["card", "plan", "win", "nothing"]
ExitName = Literal["too_much", "not_now", "something_else"]
SPANISH = "es"


@record
class Both:
    """One text in the two languages."""

    en: str
    es: str

    def said(self, language: str) -> str:
        """Return the text in a language; English for one that isn't there."""
        return self.es if language.split("-", maxsplit=1)[0] == SPANISH else self.en


@record
class PracticeChip:
    """A quick reply of a step. Without `value` its text is what is stored."""

    id: str
    text: Both
    next: str
    value: Both | None = None


@record
class Branch:
    """Where a number leads: compared with `value`, or with the number stored as `var`."""

    op: Literal["<", "<=", ">", ">="]
    next: str
    value: int | None = None
    var: str | None = None


@record
class Skip:
    """A way past a `write` step without storing anything."""

    text: Both
    next: str


@record
class Outcome:
    """Something to keep at the end. A plan has a cue, a response and a backup."""

    kind: OutcomeKind
    card_kind: CardKind | None = None
    title: Both | None = None
    content: Both | None = None
    text: Both | None = None
    cue: Both | None = None
    response: Both | None = None
    backup: Both | None = None
    parts: dict[str, Both] = field(default_factory=dict[str, Both])

    @property
    def kept_as(self) -> CardKind | None:
        """The kind of card it becomes; None for a win and for nothing."""
        return CardKind.PLAN if self.kind == "plan" else self.card_kind

    @property
    def named_parts(self) -> Mapping[str, Both]:
        """The parts of a plan or a conversation card."""
        plan = {"cue": self.cue, "response": self.response, "backup": self.backup}
        return {**{name: part for name, part in plan.items() if part}, **self.parts}


@record
class Step:
    """One screen of a practice. Which fields a kind needs is checked in `checking`."""

    type: StepKind
    text: Both
    by_tension: dict[Tension, Both] = field(default_factory=dict[Tension, Both])
    next: str | None = None
    next_by_tension: dict[Tension, str] = field(default_factory=dict[Tension, str])
    branch: tuple[Branch, ...] = ()
    go: Both | None = None
    chips: tuple[PracticeChip, ...] = ()
    store: str | None = None
    low: Both | None = None
    high: Both | None = None
    max: int | None = None
    lead: Both | None = None
    hint: Both | None = None
    skip: Skip | None = None
    seconds: int | None = None
    inhale: Annotated[int | None, Field(alias="in")] = None
    out: int | None = None
    seconds_most: int | None = None
    outcomes: tuple[Outcome, ...] = ()
    then: tuple[Then, ...] = ()
    suggest: str | None = None

    @property
    def targets(self) -> tuple[str, ...]:
        """Every step that can come after this one, exits left out."""
        found = [self.next, *self.next_by_tension.values(), *(way.next for way in self.branch)]
        found += [chip.next for chip in self.chips]
        found += [self.skip.next] if self.skip else []
        return tuple(dict.fromkeys(target for target in found if target))


@record
class Source:
    """A study. `checked`: somebody has read at least its abstract."""

    ref: str
    finding: str
    checked: bool


@record
class Evidence:
    """Which method a practice uses, how strong the evidence is, and what it can't do."""

    method: str
    strength: Literal["good", "fair", "early"]
    sources: tuple[Source, ...]
    limits: str
    why: Both


@record
class Variable:
    """A value that a run remembers; `fallback` is used if it was skipped."""

    type: Literal["text", "number"]
    max: int | None = None
    fallback: Both | None = None


@record
class Exit:
    """A way out of every step."""

    label: Both
    next: str


@record
class Practice:
    """One guided exercise."""

    id: str
    title: Both
    promise: Both
    minutes: int
    tensions: tuple[Tension, ...]
    stages: tuple[Stage, ...]
    moments: tuple[str, ...]
    not_when: tuple[str, ...]
    evidence: Evidence
    variables: dict[str, Variable]
    start: str
    steps: dict[str, Step]
    exits: dict[ExitName, str] = field(default_factory=dict[ExitName, str])


@record
class Library:
    """Everything in practices.json."""

    version: str
    languages: tuple[str, ...]
    about: Both
    labels: dict[str, Both]
    conditions: dict[str, str]
    never_start: tuple[str, ...]
    never_offer: tuple[str, ...]
    moments: dict[str, str]
    exits: dict[ExitName, Exit]
    shared_steps: dict[str, Step]
    practices: tuple[Practice, ...]

    def find(self, practice_id: str) -> Practice | None:
        """Return a practice; None for an id that isn't there (any more)."""
        return _by_id(self).get(practice_id)

    def label(self, name: str, language: str) -> str:
        """Return a label such as `continue`."""
        return self.labels[name].said(language)

    def step(self, practice: Practice, name: str) -> Step:
        """Return a step of a practice, or a shared one."""
        return practice.steps[name] if name in practice.steps else self.shared_steps[name]

    def exit_of(self, practice: Practice, name: ExitName) -> str:
        """Return the step that a way out leads to."""
        return practice.exits.get(name, self.exits[name].next)


@cache
def load_library() -> Library:
    """Return the library, read once."""
    return read(data_file("practices.json"), Library)


def _by_id(library: Library) -> dict[str, Practice]:
    return {practice.id: practice for practice in library.practices}
