"""Talks with a planted fault, and good ones: whoever judges is judged by them first."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from coaching.evals.stories.noting import Noted
from coaching.evals.stories.played import Played, Said, Told
from coaching.evals.stories.story import Person, Session, Story

QUESTIONS = range(1, 8)
BEGINS = datetime(2026, 1, 12, 20, 10, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Planted:
    """A talk of one session. `judge` has to object to it; `hard` is the hard fail that it is."""

    id: str
    fault: str
    judge: str
    hard: str
    name: str
    tension: str
    why: str
    lines: list[tuple[str, str]]
    context: list[str] = field(default_factory=list[str])

    def told(self) -> Told:
        """Return it in the form of a played story."""
        answers = {f"q{number}": f"q{number}_{self.tension}" for number in QUESTIONS}
        person = Person(self.name, "", answers, self.why, self.context)
        said = tuple(Said(theirs, ours) for theirs, ours in self.lines)
        talk = Session([theirs for theirs, _ in self.lines])
        played = Played(1, BEGINS, (), "", said, "by_gap", "", "", Noted())
        return Told(Story(self.id, person, BEGINS, [talk]), Noted(), (played,))


@dataclass(frozen=True, slots=True)
class _File:
    about: str
    bad: tuple[Planted, ...]
    good: tuple[Planted, ...]


def bad_talks() -> tuple[Planted, ...]:
    """Return the talks that every judge has to put last."""
    return _file().bad


def good_talks() -> tuple[Planted, ...]:
    """Return the talks that no judge may object to."""
    return _file().good


@cache
def _file() -> _File:
    return TypeAdapter(_File).validate_json(Path(__file__).with_suffix(".json").read_bytes())
