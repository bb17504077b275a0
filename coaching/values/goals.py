"""A goal's status, and the parts of a goal that are kept with it as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_ACTIVE = 5
"""Active goals at a time, for everybody (K8). More can be parked."""
FEWEST_SUGGESTED = 2


class GoalStatus(StrEnum):
    """A parked goal waits and keeps everything."""

    ACTIVE = "active"
    PARKED = "parked"
    COMPLETED = "completed"


@dataclass(frozen=True, slots=True)
class IfThen:
    """An implementation intention: one cue, one response, and what to do if that fails."""

    cue: str
    response: str
    backup: str = ""


@dataclass(frozen=True, slots=True)
class Milestone:
    """A point on the way. `due_on` and `reached_on` are the person's own days, or empty."""

    title: str
    due_on: str = ""
    reached_on: str = ""


def as_json(part: IfThen | Milestone) -> dict[str, Any]:
    """Return a part as it is stored."""
    return asdict(part)


def plan_from(stored: Mapping[str, Any]) -> IfThen:
    """Return a stored if-then plan; unknown keys of another version are left out."""
    return IfThen(*(str(stored.get(name, "")) for name in ("cue", "response", "backup")))


def milestone_from(stored: Mapping[str, Any]) -> Milestone:
    """Return a stored milestone; unknown keys of another version are left out."""
    return Milestone(*(str(stored.get(name, "")) for name in ("title", "due_on", "reached_on")))
