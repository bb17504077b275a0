"""Who is played: everybody that comes with Toney, or the few that CI plays, and what holds there.

`sets.json` is the one place for both: the people by id, and for each judge how low (or how
high) its figure may be on any of them. A new judge gets a row there, and so does a figure that has
become better: the table only ever gets stricter.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coaching.evals.stories.story import Story

Set = Literal["all", "ci"]
PEOPLE = Path(__file__).parent / "people"
TABLE = Path(__file__).with_name("sets.json")


@dataclass(frozen=True, slots=True)
class Bound:
    """How far the figure of a judge may go."""

    at_least: float | None = None
    at_most: float | None = None

    def holds(self, value: float) -> bool:
        """Return True if a figure is within."""
        is_high = self.at_least is None or value >= self.at_least
        return is_high and (self.at_most is None or value <= self.at_most)

    def __str__(self) -> str:
        """Say it in words."""
        return f"at least {self.at_least}" if self.at_most is None else f"at most {self.at_most}"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The table: the people of CI, and the bounds of each judge on a person."""

    people: tuple[str, ...]
    on_each: Mapping[str, Bound]


def thresholds() -> Thresholds:
    """Return the table as it is written."""
    written = json.loads(TABLE.read_text("utf-8"))
    on_each = {judge: Bound(**bound) for judge, bound in written["on_each"].items()}
    return Thresholds(tuple(written["people"]), on_each)


def people_of(chosen: Set, there: Sequence[Story]) -> list[Story]:
    """Return the people of a set, in the order of the table for CI's."""
    if chosen == "all":
        return list(there)
    known = {story.id: story for story in there}
    return [known[name] for name in thresholds().people if name in known]
