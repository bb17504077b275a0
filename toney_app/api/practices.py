"""Practices: the open list, and doing one step by step."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from coaching.domains.practices import service
from coaching.domains.practices.runner import Answer
from coaching.domains.practices.screen import Shown
from coaching.values.enums import CardKind, SafetyLevel
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import In, Listed, Out, Whole

router = APIRouter(tags=["practices"])


class PracticeOut(Out):
    """A practice that may be started now."""

    id: str
    title: str
    minutes: int
    promise: str


class ChipOut(Out):
    """A quick reply; `id` is what an answer sends."""

    id: str
    text: str


class NamedOut(Out):
    """A way out, an action afterwards or a field of a preview, with its text."""

    name: str
    text: str


class OutcomeOut(Out):
    """Something to keep; `fields` can be changed when it is kept."""

    index: int
    kind: Literal["card", "plan", "win", "nothing"]
    label: str
    card_kind: CardKind | None
    title: str
    preview: str
    fields: list[NamedOut]


class SuggestedOut(Out):
    """A practice that goes well with this one."""

    id: str
    title: str
    minutes: int


class SafetyOut(Out):
    """The verdict of the safety screen on the text."""

    level: SafetyLevel
    category: str


class StepOut(Out):
    """The step that a run is at. Texts are ready to show.

    `type` is `crisis` when something serious was written: the run is over, and `text` is the fixed
    text for it. A question that comes before a step (`stepId` `@safe` or `@concern`) is a `choose`.
    """

    run_id: UUID
    practice_id: str
    title: str
    minutes: int
    step_id: str
    type: Literal["say", "choose", "scale", "write", "breathe", "timer", "look", "end", "crisis"]
    text: str
    language: str
    progress: float
    lead: str
    hint: str
    go: str
    chips: list[ChipOut]
    skip: str
    low: str
    high: str
    max_length: int | None
    seconds: int | None
    inhale: int | None
    exhale: int | None
    can_go_back: bool
    exits: list[NamedOut]
    why: str
    about: str
    privacy: str
    outcomes: list[OutcomeOut]
    then: list[NamedOut]
    suggest: SuggestedOut | None
    answered: str
    is_over: bool
    ended_as: str
    kept: list[str]
    safety: SafetyOut


class NewRun(In):
    """Which practice to start."""

    practice_id: str


class AnswerIn(In):
    """What was done on the step: one of these; empty to go on."""

    chip: str = ""
    number: Whole | None = None
    text: str = Field(default="", max_length=2000)
    skip: bool = False


class LeaveIn(In):
    """Which way out."""

    exit: Literal["too_much", "not_now", "something_else"]


class KeepIn(In):
    """Which outcome to keep, and the fields that the person changed."""

    outcome: Whole
    values: dict[str, Annotated[str, Field(max_length=2000)]] = Field(
        default_factory=dict[str, str]
    )


@router.get("/api/practices")
async def list_practices(
    coaching: Engine, person: Owner, language: Literal["en", "es"] | None = None
) -> Listed[PracticeOut]:
    """Return the practices that may be started now, those that fit best first."""
    async with coaching.unit(person) as s:
        found = await service.library(s, person, coaching.clock.now(), language)
    return Listed(items=[PracticeOut.model_validate(practice) for practice in found])


@router.get("/api/practices/run")
async def current_run(coaching: Engine, person: Owner) -> StepOut | None:
    """Return the step of the running practice, for 24 hours; null when none runs."""
    async with coaching.unit(person, write=True) as s:
        shown = await service.current(s, person, coaching.clock.now())
    return _out(shown) if shown else None


@router.post("/api/practices/run", status_code=201)
async def start_run(run: NewRun, coaching: Engine, person: Owner) -> StepOut:
    """Start a practice, or go on with it when it is running; another one that runs is removed."""
    async with coaching.unit(person, write=True) as s:
        return _out(await service.start(s, person, run.practice_id, coaching.clock.now()))


@router.post("/api/practices/run/{run_id}/answer")
async def answer_step(run_id: UUID, answer: AnswerIn, coaching: Engine, person: Owner) -> StepOut:
    """Answer the step that is shown and return the next one."""
    given = Answer(answer.chip, answer.number, answer.text, answer.skip)
    async with coaching.unit(person, write=True) as s:
        return _out(await service.answer(s, person, run_id, given, coaching.clock.now()))


@router.post("/api/practices/run/{run_id}/back")
async def go_back(run_id: UUID, coaching: Engine, person: Owner) -> StepOut:
    """Go back one step."""
    async with coaching.unit(person, write=True) as s:
        return _out(await service.back(s, person, run_id, coaching.clock.now()))


@router.post("/api/practices/run/{run_id}/leave")
async def leave_run(run_id: UUID, leave: LeaveIn, coaching: Engine, person: Owner) -> StepOut:
    """Leave by one of the ways out; the answers are deleted at once."""
    async with coaching.unit(person, write=True) as s:
        return _out(await service.leave(s, person, run_id, leave.exit, coaching.clock.now()))


@router.post("/api/practices/run/{run_id}/keep")
async def keep_outcome(run_id: UUID, keep: KeepIn, coaching: Engine, person: Owner) -> StepOut:
    """Keep an outcome of the last step as a card, a plan or a win, and end the run."""
    async with coaching.unit(person, write=True) as s:
        shown = await service.keep(
            s, person, run_id, keep.outcome, coaching.clock.now(), values=keep.values
        )
        return _out(shown)


@router.post("/api/practices/run/{run_id}/finish")
async def finish_run(run_id: UUID, coaching: Engine, person: Owner) -> StepOut:
    """End a run on its last step without keeping anything."""
    async with coaching.unit(person, write=True) as s:
        return _out(await service.finish(s, person, run_id, coaching.clock.now()))


def _out(shown: Shown) -> StepOut:
    return StepOut.model_validate(shown)
