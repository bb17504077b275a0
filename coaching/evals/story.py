"""A story to be played: somebody, and what they write and do over several sessions with gaps.

The lines are written beforehand. A good line makes sense whatever Toney has answered, as most of
what people say does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime  # noqa: TC003 - pydantic reads it at run time
from typing import TYPE_CHECKING, Literal

from pydantic import TypeAdapter, ValidationError

from coaching.errors import ToneyError

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
class Session:
    """`door` is the place of the door it is entered by; `off_track_after` a line, from 1 on."""

    lines: list[str]
    days: int = 0
    hour: int = 20
    before: list[Deed] = field(default_factory=list[Deed])
    door: int | None = None
    off_track_after: int | None = None
    ends: Literal["by_person", "by_gap"] = "by_gap"


@dataclass(frozen=True, slots=True)
class Story:
    """A person and their sessions, from a first day on."""

    id: str
    person: Person
    begins: datetime
    sessions: list[Session]


_STORIES = TypeAdapter(list[Story])


def read_stories(path: Path) -> list[Story]:
    """Return the stories of a file."""
    try:
        return _STORIES.validate_json(path.read_bytes())
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise BadStory(f"{path.name}: {place}: {first['msg']}") from error


def story_of(row: Mapping[str, object]) -> Story:
    """Return one story from its fields."""
    return TypeAdapter(Story).validate_python(row)
