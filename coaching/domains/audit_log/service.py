"""Pages of the audit trail, newest first. Entries hold ids and never words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.repositories import audit
from coaching.values.keyset import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.models import AuditEntry
    from coaching.repositories.db import Db

PAGE = 50


@dataclass(frozen=True, slots=True)
class LogPage:
    """Entries and where the next page begins; an empty `next` is the end."""

    entries: Sequence[AuditEntry]
    next: str


async def page(
    db: Db, *, after: str = "", subject: str = "", admins_only: bool = True, limit: int = PAGE
) -> LogPage:
    """Return a page of the audit trail; `subject` keeps to one person or thing."""
    place = Place.read(after)
    async with db.system("audit log") as s:
        found = await audit.newest(
            s,
            limit=limit + 1,
            before=(place.at, place.id) if place else None,
            subject=subject,
            admins_only=admins_only,
        )
    shown = found[:limit]
    more = len(found) > limit
    return LogPage(shown, Place(shown[-1].created_at, shown[-1].id).text if more else "")
