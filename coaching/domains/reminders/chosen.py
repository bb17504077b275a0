"""The times that a person chose: what each is about, and the words that may be shown of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.domains.goals import queries as goals
from coaching.domains.reminders import times
from coaching.errors import InvalidInput, NotFound
from coaching.repositories import cards
from coaching.services.do_not_repeat import may_repeat, unspoken
from coaching.values.goals import GoalStatus
from coaching.values.reminders import About, ChosenTime, TimeAbout

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.goals.models import Goal
    from coaching.domains.reminders.models import Reminder, ReminderSettings

EVERY_DAY = (0, 1, 2, 3, 4, 5, 6)
MOST = 10
"""Times per person; more would be a list to keep up with."""
USUAL = ChosenTime("18:30", EVERY_DAY)


@dataclass(frozen=True, slots=True)
class Subject:
    """A goal that a time may be about, and its words."""

    id: UUID
    words: str


def of(settings: ReminderSettings) -> list[ChosenTime]:
    """Return the chosen times, in the order in which they were saved."""
    return [ChosenTime.of(one) for one in settings.times]


def usual_time(settings: ReminderSettings) -> str:
    """Return when a follow-up comes: at the first chosen time."""
    return next((one.time for one in of(settings)), USUAL.time)


def clean(wanted: Sequence[ChosenTime]) -> list[ChosenTime]:
    """Return chosen times as they are saved, or say what is wrong with them."""
    if len(wanted) > MOST:
        raise InvalidInput({"times": f"has to be at most {MOST}"})
    kept: list[ChosenTime] = []
    for one in wanted:
        if not one.days or not set(one.days) <= set(EVERY_DAY):
            raise InvalidInput({"times": "need days from 0 (Monday) to 6"})
        if (one.about is TimeAbout.GOAL) != (one.goal_id is not None):
            raise InvalidInput({"times": "need a goal if they are about one"})
        time, days = times.clean_time("times", one.time), tuple(sorted(set(one.days)))
        kept.append(ChosenTime(time, days, one.about, one.goal_id))
    return list(dict.fromkeys(kept))


async def subjects(s: AsyncSession, owner: UUID) -> list[Subject]:
    """Return the goals that a time may be about: active, and not to be left unsaid."""
    hidden = await unspoken(s, owner)
    active = await goals.for_user(s, owner, status=GoalStatus.ACTIVE)
    found = [Subject(goal.id, _words(goal)) for goal in active]
    return [one for one in found if may_repeat(one.words, hidden)]


async def check(s: AsyncSession, owner: UUID, chosen: Sequence[ChosenTime]) -> None:
    """Raise NotFound if a time is about a goal that isn't this person's."""
    for one in chosen:
        if one.goal_id is not None:
            await goals.require(s, owner, one.goal_id)


async def leads_to(s: AsyncSession, owner: UUID, one: ChosenTime) -> tuple[About, UUID] | None:
    """Return the goal or the card of a time; raise NotFound if its goal is over or gone."""
    if one.about is None:
        return None
    if one.goal_id is not None:
        goal = await goals.require(s, owner, one.goal_id)
        if goal.status is not GoalStatus.ACTIVE:
            raise NotFound("no such active goal")
        return About.GOAL, goal.id
    card = await cards.focus(s, owner)
    return (About.CARD, card.id) if card else None


async def words_of(s: AsyncSession, reminder: Reminder) -> str:
    """Return its own words or those of its goal or card; empty if none may be shown."""
    owner, words = reminder.user_id, reminder.text
    try:
        if reminder.about_id is not None and reminder.about is About.GOAL:
            words = _words(await goals.require(s, owner, reminder.about_id))
        elif reminder.about_id is not None:
            words = (await cards.require(s, owner, reminder.about_id)).title
    except NotFound:
        return ""
    return words if may_repeat(words, await unspoken(s, owner)) else ""


def _words(goal: Goal) -> str:
    """Return the plan of a goal in the person's words, or else its title."""
    return next((str(plan["response"]) for plan in goal.plans if plan.get("response")), goal.title)
