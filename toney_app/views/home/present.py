"""What home shows, in words that are ready to be set."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from coaching.clock import zone
from toney_app.views.rewire.present import Part, parts

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.models import Win
    from coaching.services.focus import FocusView

_PARTS = ((5, "night"), (12, "morning"), (17, "afternoon"), (22, "evening"), (24, "night"))
_LINES_AFTER_NOT_TODAY = 4
_LONGEST = 84


@dataclass(frozen=True, slots=True)
class Focus:
    """The focus card; `answer` is what was said of it today: done, skipped or nothing.

    `stage` is what home shows: the person's own words (first), the card with a sentence that
    introduces it (offer), or the card with its question (card). `day` is when it was answered.
    `folded`: nothing more is asked about it today.
    """

    id: str = ""
    stage: str = "first"
    title: str = ""
    content: str = ""
    answer: str = ""
    day: str = ""
    line: str = ""
    reflected: bool = False
    folded: bool = False
    parts: list[Part] = field(default_factory=list[Part])


@dataclass(frozen=True, slots=True)
class LastWin:
    """The newest win."""

    text: str = ""
    at: str = ""
    is_today: bool = False


def focus(view: FocusView | None, *, has_talked: bool = True) -> Focus:
    """Return the focus card and today's answer; before the first talk home stays as it began."""
    if view is None:
        return Focus()
    card, today = view.card, view.today
    stage = "card" if view.is_accepted else "offer" if has_talked else "first"
    shown = Focus(str(card.id), stage, card.title, card.content, parts=parts(card))
    if today is None:
        return shown
    answer = "done" if today.completed else "skipped"
    line = answer if today.completed else f"skipped_{_turn_of(today.day)}"
    reflected = bool(today.reflection)
    return replace(shown, answer=answer, day=today.day, line=line, reflected=reflected)


def last_win(win: Win | None, now: datetime, zone_name: str) -> LastWin:
    """Return the newest win with its day."""
    if win is None:
        return LastWin()
    own = zone(zone_name)
    today = win.created_at.astimezone(own).date() == now.astimezone(own).date()
    return LastWin(win.text, win.created_at.isoformat(), today)


def part_of_day(now: datetime, zone_name: str) -> str:
    """Return morning, afternoon, evening or night."""
    hour = now.astimezone(zone(zone_name)).hour
    return next(part for until, part in _PARTS if hour < until)


def short(text: str) -> str:
    """Return the last sentence, or its beginning when it is long."""
    line = text.strip().splitlines()[-1] if text.strip() else ""
    starts = [i + 2 for i in range(len(line) - 2) if line[i] in ".?!" and line[i + 1] == " "]
    sentence = line[starts[-1] :] if starts else line
    if len(sentence) <= _LONGEST:
        return sentence
    return f"{sentence[:_LONGEST].rsplit(' ', 1)[0]}…"


def _turn_of(day: str) -> int:
    """Sentences take turns by day, so that one stays the same all day."""
    return int(day[-2:]) % _LINES_AFTER_NOT_TODAY
