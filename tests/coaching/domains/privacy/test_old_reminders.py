"""A restore sends nobody a reminder that they had, or that they cancelled."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlmodel import col, select, update

from coaching.domains.privacy import old_access
from coaching.domains.reminders import queries
from coaching.domains.reminders.models import Reminder
from coaching.values.reminders import ReminderKind, ReminderState
from tests.support import factories
from tests.support.factories import MONDAY_MORNING as NOW

if TYPE_CHECKING:
    from typing import Any
    from uuid import UUID

    from coaching.repositories.db import Db

pytestmark = pytest.mark.both_databases
LATER = NOW + timedelta(days=1)


async def _asked_for(db: Db, owner: UUID, text: str) -> UUID:
    reminder = Reminder(
        user_id=owner,
        kind=ReminderKind.FOLLOW_UP,
        text=text,
        wanted_at=NOW,
        due_at=NOW,
        created_at=NOW,
    )
    async with db.unit(owner, write=True) as s:
        s.add(reminder)
        await s.flush()
        return reminder.id


async def _set(db: Db, row: UUID, **values: Any) -> None:
    async with db.system("test", write=True) as s:
        await s.exec(update(Reminder).where(col(Reminder.id) == row).values(**values))


async def _all(db: Db) -> dict[UUID, Reminder]:
    async with db.system("test") as s:
        return {row.id: row for row in (await s.exec(select(Reminder))).all()}


async def test_what_went_out_or_was_cancelled_since_the_backup_does_not_wait_again(db: Db) -> None:
    owner = await factories.person(db)
    sent, cancelled, open_still = [
        await _asked_for(db, owner, text) for text in ("The letter", "The bank", "The rent")
    ]
    at = NOW + timedelta(minutes=1)
    await _set(db, sent, state=ReminderState.SENT, claimed_at=at, sent_at=at, attempts=1)
    async with db.unit(owner, write=True) as s:
        await queries.cancel(s, owner, cancelled)
    known = await old_access.read(db, now=LATER)
    for row, text in ((sent, "The letter"), (cancelled, "The bank")):  # as in the backup
        before = {"claimed_at": None, "sent_at": None, "attempts": 0}
        await _set(db, row, state=ReminderState.WAITING, text=text, **before)

    await old_access.end(db, known, now=LATER)

    found = await _all(db)
    assert (found[sent].state, found[sent].sent_at) == (ReminderState.SENT, at)
    assert (found[cancelled].state, found[cancelled].text) == (ReminderState.CANCELLED, "")
    assert found[open_still].state is ReminderState.WAITING


async def test_where_nothing_is_known_what_waits_goes_on_waiting(db: Db) -> None:
    row = await _asked_for(db, await factories.person(db), "The letter")

    await old_access.end(db, old_access.NOTHING_KNOWN, now=LATER)

    assert (await _all(db))[row].state is ReminderState.WAITING
