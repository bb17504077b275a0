"""Check-ins as home, their sheet and their list show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.clock import local_day
from coaching.services.do_not_repeat import may_repeat

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.domains.check_ins.models import CheckIn as Row
    from coaching.services.do_not_repeat import Unspoken


@dataclass(frozen=True, slots=True)
class CheckIn:
    """A check-in; `shown` are its words where they may be repeated, `content` all of them."""

    id: str = ""
    mood: str = ""
    about: str = ""
    goal: str = ""
    content: str = ""
    shown: str = ""
    reply: str = ""
    status: str = ""
    at: str = ""
    is_today: bool = False


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal that a check-in may be about."""

    id: str = ""
    title: str = ""


def check_in(row: Row, *, now: datetime, zone_name: str, before: Unspoken = ()) -> CheckIn:
    """Return a check-in with its day in the person's zone."""
    is_sayable = may_repeat(row.content, before)
    return CheckIn(
        id=str(row.id),
        mood=row.mood,
        about=row.about or "",
        goal=str(row.goal_id or ""),
        content=row.content,
        shown=row.content if is_sayable else "",
        reply=row.ai_response if is_sayable else "",
        status=row.status if is_sayable else "",
        at=row.created_at.isoformat(),
        is_today=local_day(row.created_at, zone_name) == local_day(now, zone_name),
    )
