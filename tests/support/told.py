"""Small stories as they would have been told, for what reads them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from coaching.evals.stories.noting import Noted
from coaching.evals.stories.played import Played, Said, Told
from coaching.evals.stories.story import Person, Session, Story

BEGINS = datetime(2026, 1, 12, 20, 10, tzinfo=UTC)
ANSWERS = {f"q{number}": f"q{number}_avoid" for number in range(1, 8)}
NADIA = Person("Nadia", "Avoid.", ANSWERS, "I want to open my post without holding my breath.")


def said(person: str, toney: str, **fields: Any) -> Said:
    """Return one exchange."""
    return Said(person, toney, **fields)


def played(*exchanges: Said, number: int = 1, **fields: Any) -> Played:
    """Return a session of these exchanges."""
    bare = Played(number, BEGINS, (), "", exchanges, "by_gap", "", "", Noted())
    return replace(bare, **fields)


def told(*sessions: Played, person: Person = NADIA) -> Told:
    """Return a story of these sessions."""
    lines = [Session([one.person for one in session.said]) for session in sessions]
    return Told(Story("nadia", person, BEGINS, lines), Noted(), sessions)


def told_replies(*replies: str, message: str = "hm") -> Told:
    """Return a story of one session in which every message is the same."""
    return told(played(*(said(message, reply) for reply in replies)))
