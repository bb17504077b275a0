"""Earlier conversations in the prompt: the last ones word for word, older ones as notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.prompts.fences import fenced, words
from coaching.prompts.render import joined, section

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from coaching.values.earlier import EarlierLine, EarlierSession

PIECES = "coach/earlier"
_TAGS = {"user": "person", "coach": "coach"}


def conversations(sessions: Iterable[EarlierSession]) -> str:
    """Return the earlier sessions, oldest first; empty for somebody's first one."""
    all_of_them = tuple(sessions)
    older = [session for session in all_of_them if not session.lines]
    recent = [session for session in all_of_them if session.lines]
    notes = "\n".join(f"- {_day(each.day)}: {words(each.note)}" for each in older)
    return joined(
        section(PIECES, "transcripts") if recent else "",
        section(PIECES, "private") if any(map(_has_private, recent)) else "",
        section(PIECES, "left_out") if any(map(_has_gap, recent)) else "",
        section(PIECES, "notes", notes=notes) if notes else "",
        *map(_transcript, recent),
    )


def _transcript(session: EarlierSession) -> str:
    """Return a session in its fence; each line is fenced too, so that nobody writes one."""
    note = words(session.note) if session.note else ""
    cut = section(PIECES, "cut", note=note).strip() if session.is_cut else ""
    lines = "\n".join(filter(None, (cut, *map(_line, session.lines))))
    return f'<transcript day="{_day(session.day)}">\n{lines}\n</transcript>'


def _has_private(session: EarlierSession) -> bool:
    return any(line.is_private for line in session.lines)


def _has_gap(session: EarlierSession) -> bool:
    return any(line.has_gap for line in session.lines)


def _line(line: EarlierLine) -> str:
    marks = {"private": "yes"} if line.is_private else {}
    return fenced(_TAGS[line.role], line.text, **marks)


def _day(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B %Y}"
