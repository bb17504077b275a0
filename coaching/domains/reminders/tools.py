"""The Coach schedules a reminder on a day, because the person wants it.

It leads to a card or a goal if `what` says no more than its title, else it says what they said.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.clock import local_day, zone
from coaching.content import day_in_words, text
from coaching.domains.goals import queries as goals
from coaching.domains.reminders import own_words, service, times
from coaching.domains.reminders.models import About
from coaching.errors import InvalidInput, NotFound, ToolFailed, ToolRetry, TooMany
from coaching.models import MessageRole
from coaching.repositories import cards, messages, profiles
from coaching.services import offers, safety_events
from coaching.services.do_not_repeat import may_repeat, unspoken
from coaching.text.content import content_words
from coaching.text.days import ahead
from coaching.text.similarity import containment
from coaching.text.words import bare_words, upper_first
from coaching.values.goals import GoalStatus
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

QUIET = (
    "Nothing was scheduled: no reminders for two days after something serious was said. Tell them "
    "briefly, without quoting what was serious, don't promise to check in, and stay with them."
)
IN_APP = (
    "It will be on their home screen, without a notification, because they get none now. Tell "
    "them; they can turn them on in the settings under Reminders."
)
NOT_ASKED = (
    "Nothing was scheduled: they have not asked for it or said yes to it. You can ask whether they "
    "want to be reminded, and on which day. Don't promise to check in."
)
NO_DAY = "Nothing was scheduled: `on` is no time to come within a year. Today is {today}."
ANOTHER_DAY = "Nothing was scheduled: {on} is a {day}. They said {said}, which is {right} next."
FULL = "Nothing was scheduled: {limit} reminders wait already. They can drop one in the app."
UNSPOKEN = (
    "Nothing was scheduled: no reminders of what was said in danger or about abuse. Tell them "
    "briefly, without quoting it."
)
ENOUGH = 0.6
_ASKS = re.compile(
    r"\b(?:remind|reminder|nudge|check (?:in|back|up)|ask me|follow up|let me know|ping"
    r"|(?:hold|keep) me to|don.?t let me forget|hazme acordar|no me dejes olvidar|hazme cumplir"
    r"|recu[eé]rd\w*|recordatorio|alarma?|recordar\w*|preg[uú]nt[ae]me|av[ií]s[ae]me|escr[ií]beme)\b",
    re.IGNORECASE,
)


class ScheduleReminder(BaseModel):
    """What to remind them of, and the day."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    what: str = Field(
        min_length=1,
        max_length=own_words.TEXT_MAX,
        description="Their words, or the title of a card or goal.",
    )
    on: str = Field(description="The day they named: YYYY-MM-DD, or with THH:MM.")


async def schedule_reminder(s: AsyncSession, use: ToolUse, args: ScheduleReminder) -> ToolOutcome:
    """Remind them of anything on a day, when they ask or say yes to your offer."""
    if await safety_events.is_quiet(s, use.owner, at=use.at):
        raise ToolFailed(QUIET)
    if not await _is_wanted(s, use):
        raise ToolFailed(NOT_ASKED)
    on, clock = await _day(s, use, args.on)
    what = " ".join(args.what.split())
    view = await service.of(s, use.owner, at=use.at)
    found = await _meant(s, use, what) if view.has_way else None
    about, about_id, title = found or (None, None, upper_first(what))
    if not may_repeat(title, await unspoken(s, use.owner)):
        raise ToolFailed(UNSPOKEN)
    same = own_words.same_words(view.follow_ups, title)
    before = [one for one in view.follow_ups if one.about_id == about_id] if about_id else same
    before_at: list[JsonValue] = [one.due_at.isoformat() for one in before]
    try:
        if about is None or about_id is None:
            row = await own_words.remind_of(s, use.owner, title, on, at=use.at, clock=clock)
        else:
            row = await service.follow_up(s, use.owner, about, about_id, on, at=use.at)
    except InvalidInput as error:
        raise ToolRetry(NO_DAY.format(today=await _today(s, use))) from error
    except TooMany as error:
        raise ToolFailed(FULL.format(limit=error.limit)) from error
    person = await profiles.require(s, use.owner)
    ways = view.settings
    quiet = times.quiet_end(row.due_at, ways.quiet_from, ways.quiet_to, person.time_zone)
    local = (quiet or row.due_at).astimezone(zone(person.time_zone))
    return ToolOutcome(
        {
            "scheduled": title,
            "on": f"{_weekday(on, person.locale)}, {on.isoformat()}",
            "at": times.shown(local.strftime("%H:%M"), person.locale),
            "notifies": view.notifies,
            **({} if view.notifies else {"note": IN_APP}),
            "id": str(row.id),
            "was_on": view.settings.is_on,
            "before": before_at,
            "about": about.value if about else "",
            "about_id": str(about_id) if about_id else "",
        },
        detail=f"{title} · {day_in_words(person.locale, on)}",
    )


async def undo_reminder(
    s: AsyncSession, owner: UUID, data: Mapping[str, Any], *, at: datetime
) -> None:
    """Cancel the follow-up, and restore what it changed; NotFound if there is none."""
    if "id" not in data:
        raise NotFound("this scheduled nothing")
    await service.cancel(s, owner, UUID(str(data["id"])))
    there = zone((await profiles.require(s, owner)).time_zone)
    for due in data["before"]:
        local = datetime.fromisoformat(due).astimezone(there)
        with suppress(InvalidInput, NotFound):
            if data["about"]:
                about, about_id = About(data["about"]), UUID(data["about_id"])
                await service.follow_up(s, owner, about, about_id, local.date(), at=at)
            else:
                clock = local.strftime("%H:%M")
                await own_words.remind_of(
                    s, owner, data["scheduled"], local.date(), at=at, clock=clock
                )
    left = (await service.of(s, owner, at=at)).follow_ups
    if not data["was_on"] and not left:
        await service.choose(s, owner, service.Wanted(is_on=False), at=at)


async def _is_wanted(s: AsyncSession, use: ToolUse) -> bool:
    """Return True if this message asks for a reminder, or answers the coach's question about one.

    An answer is a yes, or a day.
    """
    said = await messages.of_turn(s, use.owner, use.turn_id, MessageRole.USER)
    if said is None:
        return False
    if _ASKS.search(said.text):
        return True
    before = await messages.last_by_coach(s, use.owner, said.conversation_id, before=said.seq)
    if before is None or not _ASKS.search(before.text):
        return False
    return offers.is_yes(said.text) or ahead(said.text, await _today(s, use)).on is not None


async def _day(s: AsyncSession, use: ToolUse, on: str) -> tuple[date, str]:
    """Return the day, and the time if there is one.

    Raise ToolRetry if it is no day, or not the weekday that they said.
    """
    today = await _today(s, use)
    try:
        given = datetime.fromisoformat(on)
    except ValueError as error:
        raise ToolRetry(NO_DAY.format(today=today)) from error
    day, clock = given.date(), given.strftime("%H:%M") if "T" in on else ""
    said = await messages.of_turn(s, use.owner, use.turn_id, MessageRole.USER)
    language = (await profiles.require(s, use.owner)).locale
    heard = set(bare_words(said.text if said else ""))
    week = [today + timedelta(days=ahead) for ahead in range(1, 8)]
    named = [one for one in week if set(bare_words(_weekday(one, language))) <= heard]
    if len(named) == 1 and named[0].weekday() != day.weekday():
        told = {"day": _weekday(day, language), "said": _weekday(named[0], language)}
        raise ToolRetry(ANOTHER_DAY.format(on=day, right=named[0].isoformat(), **told))
    return day, clock


async def _meant(s: AsyncSession, use: ToolUse, what: str) -> tuple[About, UUID, str] | None:
    """Return the card or the goal whose title says all of it, if there is one."""
    found = [
        (About.CARD, card.id, card.title)
        for card in await cards.for_user(s, use.owner)
        if card.graduated_at is None
    ]
    active = await goals.for_user(s, use.owner, status=GoalStatus.ACTIVE)
    found += [(About.GOAL, goal.id, goal.title) for goal in active]
    best = max(found, key=lambda one: _shared(what, one[2]), default=None)
    return best if best is not None and _shared(what, best[2]) >= ENOUGH else None


def _shared(what: str, title: str) -> float:
    """Return how much of the words is in a title; words that add something are their own."""
    if bare_words(what) == bare_words(title):
        return 1.0
    return containment(content_words(what), content_words(title)) * 0.99


async def _today(s: AsyncSession, use: ToolUse) -> date:
    return local_day(use.at, (await profiles.require(s, use.owner)).time_zone)


def _weekday(day: date, language: str) -> str:
    return text(language, f"ui.reminders.day.{day.weekday()}")
