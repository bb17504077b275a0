"""A story to be played: somebody, and what they write and do over several sessions with gaps.

The lines are written beforehand. A good line makes sense whatever Toney has answered, as most of
what people say does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime  # noqa: TC003 - pydantic reads it at run time
from typing import TYPE_CHECKING, Literal

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from coaching.errors import ToneyError
from coaching.values.enums import SignalType

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class BadStory(ToneyError):
    """A story can't be read or played; the message says where."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who it is about. `style` holds the answers about style, with the dial `tone`."""

    name: str
    about: str
    answers: dict[str, str]
    why: str
    context: list[str] = field(default_factory=list[str])
    style: dict[str, str | float] = field(default_factory=dict[str, str | float])


@dataclass(frozen=True, slots=True)
class Correction:
    """'Not true', said of the first item of a section of 'What Toney thinks' that holds a text."""

    section: str
    has: str = ""


@dataclass(frozen=True, slots=True)
class Deed:
    """What a person does between two sessions, so many days after the last one."""

    days: int
    card: Literal["done", "not_today", ""] = ""
    words: str = ""
    not_true: Correction | None = None
    allows: str = ""
    """A text in a memory that asks first: it may be kept."""


@dataclass(frozen=True, slots=True)
class Expects:
    """What any good reader would agree on: signals that must be seen, whether it is urgent.

    `coach_should` and `coach_must_not` are in words; what code can decide of them is decided.
    """

    must_observe: list[SignalType] = field(default_factory=list[SignalType])
    urgent: bool = False
    crisis: bool = False
    coach_should: list[str] = field(default_factory=list[str])
    coach_must_not: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class Session:
    """`door` is the place of the door it is entered by; `off_track_after` a line, from 1 on."""

    lines: list[str]
    days: int = 0
    hour: int = 20
    before: list[Deed] = field(default_factory=list[Deed])
    door: int | None = None
    off_track_after: int | None = None
    ends: Literal["by_person", "by_gap"] = "by_gap"
    expects: Expects = field(default_factory=Expects)


@dataclass(frozen=True, slots=True)
class Story:
    """A person and their sessions, from a first day on.

    `held_out`: nobody tunes the coach on this person, so that a figure about them means something.
    """

    id: str
    person: Person
    begins: datetime
    sessions: list[Session]
    language: Literal["en", "es"] = "en"
    held_out: bool = False


_STORY = TypeAdapter(Story)
_STORIES = TypeAdapter(list[Story])


def read_stories(path: Path) -> list[Story]:
    """Return the stories of a file, or of every JSON file in a folder, one person a file."""
    if path.is_dir():
        return [story for file in sorted(path.glob("*.json")) for story in read_stories(file)]
    try:
        document = from_json(path.read_bytes())
        if isinstance(document, list):
            return _STORIES.validate_python(document)
        return [_STORY.validate_python(document)]
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise BadStory(f"{path.name}: {place}: {first['msg']}") from error
    except ValueError as error:
        raise BadStory(f"{path.name}: {error}") from error


def story_of(row: Mapping[str, object]) -> Story:
    """Return one story from its fields."""
    return _STORY.validate_python(row)
