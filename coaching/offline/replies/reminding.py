"""Reminders: what they ask for is scheduled at once, or asked about where a day is missing."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

from coaching.content import day_in_words
from coaching.offline.replies import acts
from coaching.offline.replies.answer import Answer, say
from coaching.rules import reminding
from coaching.rules.keeping import Keep

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn

TOOL = "schedule_reminder"
LOOK_BACK = 3  # messages in which a request can be asked about
_ASKED = frozenset({"reminder_what", "reminder_day", "reminder_not"})


def answer(turn: Turn) -> Answer | None:
    """Schedule what they ask to be reminded of, or ask for what is missing; None for the rest."""
    today = turn.ctx.today
    wish = reminding.asked(turn.text, today)
    if wish is None and turn.last_mode in _ASKED and not acts.refuses(turn):
        before = _before(turn)
        wish = before and reminding.completed(before, turn.text, today)
    if wish is None:
        return None
    if turn.is_quiet:
        return say("reminder_quiet", turn)
    if not wish.what:
        return say("reminder_what", turn)
    if wish.on is None:
        return say("reminder_day", turn)
    on = f"{wish.on}T{wish.clock}" if wish.clock else str(wish.on)
    return Answer("keep", keep=Keep(TOOL, {"what": wish.what, "on": on}))


def after_tool(turn: Turn, told: str, *, is_error: bool) -> Answer:
    """Say on which day it comes and how, or ask for another day, once."""
    if is_error:
        return say("not_kept" if turn.last_mode == "reminder_not" else "reminder_not", turn)
    kept = json.loads(told)
    day = day_in_words(turn.language, date.fromisoformat(kept["on"][-len("2026-11-27") :]))
    name = "reminder_kept" if kept["notifies"] else "reminder_kept_here"
    return say(name, turn, what=kept["scheduled"], day=day, time=kept["at"])


def _before(turn: Turn) -> reminding.Asked | None:
    """Return what they asked for in the messages before this one, with their answers so far."""
    today = turn.ctx.today
    found: reminding.Asked | None = None
    for said in turn.said[-LOOK_BACK:]:
        fresh = reminding.asked(said, today)
        found = fresh or (found and reminding.completed(found, said, today)) or found
    return found
