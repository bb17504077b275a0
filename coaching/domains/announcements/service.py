"""Putting up an announcement, taking it down, and the words a person reads."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.announcements import queries
from coaching.domains.announcements.models import Announcement
from coaching.errors import InvalidInput, NotFound
from coaching.repositories import audit
from coaching.values.clean_text import clean_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.admin_access.service import SignedInAdmin
    from coaching.repositories.db import Db

LONGEST = 300
LONGEST_TIME = timedelta(days=90)
_ORDER = "The end has to be after the start, in the future, and within 90 days."


async def words(s: AsyncSession, language: str, *, now: datetime) -> str:
    """Return what a person reads now, in their language; empty for nothing."""
    found = await queries.current(s, now=now)
    if found is None:
        return ""
    return found.text_es if language.startswith("es") else found.text_en


async def newest(db: Db) -> Sequence[Announcement]:
    """Return the last announcements."""
    async with db.system("announcements") as s:
        return await queries.newest(s)


async def put_up(
    db: Db,
    admin: SignedInAdmin,
    texts: tuple[str, str],
    *,
    from_at: datetime,
    until_at: datetime,
    now: datetime,
) -> None:
    """Show English and Spanish texts to everybody from one instant to another."""
    english = clean_text("text_en", texts[0], maximum=LONGEST)
    spanish = clean_text("text_es", texts[1], maximum=LONGEST)
    if not (from_at < until_at <= from_at + LONGEST_TIME and until_at > now):
        raise InvalidInput({"until": _ORDER}, say=_ORDER)
    made = Announcement(
        text_en=english,
        text_es=spanish,
        from_at=from_at,
        until_at=until_at,
        made_by=admin.name,
        created_at=now,
    )
    async with db.system("announcements", write=True) as s:
        await queries.add(s, made)
        await _note(s, admin, "announcement_put_up", made.id, now)


async def take_down(db: Db, admin: SignedInAdmin, announcement_id: UUID, *, now: datetime) -> None:
    """End an announcement now."""
    async with db.system("announcements", write=True) as s:
        if not await queries.end(s, announcement_id, now=now):
            raise NotFound("no such announcement")
        await _note(s, admin, "announcement_taken_down", announcement_id, now)


async def _note(
    s: AsyncSession, admin: SignedInAdmin, action: str, subject: UUID, now: datetime
) -> None:
    await audit.add(s, actor=admin.name, action=action, subject=str(subject), at=now)
