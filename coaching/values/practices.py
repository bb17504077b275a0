"""The practices on offer, and which ones the person has done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.values.enums import Stage

if TYPE_CHECKING:
    from coaching.values.enums import Tension

FIRST_TIME = "first_time"
"""The moment of somebody's first session, until an exercise was finished."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Facts that decide which practices can be offered now.

    `moments` and `conditions` are names of practices.json. `recent` was done in the last three
    days, `seen` done or refused in this session. `reply` is the number of the reply that is being
    written. `words` is the average length of the person's messages in words.
    """

    language: str = "en"
    stage: Stage = Stage.CONTEMPLATION
    lead: Tension | None = None
    second: Tension | None = None
    moments: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()
    recent: frozenset[str] = frozenset()
    seen: frozenset[str] = frozenset()
    reply: int = 2
    offers: int = 0
    refusals: int = 0
    since_grief: int | None = None
    words: float | None = None
    is_asked_for: bool = False
    is_held_back: bool = False
    """The reply answers an insight, or tears: no practice in it."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A practice as it is offered. `fits` says in English when it helps, for the model.

    `because` says why it fits this person: `first_time`, or the name of their tension.
    `is_recent` was done in the last three days.
    """

    id: str
    title: str
    minutes: int
    promise: str
    fits: tuple[str, ...] = ()
    because: str = ""
    is_recent: bool = False


@dataclass(frozen=True, slots=True)
class DidPractice:
    """A practice that has ended, as the Coach reads it."""

    title: str
    before: int | None
    after: int | None
    kept: tuple[str, ...]
