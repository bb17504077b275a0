"""Settings of reminders, subscriptions and reminders by person; what is due needs a system unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete, select, update

from coaching.domains.reminders.models import PushSubscription, Reminder, ReminderSettings
from coaching.models import Identity, User
from coaching.repositories import dialects
from coaching.values.people import IdentityKind
from coaching.values.reminders import About, ReminderKind, ReminderState

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

_WENT_OUT = (ReminderState.SENDING, ReminderState.SENT, ReminderState.OPENED, ReminderState.LOST)


async def settings_of(s: AsyncSession, owner: UUID) -> ReminderSettings | None:
    """Return how a person wants to be reminded; None when they never said."""
    return (await s.exec(select(ReminderSettings).where(ReminderSettings.user_id == owner))).first()


async def owners_due(s: AsyncSession, *, now: datetime, limit: int) -> list[UUID]:
    """Return people for whom a nudge or a follow-up is due; needs a system unit."""
    nudges = select(ReminderSettings.user_id).where(col(ReminderSettings.next_at) <= now)
    waiting = select(Reminder.user_id).where(
        Reminder.state == ReminderState.WAITING, Reminder.due_at <= now
    )
    found = [*(await s.exec(nudges.limit(limit))).all()]
    found += (await s.exec(waiting.limit(limit))).all()
    return list(dict.fromkeys(found))


async def waiting(s: AsyncSession, owner: UUID, *, now: datetime) -> Reminder | None:
    """Return the reminder of a person that has been due for longest."""
    statement = select(Reminder).where(
        Reminder.user_id == owner,
        Reminder.state == ReminderState.WAITING,
        Reminder.due_at <= now,
    )
    order = (col(Reminder.due_at), col(Reminder.id))
    return (await s.exec(statement.order_by(*order))).first()


async def last_out(s: AsyncSession, owner: UUID, *, limit: int = 1) -> Sequence[Reminder]:
    """Return the reminders that went out last, the newest first."""
    statement = select(Reminder).where(
        Reminder.user_id == owner, col(Reminder.state).in_(_WENT_OUT)
    )
    order = (col(Reminder.claimed_at).desc(), col(Reminder.id))
    return (await s.exec(statement.order_by(*order).limit(limit))).all()


async def last_active(s: AsyncSession, owner: UUID) -> datetime | None:
    """Return when a person last wrote a message."""
    return (await s.exec(select(User.last_active_at).where(User.id == owner))).first()


async def require(s: AsyncSession, owner: UUID, reminder_id: UUID) -> Reminder | None:
    """Return a reminder of this person, or None."""
    statement = select(Reminder).where(Reminder.user_id == owner, Reminder.id == reminder_id)
    return (await s.exec(statement)).first()


async def follow_ups(s: AsyncSession, owner: UUID) -> Sequence[Reminder]:
    """Return the follow-ups that still wait, the next one first."""
    statement = select(Reminder).where(
        Reminder.user_id == owner,
        Reminder.kind == ReminderKind.FOLLOW_UP,
        Reminder.state == ReminderState.WAITING,
    )
    return (await s.exec(statement.order_by(col(Reminder.due_at), col(Reminder.id)))).all()


async def own_words(
    s: AsyncSession, owner: UUID, *, since: datetime, until: datetime
) -> Sequence[Reminder]:
    """Return reminders in the person's words that they wanted in a span, the first one first.

    Also those that could not be sent: the person has not said that they are done with them.
    """
    statement = select(Reminder).where(
        Reminder.user_id == owner,
        Reminder.text != "",
        col(Reminder.wanted_at) >= since,
        col(Reminder.wanted_at) < until,
    )
    return (await s.exec(statement.order_by(col(Reminder.wanted_at), col(Reminder.id)))).all()


async def cancel(s: AsyncSession, owner: UUID, reminder_id: UUID) -> bool:
    """Cancel a reminder that waits; return whether there was one."""
    own = (col(Reminder.user_id) == owner, col(Reminder.id) == reminder_id)
    is_waiting = col(Reminder.state) == ReminderState.WAITING
    statement = update(Reminder).where(*own, is_waiting)
    return (await s.exec(statement.values(state=ReminderState.CANCELLED, text=""))).rowcount > 0


async def cancel_about(s: AsyncSession, owner: UUID, about: About, about_id: UUID) -> None:
    """Cancel what waits about one thing."""
    statement = update(Reminder).where(
        col(Reminder.user_id) == owner,
        col(Reminder.about) == about,
        col(Reminder.about_id) == about_id,
        col(Reminder.state) == ReminderState.WAITING,
    )
    await s.exec(statement.values(state=ReminderState.CANCELLED))


async def cancel_nudges(s: AsyncSession, owner: UUID) -> None:
    """Cancel nudges that wait to be tried again."""
    statement = update(Reminder).where(
        col(Reminder.user_id) == owner,
        col(Reminder.kind) == ReminderKind.NUDGE,
        col(Reminder.state) == ReminderState.WAITING,
    )
    await s.exec(statement.values(state=ReminderState.CANCELLED))


async def end_lost(s: AsyncSession, *, before: datetime) -> None:
    """Give up what a process claimed and never finished; needs a system unit."""
    statement = update(Reminder).where(
        col(Reminder.state) == ReminderState.SENDING, col(Reminder.claimed_at) < before
    )
    await s.exec(statement.values(state=ReminderState.LOST))


async def remove_old(s: AsyncSession, *, before: datetime) -> None:
    """Delete reminders whose time is long over; needs a system unit."""
    over = col(Reminder.state) != ReminderState.WAITING
    await s.exec(delete(Reminder).where(over, col(Reminder.due_at) < before))


async def subscriptions(s: AsyncSession, owner: UUID) -> Sequence[PushSubscription]:
    """Return the browsers of a person that take pushes, oldest first."""
    statement = select(PushSubscription).where(PushSubscription.user_id == owner)
    order = (col(PushSubscription.created_at), col(PushSubscription.id))
    return (await s.exec(statement.order_by(*order))).all()


async def remove_endpoint(s: AsyncSession, endpoint_hash: str) -> None:
    """Delete the subscription of an address, whose ever it is; needs a system unit."""
    known = col(PushSubscription.endpoint_hash) == endpoint_hash
    await s.exec(delete(PushSubscription).where(known))


async def remove_own_endpoint(s: AsyncSession, owner: UUID, endpoint_hash: str) -> None:
    """Delete the subscription of an address if it is this person's."""
    own = col(PushSubscription.user_id) == owner
    known = col(PushSubscription.endpoint_hash) == endpoint_hash
    await s.exec(delete(PushSubscription).where(own, known))


async def remove_subscription(s: AsyncSession, subscription_id: UUID) -> None:
    """Delete a subscription that its push service no longer knows."""
    await s.exec(delete(PushSubscription).where(col(PushSubscription.id) == subscription_id))


async def mail_address(s: AsyncSession, owner: UUID) -> str:
    """Return the address that a person proved to be theirs, or an empty string."""
    statement = select(Identity.subject).where(
        Identity.user_id == owner, Identity.kind == IdentityKind.EMAIL
    )
    return (await s.exec(statement.order_by(col(Identity.created_at)))).first() or ""


async def hold(s: AsyncSession, owner: UUID) -> ReminderSettings | None:
    """Return a person's settings and let other processes wait until the unit ends."""
    statement = select(ReminderSettings).where(ReminderSettings.user_id == owner)
    if dialects.on_postgres(s):
        statement = statement.with_for_update()
    return (await s.exec(statement.execution_options(populate_existing=True))).first()
