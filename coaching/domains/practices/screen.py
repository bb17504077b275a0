"""What a screen shows of a run: every text ready, in the language of the run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from coaching.content.card_parts import as_text
from coaching.domains.practices import runner
from coaching.domains.practices.content import StepKind, Then
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from coaching.domains.practices.content import Both, Library, Outcome, Practice, Step
    from coaching.domains.practices.runner import Place
    from coaching.values.enums import CardKind, Tension

ShownKind = StepKind | Literal["crisis"]


@dataclass(frozen=True, slots=True)
class ShownChip:
    """A quick reply."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class ShownExit:
    """A way out, for the small menu."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ShownField:
    """A text of a preview that can be changed before it is kept."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ShownOutcome:
    """Something to keep, with its preview. `index` is what `keep` takes.

    `fields` can be edited: `title` and `content`, the parts of a plan (`cue`, `response`,
    `backup`) or of a conversation card, `text` of a win. `preview` is all of it as one text.
    """

    index: int
    kind: str
    label: str
    card_kind: CardKind | None = None
    title: str = ""
    preview: str = ""
    fields: tuple[ShownField, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownAction:
    """What to do afterwards: talk, help, another (see `Shown.suggest`) or close."""

    name: Then
    text: str


@dataclass(frozen=True, slots=True)
class Suggested:
    """A practice that goes well with this one."""

    id: str
    title: str
    minutes: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A step as it is shown.

    `step_id` starts with `@` for shared steps and for questions that come before a step: `@safe`
    and `@concern` are of type `choose`. `is_over` is set once the run has ended: its answers are
    deleted. In a crisis `type` is `crisis`, `text` is the fixed text and `safety` says which help.
    """

    run_id: UUID
    practice_id: str
    title: str
    minutes: int
    step_id: str
    type: ShownKind
    text: str
    language: str
    progress: float = 0.0
    lead: str = ""
    hint: str = ""
    go: str = ""
    chips: tuple[ShownChip, ...] = ()
    skip: str = ""
    low: str = ""
    high: str = ""
    max_length: int | None = None
    seconds: int | None = None
    inhale: int | None = None
    exhale: int | None = None
    can_go_back: bool = False
    back: str = ""
    exits: tuple[ShownExit, ...] = ()
    why_label: str = ""
    why: str = ""
    about: str = ""
    privacy: str = ""
    outcomes: tuple[ShownOutcome, ...] = ()
    then: tuple[ShownAction, ...] = ()
    suggest: Suggested | None = None
    answered: str = ""
    """The answer that was given on this step before, after going back."""
    resumes: bool = False
    """It opens again at this step: it isn't over, and its words may be kept."""
    is_over: bool = False
    ended_as: str = ""
    kept: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    """The words around a step, in the language of the run."""
    safety: SafetyVerdict = field(default_factory=SafetyVerdict)


@dataclass(frozen=True, slots=True)
class Screen:
    """Data for showing a step."""

    run_id: UUID
    library: Library
    practice: Practice
    place: Place
    tension: Tension | None
    language: str
    is_over: bool = False
    keeps: bool = True

    @property
    def step(self) -> Step:
        """The step itself."""
        return self.library.step(self.practice, self.place.step)

    def label(self, name: str) -> str:
        """Return a label in the language of the run."""
        return self.library.label(name, self.language)

    def said(self, both: Both | None) -> str:
        """Return a text in the language of the run; empty for none."""
        return both.said(self.language) if both else ""

    def filled(self, both: Both | None) -> str:
        """Return a text with the answers in it."""
        return runner.fill(self.practice, self.place, both, self.language) if both else ""


def show(screen: Screen) -> Shown:
    """Return the step a run is at."""
    practice, place, step, said = screen.practice, screen.place, screen.step, screen.said
    is_first = not place.trail and not screen.is_over
    can_go_back = runner.can_go_back(place) and not screen.is_over
    return Shown(
        run_id=screen.run_id,
        practice_id=practice.id,
        title=said(practice.title),
        minutes=practice.minutes,
        step_id=place.step,
        type=step.type,
        text=screen.filled(runner.wording(step, screen.tension)),
        language=screen.language,
        progress=runner.progress(screen.library, practice, place),
        lead=screen.filled(step.lead),
        hint=said(step.hint),
        go=said(step.go) or screen.label("continue"),
        chips=tuple(ShownChip(chip.id, said(chip.text)) for chip in step.chips),
        skip=said(step.skip.text) if step.skip else "",
        low=said(step.low),
        high=said(step.high),
        max_length=step.max,
        seconds=step.seconds or step.seconds_most,
        inhale=step.inhale,
        exhale=step.out,
        can_go_back=can_go_back,
        back=screen.label("back") if can_go_back else "",
        exits=() if screen.is_over else exits(screen),
        why_label=screen.label("why"),
        why=said(practice.evidence.why),
        about=said(screen.library.about) if is_first else "",
        privacy=screen.label("privacy") if is_first else "",
        outcomes=() if screen.is_over else outcomes(screen),
        then=tuple(ShownAction(name, screen.label(name)) for name in step.then),
        suggest=_suggested(screen),
        answered=str(place.answers.get(step.store, "")) if step.store else "",
        resumes=screen.keeps and not screen.is_over,
        is_over=screen.is_over,
        labels={name: screen.label(name) for name in screen.library.labels},
    )


def exits(screen: Screen) -> tuple[ShownExit, ...]:
    """Return the ways out of a step; none on the last one or when already leaving."""
    if not runner.can_leave(screen.library, screen.practice, screen.place):
        return ()
    ways = screen.library.exits.items()
    return tuple(ShownExit(name, screen.said(way.label)) for name, way in ways)


def outcomes(screen: Screen) -> tuple[ShownOutcome, ...]:
    """Return what can be kept; where words aren't stored, nothing can."""
    shown = [_outcome(screen, n, outcome) for n, outcome in enumerate(screen.step.outcomes)]
    return tuple(one for one in shown if screen.keeps or one.kind == "nothing")


def _outcome(screen: Screen, index: int, outcome: Outcome) -> ShownOutcome:
    label = screen.label(f"keep_{outcome.kind}")
    if outcome.kind == "nothing":
        return ShownOutcome(index, outcome.kind, label)
    if outcome.kind == "win":
        text = screen.filled(outcome.text)
        return ShownOutcome(
            index, outcome.kind, label, preview=text, fields=(ShownField("text", text),)
        )
    title, kind = screen.filled(outcome.title), outcome.kept_as
    parts = {name: screen.filled(part) for name, part in outcome.named_parts.items()}
    content = screen.filled(outcome.content)
    whole = as_text(screen.language, kind, parts) if parts and kind else content
    body = parts or {"content": content}
    fields = tuple(ShownField(name, text) for name, text in {"title": title, **body}.items())
    return ShownOutcome(index, outcome.kind, label, kind, title, whole, fields)


def _suggested(screen: Screen) -> Suggested | None:
    practice = screen.library.find(screen.step.suggest) if screen.step.suggest else None
    if practice is None:
        return None
    return Suggested(practice.id, screen.said(practice.title), practice.minutes)
