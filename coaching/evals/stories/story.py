"""Reads stories: one file, or a folder of them with one person a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from coaching.evals.stories.form import (
    BadStory,
    Correction,
    Deed,
    Expects,
    Person,
    Session,
    Story,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = [
    "BadStory",
    "Correction",
    "Deed",
    "Expects",
    "Person",
    "Session",
    "Story",
    "read_stories",
    "story_of",
]

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
