"""Sends what is due: claimed in one unit, sent outside of any, and what became of it in another."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import structlog

from coaching.content import text
from coaching.domains.reminders import browsers, chosen, deciding, mails, queries, service, vapid
from coaching.errors import MailFailed, Unavailable
from coaching.repositories import analytics, profiles
from coaching.values.reminders import LockScreen, ReminderState
from coaching.values.usage_events import UsageEvent
from coaching.web import mail, network, push
from coaching.web.push import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from email.message import EmailMessage
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.clock import Clock
    from coaching.domains.reminders.models import Reminder, ReminderSettings
    from coaching.repositories.db import Db
    from coaching.settings import Settings

AT_ONCE = 200
SIDE_BY_SIDE = 8
"""A mail server that hangs holds up so many at a time, and fewer than `mail` has threads."""
MOST_ATTEMPTS = 3
CLAIM_LASTS = timedelta(minutes=10)
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Sender:
    """What is needed to send; `may_reach` says where pushes may go, `on_end` counts."""

    db: Db
    settings: Settings
    clock: Clock
    may_reach: Callable[[str], bool] = network.is_public
    on_end: Callable[[str], None] = lambda _outcome: None


async def send_due(sender: Sender) -> int:
    """Send every reminder that is due and may go out; return how many were sent."""
    now = sender.clock.now()
    async with sender.db.system("reminders: look", write=True) as s:
        await queries.end_lost(s, before=now - CLAIM_LASTS)
        owners = await queries.owners_due(s, now=now, limit=AT_ONCE)
    waiting = iter(owners)
    lanes = (_send_to(sender, waiting) for _ in range(SIDE_BY_SIDE))
    sent = 0
    for ended in await asyncio.gather(*lanes, return_exceptions=True):
        if isinstance(ended, BaseException):
            raise ended
        sent += ended
    return sent


async def _send_to(sender: Sender, owners: Iterator[UUID]) -> int:
    """Send to one person after the other, until none is left that nobody else has taken."""
    return sum([await _send_one(sender, owner) for owner in owners])


async def _send_one(sender: Sender, owner: UUID) -> bool:
    """Send what is due for a person; what breaks there is no reason to leave out the others."""
    now = sender.clock.now()  # not when the run began: others may have taken long
    try:
        async with sender.db.system("reminders: claim", write=True) as s:
            reminder = await deciding.claim(s, owner, now=now)
        return reminder is not None and await _send(sender, reminder, now=now)
    except Unavailable:
        raise
    except Exception as error:  # noqa: BLE001 - an edge: the others of this minute wait
        # Its words may hold an address or a key.
        _log.error("reminder_broke", error=type(error).__name__)
        return False


async def _send(sender: Sender, reminder: Reminder, *, now: datetime) -> bool:
    owner, settings = reminder.user_id, sender.settings
    async with sender.db.system("reminders: ways", write=False) as s:
        wanted = await queries.settings_of(s, owner)
        line = await _line(s, reminder, wanted)
        ways = await browsers.of(s, settings, owner) if wanted and wanted.by_push else []
        to = await queries.mail_address(s, owner) if wanted and wanted.by_mail else ""
        language = (await profiles.require(s, owner)).locale
    if wanted and wanted.lock_screen is LockScreen.NOTHING:
        return await _note(sender, reminder, {service.IN_APP: {Outcome.DELIVERED}}, now)
    outcomes = dict[str, set[Outcome]]()
    payload = _payload(reminder, line)
    for row_id, browser in ways:
        outcome = await push.send(
            vapid.server(settings), browser, payload, now=now, may_reach=sender.may_reach
        )
        outcomes.setdefault("push", set()).add(outcome)
        if outcome is Outcome.GONE:
            async with sender.db.system("push: gone", write=True) as s:
                await queries.remove_subscription(s, row_id)
    if to and settings.has_mail:
        letter = mails.letter(settings, to, reminder, line, language, at=now)
        outcomes["mail"] = {await _mail(settings, letter)}
    return await _note(sender, reminder, outcomes, now)


async def _line(s: AsyncSession, reminder: Reminder, wanted: ReminderSettings | None) -> str:
    """Return what the lock screen says: the words of the plan if the person wants them there."""
    language = (await profiles.require(s, reminder.user_id)).locale
    general = text(language, "reminder.lock_screen")
    if wanted is None or wanted.lock_screen is not LockScreen.WORDS:
        return general
    return await chosen.words_of(s, reminder) or general


async def _mail(settings: Settings, letter: EmailMessage) -> Outcome:
    try:
        await mail.send(settings.smtp_url, letter)
    except MailFailed:
        return Outcome.LATER
    return Outcome.DELIVERED


async def _note(
    sender: Sender, reminder: Reminder, outcomes: dict[str, set[Outcome]], now: datetime
) -> bool:
    """Write what became of it: sent by at least one way, tried again soon, or given up."""
    went = [way for way, found in outcomes.items() if Outcome.DELIVERED in found]
    is_later = any(Outcome.LATER in found for found in outcomes.values())
    async with sender.db.system("reminders: note", write=True) as s:
        row = await queries.require(s, reminder.user_id, reminder.id)
        if row is None:
            return bool(went)
        if went:
            row.sent_at, row.channel = now, " ".join(went)
            if row.state is not ReminderState.OPENED:
                row.state = ReminderState.SENT
        elif is_later and row.attempts < MOST_ATTEMPTS:
            row.state, row.due_at = ReminderState.WAITING, now + deciding.AGAIN_AFTER * row.attempts
        else:
            row.state = ReminderState.CANCELLED
        if went or row.state is ReminderState.CANCELLED:
            event = UsageEvent.REMINDER_SENT if went else UsageEvent.REMINDER_FAILED
            await analytics.add(s, row.user_id, event, at=now, by=row.kind)
    if went or row.state is ReminderState.CANCELLED:
        sender.on_end("sent" if went else "failed")
    _log.info("reminder", kind=reminder.kind.value, ways=went, is_later=is_later)
    return bool(went)


def _payload(reminder: Reminder, line: str) -> bytes:
    """Return what the service worker shows; Toney is a name in each language."""
    shown = {"title": "Toney", "body": line, "id": str(reminder.id)}
    return json.dumps(shown, ensure_ascii=False).encode()


async def stop_by_mail(db: Db, settings: Settings, token: str, *, now: datetime) -> UUID | None:
    """End the e-mails of the person whose token this is; return who, or None."""
    owner = mails.owner_of(settings, token)
    if owner is not None:
        async with db.unit(owner, write=True) as s:
            await service.stop_mail(s, owner, at=now)
    return owner
