"""Delete what is older than the settings keep it; 0 days keep it for ever.

Ended sign-ins, guest counters and expired proposals go in `services.clean_up`, which this calls.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from coaching.domains.backups import leftovers
from coaching.domains.privacy import deletion_log, queries
from coaching.repositories import admins, login_sessions, secure_delete
from coaching.repositories.engines import is_postgres, sqlite_file
from coaching.services import clean_up

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from coaching.repositories.db import Db
    from coaching.settings import Settings

GUESTS, BACKUPS, ENDED = "silent_guests", "backups", "ended_sign_ins"
ROWS_AT_ONCE = 5000
PEOPLE_AT_ONCE = 200
"""Each has rows in dozens of tables, which go by cascade."""
_COPIES = (
    "pre-*.db",
    "daily-*.zip",
    "before-restore-*.zip",
    "before-encryption-*.zip",
    "after-rotation-*.zip",
)
"""Files that Toney itself writes into the folder for backups."""
_SET_ASIDE = ".broken-*"
"""The end of the name of a damaged database that a restore has replaced."""


async def due(db: Db, settings: Settings, *, now: datetime) -> dict[str, int]:
    """Return how many of each kind `prune` would delete, without deleting."""
    found: dict[str, int] = {}
    async with db.system("prune") as s:
        for table, before in _aged(settings, now):
            found[table] = await queries.aged(s, table, before=before)
        if before := _before(settings.guest_days, now):
            found[GUESTS] = await queries.how_many_silent_guests(s, before=before)
        if before := _before(settings.sign_in_days, now):
            ended = await login_sessions.ended_before(s, before)
            found[ENDED] = ended + await admins.ended_sessions_before(s, before)
    found[BACKUPS] = len([*old_copies(settings, now), *leftovers.interrupted(settings, now=now)])
    return found


async def prune(db: Db, settings: Settings, *, now: datetime) -> dict[str, int]:
    """Delete what is over; return how many of each kind. Safe to repeat."""
    found = await due(db, settings, now=now)
    async with db.system("prune", write=True) as s:
        await clean_up.forget(s, now=now, sign_in_days=settings.sign_in_days)
    for table, before in _aged(settings, now):
        if found[table]:
            await _remove(db, table, before)
    if (before := _before(settings.guest_days, now)) and found[GUESTS]:
        await _remove_guests(db, before, now)
    for copy in (*old_copies(settings, now), *leftovers.interrupted(settings, now=now)):
        leftovers.remove(copy)
    deletion_log.forget(settings, now=now)
    return found


async def _remove(db: Db, table: str, before: datetime) -> None:
    """Delete rows a few at a time: a statement on PostgreSQL may run for 15 seconds."""
    removed = ROWS_AT_ONCE
    while removed == ROWS_AT_ONCE:
        async with db.system("prune", write=True) as s:
            removed = await queries.remove_aged(s, table, before=before, limit=ROWS_AT_ONCE)


async def _remove_guests(db: Db, before: datetime, now: datetime) -> None:
    removed = PEOPLE_AT_ONCE
    while removed == PEOPLE_AT_ONCE:
        async with db.system("prune", write=True) as s:
            guests = await queries.silent_guests(s, before=before, limit=PEOPLE_AT_ONCE)
            await queries.remove_people(s, guests)
            await secure_delete.note(s, at=now)
            removed = len(guests)


def old_copies(settings: Settings, now: datetime) -> list[Path]:
    """Return Toney's own copies of the database that are older than BACKUP_DAYS."""
    if not (before := _before(settings.backup_days, now)):
        return []
    folder = settings.data_dir / "backups"
    copies = [file for pattern in _COPIES for file in folder.glob(pattern)]
    if not is_postgres(settings.database):
        file = Path(sqlite_file(settings.database))
        copies += file.parent.glob(f"{file.name}{_SET_ASIDE}")
    return [one for one in copies if leftovers.is_older(one, before)]


def _aged(settings: Settings, now: datetime) -> Iterator[tuple[str, datetime]]:
    days = {
        "safety_events": settings.safety_event_days,
        "model_calls": settings.model_call_days,
        "jobs": settings.model_call_days,
        "audit_entries": settings.audit_days,
        "access_grants": settings.audit_days,
        "beta_analytics": settings.usage_event_days,
    }
    for table, kept in days.items():
        if before := _before(kept, now):
            yield table, before


def _before(days: int, now: datetime) -> datetime | None:
    return now - timedelta(days=days) if days else None
