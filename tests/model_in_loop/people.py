"""The scripted people: what they answer in the onboarding, what they write, how they leave."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from tests.model_in_loop.files import load

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


@dataclass(frozen=True)
class Session:
    """One visit. `days` lie before it; by `silence` the app ends it after hours without a word."""

    days: float
    end: Literal["button", "silence"]
    messages: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """A message that asks what was said before, with the known answer; indices count from 0."""

    session: int
    message: int
    answer: str
    wrong_if: str = ""


@dataclass(frozen=True)
class Person:
    """One person."""

    id: str
    sessions: tuple[Session, ...]
    questions: tuple[Question, ...] = ()
    onboarding: dict[str, Any] = field(default_factory=dict[str, Any])
    locale: str = "en"
    time_zone: str = "Europe/London"
    keeps_drafts: bool = True
    allows_sensitive: bool = True

    def question_at(self, session: int, message: int) -> Question | None:
        """Return the question that a message asks."""
        found = (q for q in self.questions if (q.session, q.message) == (session, message))
        return next(found, None)


def person_of(row: dict[str, Any]) -> Person:
    """Return a person from the JSON of their file."""
    sessions = [
        Session(float(one.get("days_before", 0)), one["end"], tuple(one["messages"]))
        for one in row["sessions"]
    ]
    questions = [
        Question(q["session"] - 1, q["message_index"], q["answer"], q.get("wrong_if", ""))
        for q in row.get("memory_questions", [])
    ]
    return Person(
        id=row["id"],
        sessions=tuple(sessions),
        questions=tuple(questions),
        onboarding={"consent": {"textVersion": "1"}, **row.get("onboarding", {})},
        locale=row.get("locale", "en"),
        time_zone=row.get("timeZone", "Europe/London"),
        keeps_drafts=row.get("keeps_drafts", True),
        allows_sensitive=row.get("sensitive_answer", "yes") == "yes",
    )


def read_people(places: Iterable[Path]) -> list[Person]:
    """Return the people of files, and of folders with a file for each."""
    files = [f for p in places for f in (sorted(p.glob("*.json")) if p.is_dir() else [p])]
    return [person_of(load(file)) for file in files]


def gap_before(people: Iterable[Person], session: int) -> float:
    """Return the days before a session: everybody's sessions begin on the same day."""
    return max((p.sessions[session].days for p in people if session < len(p.sessions)), default=0)
