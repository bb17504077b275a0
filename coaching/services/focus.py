"""The focus card on home: one answer for each of the person's own days (A64–A68)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from coaching.clock import local_day
from coaching.errors import NotFound
from coaching.models import FocusDay
from coaching.repositories import analytics, cards, focus_days, profiles
from coaching.services import safety_events
from coaching.services.safety_events import screen_words
from coaching.values.clean_text import clean_text
from coaching.values.safety import SafetyVerdict
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import RewireCard

REFLECTION_MAX = 1000
WEEK = timedelta(days=6)  # today and the six days before


@dataclass(frozen=True, slots=True)
class FocusView:
    """The focus card, what was said of it today, and how often it was skipped in a week."""

    card: RewireCard
    today: FocusDay | None
    skips_last_week: int

    @property
    def is_accepted(self) -> bool:
        """Return True if the person took the card on; until then it is introduced."""
        return self.card.accepted_at is not None or self.card.times_completed > 0


@dataclass(frozen=True, slots=True)
class FocusAnswer:
    """Answer for a card on a local day, and the text that the screen shows about the reflection."""

    card: RewireCard
    day: date
    completed: bool
    reflection: str
    safety: SafetyVerdict


async def current(s: AsyncSession, owner: UUID, *, at: datetime) -> FocusView | None:
    """Return the focus card with its week; in the quiet days after a crisis there is none."""
    card = await cards.focus(s, owner)
    if card is None or await safety_events.is_quiet(s, owner, at=at):
        return None
    today = await _today(s, owner, at)
    week = [
        answer
        for answer in await focus_days.since(s, owner, today - WEEK)
        if answer.rewire_card_id == card.id
    ]
    said = next((answer for answer in week if answer.day == today.isoformat()), None)
    return FocusView(card, said, sum(not answer.completed for answer in week))


async def complete(
    s: AsyncSession, owner: UUID, *, at: datetime, reflection: str | None = None
) -> FocusAnswer:
    """Record "Did it" for today; idempotent per day."""
    return await _answer(s, owner, at, completed=True, reflection=reflection)


async def skip(
    s: AsyncSession, owner: UUID, *, at: datetime, reflection: str | None = None
) -> FocusAnswer:
    """Record "Not today"; it reverts a "Did it" of today and nothing else."""
    return await _answer(s, owner, at, completed=False, reflection=reflection)


async def note(
    s: AsyncSession,
    owner: UUID,
    card_id: UUID,
    day: date,
    reflection: str,
    *,
    completed: bool,
    at: datetime,
) -> FocusAnswer:
    """Add a note to the answer of a day, also when that is over or another card is the focus."""
    await profiles.hold(s, owner)
    card = await cards.require(s, owner, card_id)
    return await _record(s, card, day, at, completed=completed, reflection=reflection)


async def accept(s: AsyncSession, owner: UUID, *, at: datetime) -> RewireCard:
    """Accept the focus card: from now on home asks about it."""
    card = await _require_focus(s, owner)
    return await cards.change(s, owner, card.id, now=at, accepted_at=card.accepted_at or at)


async def withdraw(
    s: AsyncSession, owner: UUID, card_id: UUID, *, day: date | None = None, at: datetime
) -> None:
    """Undo the answer of a day for a card, with its note; today's if no day is given."""
    await profiles.hold(s, owner)
    card = await cards.require(s, owner, card_id)
    await _uncount(s, card, day or await _today(s, owner, at), at=at)


async def _answer(
    s: AsyncSession, owner: UUID, at: datetime, *, completed: bool, reflection: str | None
) -> FocusAnswer:
    await profiles.hold(s, owner)
    card = await _require_focus(s, owner)
    today = await _today(s, owner, at)
    return await _record(s, card, today, at, completed=completed, reflection=reflection or "")


async def _record(
    s: AsyncSession, card: RewireCard, day: date, at: datetime, *, completed: bool, reflection: str
) -> FocusAnswer:
    owner = card.user_id
    words = clean_text("reflection", reflection, maximum=REFLECTION_MAX, may_be_empty=True)
    before = await focus_days.take_back(s, owner, card.id, day)
    said = FocusDay(
        user_id=owner,
        rewire_card_id=card.id,
        day=day.isoformat(),
        completed=completed,
        reflection=words or (before.reflection if before else ""),
        created_at=at,
    )
    await focus_days.answer(s, owner, said)
    await _count(s, card, at, was=bool(before and before.completed), now=completed)
    card.accepted_at = card.accepted_at or at
    if before is None or before.completed is not completed:  # a note is no second answer
        event = UsageEvent.FOCUS_DONE if completed else UsageEvent.FOCUS_SKIPPED
        await analytics.add(s, owner, event, at=at)
    verdict = SafetyVerdict()
    if words:
        verdict = await screen_words(s, owner, words, source="reflection", at=at)
    return FocusAnswer(card, day, completed, said.reflection, verdict)


async def count_today(s: AsyncSession, card: RewireCard, *, at: datetime) -> bool:
    """Count any card as done today; False if today is counted already."""
    today = await _today(s, card.user_id, at)
    before = await focus_days.take_back(s, card.user_id, card.id, today)
    said = FocusDay(
        user_id=card.user_id,
        rewire_card_id=card.id,
        day=today.isoformat(),
        completed=True,
        reflection=before.reflection if before else "",
        created_at=at,
    )
    await focus_days.answer(s, card.user_id, said)
    was = bool(before and before.completed)
    await _count(s, card, at, was=was, now=True)
    return not was


async def uncount_day_of(
    s: AsyncSession, card: RewireCard, said_at: datetime, *, at: datetime
) -> None:
    """Undo the count of a "Did it" on the day on which it was said."""
    await _uncount(s, card, await _today(s, card.user_id, said_at), at=at)


async def _uncount(s: AsyncSession, card: RewireCard, day: date, *, at: datetime) -> None:
    before = await focus_days.take_back(s, card.user_id, card.id, day)
    await _count(s, card, at, was=bool(before and before.completed), now=False)


async def _count(s: AsyncSession, card: RewireCard, at: datetime, *, was: bool, now: bool) -> None:
    """Count a day once, and take the count back with the answer."""
    if was == now:
        return
    last = card.last_completed_at
    await cards.change(
        s,
        card.user_id,
        card.id,
        now=at,
        times_completed=card.times_completed + (1 if now else -1),
        last_completed_at=at if now else await _last_completed(s, card, last),
    )


async def _last_completed(
    s: AsyncSession, card: RewireCard, last: datetime | None
) -> datetime | None:
    earlier = [
        answer.created_at
        for answer in await focus_days.since(s, card.user_id, date.min)
        if answer.rewire_card_id == card.id and answer.completed
    ]
    return max(earlier, default=None) if last else None


async def _require_focus(s: AsyncSession, owner: UUID) -> RewireCard:
    card = await cards.focus(s, owner)
    if card is None:
        raise NotFound("there is no focus card")
    return card


async def _today(s: AsyncSession, owner: UUID, at: datetime) -> date:
    return local_day(at, (await profiles.require(s, owner)).time_zone)
