"""The Coach schedules a follow-up of a card or a goal, on a day, because the person wants it."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.clock import local_day
from coaching.content import text
from coaching.domains.goals import queries as goals
from coaching.domains.reminders import service
from coaching.domains.reminders.models import About
from coaching.errors import InvalidInput, NotFound, ToolFailed, ToolRetry, TooMany
from coaching.models import MessageRole
from coaching.repositories import cards, messages, profiles
from coaching.services import offers, safety_events
from coaching.services.do_not_repeat import may_repeat, unspoken
from coaching.text.content import content_words
from coaching.text.similarity import containment
from coaching.text.words import bare_words
from coaching.values.goals import GoalStatus
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

QUIET = (
    "Nothing was scheduled: no reminders for two days after something serious was said. Tell them "
    "briefly, without quoting what was serious, don't promise to check in, and stay with them."
)
NO_WAY = (
    "Nothing was scheduled: they get no reminders on any device yet. Say so; they can turn them on "
    "in the settings under Reminders, and then ask again. Don't promise to check in."
)
NOT_ASKED = (
    "Nothing was scheduled: they have not asked for it or said yes to it. You can ask whether they "
    "want to be reminded, and on which day. Don't promise to check in."
)
NOTHING_LIKE_IT = (
    "Nothing was scheduled: a reminder is about one of their cards or goals, and none is called "
    "that. There are: {titles}."
)
NOTHING_THERE = (
    "Nothing was scheduled: a reminder is about a card or a goal, and they have none yet. Don't "
    "promise to check in."
)
NO_DAY = "Nothing was scheduled: `on` is not a day to come within a year. Today is {today}."
ANOTHER_DAY = "Nothing was scheduled: {on} is a {day}. They said {said}, which is {right} next."
FULL = "Nothing was scheduled: {limit} reminders wait already. They can drop one in the app."
UNSPOKEN = (
    "Nothing was scheduled: no reminders of what was said in danger or about abuse. Tell them "
    "briefly, without quoting it."
)
ENOUGH = 0.6
_ASKS = re.compile(
    r"\b(?:remind|reminder|nudge|check (?:in|back|up)|ask me|follow up|let me know|ping"
    r"|(?:hold|keep) me to|no me dejes olvidar|hazme cumplir"
    r"|recu[eé]rd\w*|recordatorio|recordar\w*|preg[uú]nt[ae]me|av[ií]s[ae]me|escr[ií]beme)\b",
    re.IGNORECASE,
)


class ScheduleReminder(BaseModel):
    """A card or a goal, and the day to remind them."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    what: str = Field(
        min_length=1, max_length=200, description="The title of their card or goal as you read it."
    )
    on: str = Field(description="The day they named, as YYYY-MM-DD.")


async def schedule_reminder(s: AsyncSession, use: ToolUse, args: ScheduleReminder) -> ToolOutcome:
    """Remind them of a card or a goal on a day, when they ask for it or say yes to your offer."""
    if await safety_events.is_quiet(s, use.owner, at=use.at):
        raise ToolFailed(QUIET)
    if not await _is_wanted(s, use):
        raise ToolFailed(NOT_ASKED)
    on = await _day(s, use, args.on)
    about, about_id, title = await _meant(s, use, args.what)
    if not may_repeat(title, await unspoken(s, use.owner)):
        raise ToolFailed(UNSPOKEN)
    view = await service.of(s, use.owner, at=use.at)
    ways = view.settings
    if not (ways.by_push and view.has_push) and not (ways.by_mail and view.has_mail):
        raise ToolFailed(NO_WAY)
    before = [one for one in view.follow_ups if one.about_id == about_id]
    try:
        reminder = await service.follow_up(s, use.owner, about, about_id, on, at=use.at)
    except InvalidInput as error:
        raise ToolRetry(NO_DAY.format(today=await _today(s, use))) from error
    except TooMany as error:
        raise ToolFailed(FULL.format(limit=error.limit)) from error
    language = (await profiles.require(s, use.owner)).locale
    day = _weekday(on, language)
    return ToolOutcome(
        {
            "scheduled": title,
            "on": f"{day}, {on.isoformat()}",
            "id": str(reminder.id),
            "was_on": ways.is_on,
            "before": [one.due_at.isoformat() for one in before],
            "about": about.value,
            "about_id": str(about_id),
        },
        detail=f"{title} · {day}, {on.isoformat()}",
    )


async def undo_reminder(
    s: AsyncSession, owner: UUID, data: Mapping[str, Any], *, at: datetime
) -> None:
    """Cancel the follow-up, and restore what it changed; NotFound if there is none."""
    if "id" not in data:
        raise NotFound("this scheduled nothing")
    await service.cancel(s, owner, UUID(str(data["id"])))
    zone = (await profiles.require(s, owner)).time_zone
    for due in data["before"]:
        day = local_day(datetime.fromisoformat(due), zone)
        with suppress(InvalidInput, NotFound):
            about, about_id = About(data["about"]), UUID(data["about_id"])
            await service.follow_up(s, owner, about, about_id, day, at=at)
    left = (await service.of(s, owner, at=at)).follow_ups
    if not data["was_on"] and not left:
        await service.choose(s, owner, service.Wanted(is_on=False), at=at)


async def _is_wanted(s: AsyncSession, use: ToolUse) -> bool:
    """Return True if this message asks for a reminder, or says yes where the coach offered one."""
    said = await messages.of_turn(s, use.owner, use.turn_id, MessageRole.USER)
    if said is None:
        return False
    if _ASKS.search(said.text):
        return True
    before = await messages.last_by_coach(s, use.owner, said.conversation_id, before=said.seq)
    return bool(before and _ASKS.search(before.text) and offers.is_yes(said.text))


async def _day(s: AsyncSession, use: ToolUse, on: str) -> date:
    """Return the day; raise ToolRetry if it is none, or not the weekday that they said."""
    today = await _today(s, use)
    try:
        day = date.fromisoformat(on)
    except ValueError as error:
        raise ToolRetry(NO_DAY.format(today=today)) from error
    said = await messages.of_turn(s, use.owner, use.turn_id, MessageRole.USER)
    language = (await profiles.require(s, use.owner)).locale
    heard = set(bare_words(said.text if said else ""))
    week = [today + timedelta(days=ahead) for ahead in range(1, 8)]
    named = [one for one in week if set(bare_words(_weekday(one, language))) <= heard]
    if len(named) == 1 and named[0].weekday() != day.weekday():
        told = {"day": _weekday(day, language), "said": _weekday(named[0], language)}
        raise ToolRetry(ANOTHER_DAY.format(on=on, right=named[0].isoformat(), **told))
    return day


async def _meant(s: AsyncSession, use: ToolUse, what: str) -> tuple[About, UUID, str]:
    """Return the card or the goal that a title names."""
    found = [
        (About.CARD, card.id, card.title)
        for card in await cards.for_user(s, use.owner)
        if card.graduated_at is None
    ]
    active = await goals.for_user(s, use.owner, status=GoalStatus.ACTIVE)
    found += [(About.GOAL, goal.id, goal.title) for goal in active]
    if not found:
        raise ToolFailed(NOTHING_THERE)
    best = max(found, key=lambda one: _shared(what, one[2]))
    if _shared(what, best[2]) < ENOUGH:
        raise ToolRetry(NOTHING_LIKE_IT.format(titles="; ".join(one[2] for one in found)))
    return best


def _shared(what: str, title: str) -> float:
    if bare_words(what) == bare_words(title):
        return 1.0
    a, b = content_words(what), content_words(title)
    return max(containment(a, b), containment(b, a)) * 0.99


async def _today(s: AsyncSession, use: ToolUse) -> date:
    return local_day(use.at, (await profiles.require(s, use.owner)).time_zone)


def _weekday(day: date, language: str) -> str:
    return text(language, f"ui.reminders.day.{day.weekday()}")
