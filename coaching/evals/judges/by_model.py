"""The judge that is a model: blind, and believed only when it puts planted talks last.

It gets the played stories and the planted talks in one shuffled row, each as a bare transcript. A
planted talk above a real one means that the judge can't be trusted, and that is what is reported.
It asks as the Strategist does (a model that thinks, in no hurry), with a model of its own: by
default another one than the Coach's, since nobody grades their own work.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coaching.agents.structured import ask
from coaching.errors import ToneyError
from coaching.evals.judges.blind import transcript
from coaching.evals.judges.grading import DIMENSIONS, RELATIONAL, TECHNICAL, Grades
from coaching.evals.judges.planted import bad_talks
from coaching.evals.judges.verdict import Fault, Verdict
from coaching.llm.port import Request
from coaching.values.chat import said_by_user
from coaching.values.context import ObserverContext
from coaching.values.enums import Role
from coaching.values.prompt import SystemPromptBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.evals.stories.played import Told
    from coaching.llm.port import LLM
    from coaching.settings import Settings

SEED, AT_ONCE = 20261122, 4
GOOD_MEAN, LEAST = 3.0, 2.5
JUDGES = ("claude-opus-5-5", "claude-sonnet-5-5")
RUBRIC = Path(__file__).with_name("rubric.md")


@dataclass(frozen=True, slots=True)
class Graded:
    """A talk with its grades; None when the model gave none that fit."""

    id: str
    is_planted: bool
    grades: Grades | None


@dataclass(frozen=True, slots=True)
class Panel:
    """Everything that was graded: the stories in their order, then what was planted."""

    model: str
    stories: tuple[Graded, ...]
    planted: tuple[Graded, ...]

    @property
    def above(self) -> tuple[tuple[str, str], ...]:
        """Every planted talk with a story that it was put above, or level with."""
        return tuple(
            (bad.id, story.id)
            for bad in self.planted
            for story in self.stories
            if bad.grades and story.grades and bad.grades.score >= story.grades.score
        )

    @property
    def is_trusted(self) -> bool:
        """Return True if everything was graded and nothing planted stands above a story."""
        return not self.above and all(one.grades for one in (*self.stories, *self.planted))

    def means(self) -> dict[str, float]:
        """Return the mean of each dimension over the stories, and technical and relational."""
        grades = [story.grades for story in self.stories if story.grades]
        found = {name: _mean([each.points()[name] for each in grades]) for name in DIMENSIONS}
        found["technical"] = _mean([found[name] for name in TECHNICAL])
        found["relational"] = _mean([found[name] for name in RELATIONAL])
        return found

    def verdict(self) -> Verdict:
        """Return it in the form of every judge: the mean, and what stands against a release."""
        scores = [story.grades.score for story in self.stories if story.grades]
        value, weak = _mean(scores), [n for n in DIMENSIONS if self.means()[n] < LEAST]
        faults = tuple(_faults(self))
        trust = "" if self.is_trusted else ", by a judge that is not to be trusted"
        return Verdict(
            judge="by_model",
            passed=self.is_trusted and value >= GOOD_MEAN and not weak and not faults,
            value=value,
            expected=f"a mean of {GOOD_MEAN:g}, no dimension below {LEAST:g}, no hard fail",
            got=f"{value:g}, weak: {', '.join(weak) or 'none'}{trust}",
            faults=faults,
        )

    def as_json(self) -> dict[str, object]:
        """Return the panel for a report."""
        return {
            "model": self.model,
            "trusted": self.is_trusted,
            "above": [list(pair) for pair in self.above],
            "means": self.means(),
            "stories": {one.id: _as_json(one) for one in self.stories},
            "planted": {one.id: _as_json(one) for one in self.planted},
        }


def model_of(settings: Settings) -> str:
    """Return who judges by default: the best model that isn't the Coach's."""
    return next(model for model in JUDGES if model != settings.coach_model)


def settings_of(settings: Settings, model: str = "") -> Settings:
    """Return the settings with which the judge's port is made."""
    return settings.model_copy(update={"strategist_model": model or model_of(settings)})


async def panel(llm: LLM, tolds: Sequence[Told], *, model: str, seed: int = SEED) -> Panel:
    """Have every story and every planted talk graded, in a shuffled row, and sort them apart."""
    row = [(told.story.id, False, told) for told in tolds]
    row += [(talk.id, True, talk.told()) for talk in bad_talks()]
    random.Random(seed).shuffle(row)  # noqa: S311 - the same order each time
    doors = asyncio.Semaphore(AT_ONCE)

    async def graded(name: str, told: Told, *, is_planted: bool) -> Graded:
        async with doors:
            return Graded(name, is_planted, await _grades(llm, told))

    found = await asyncio.gather(
        *(graded(name, told, is_planted=is_planted) for name, is_planted, told in row)
    )
    order = [told.story.id for told in tolds]
    stories = sorted((one for one in found if not one.is_planted), key=lambda g: order.index(g.id))
    planted = sorted((one for one in found if one.is_planted), key=lambda g: g.id)
    return Panel(model, tuple(stories), tuple(planted))


async def _grades(llm: LLM, told: Told) -> Grades | None:
    """Return the grades; a talk that the model can't grade is left without, and said so."""
    system = (SystemPromptBlock(RUBRIC.read_text("utf-8")),)
    nothing = ObserverContext(previous_coach="", user="", coach="")
    request = Request(Role.STRATEGIST, system, (said_by_user(transcript(told)),), nothing)
    try:
        return (await ask(llm, request, Grades, book=None)).value
    except ToneyError:
        return None


def _faults(found: Panel) -> list[Fault]:
    fails = [
        Fault(0, 0, story.grades.because, f"{story.id}: {fail.replace('_', ' ')}")
        for story in found.stories
        if story.grades
        for fail in story.grades.hard_fails
    ]
    above = [Fault(0, 0, "", f"puts “{bad}” above {story}") for bad, story in found.above]
    silent = [
        Fault(0, 0, "", f"{one.id} was not graded")
        for one in (*found.stories, *found.planted)
        if one.grades is None
    ]
    return [*fails, *above, *silent]


def _as_json(one: Graded) -> dict[str, object] | None:
    if one.grades is None:
        return None
    return {"score": one.grades.score, "mean": one.grades.mean, **one.grades.model_dump()}


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 3) if values else 0.0
