"""A story as it was played: what was said and done, how each session ended, what was noted."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime  # noqa: TC003 - pydantic reads it at run time

from coaching.evals.stories.behind import Behind
from coaching.evals.stories.form import Story  # noqa: TC001 - pydantic reads it at run time
from coaching.evals.stories.noting import Noted  # noqa: TC001 - pydantic reads it at run time
from coaching.evals.stories.thoughts import Thought  # noqa: TC001 - pydantic reads it at run time


@dataclass(frozen=True, slots=True)
class Said:
    """One exchange: `shown` is help from data, `put_down` a guess, `behind` is for judges."""

    person: str
    toney: str
    shown: str = ""
    kept: tuple[str, ...] = ()
    source: str = ""
    put_down: str = ""
    behind: Behind = field(default_factory=Behind)


@dataclass(frozen=True, slots=True)
class Done:
    """Something that the person did outside a session."""

    at: datetime
    what: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """A session with what was done before it, how it ended, and what was noted.

    `block` is what the coach was told of the person, `thinks` what they could read afterwards.
    """

    number: int
    at: datetime
    before: tuple[Done, ...]
    door: str
    said: tuple[Said, ...]
    ends: str
    closing: str
    closing_at_once: str
    noted: Noted
    block: str = ""
    thinks: tuple[Thought, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A whole story as it was played."""

    story: Story
    first: Noted
    sessions: tuple[Played, ...]
