"""What admins and the system did: append-only, ids and never words. Needs a system unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlmodel import and_, col, or_, select

from coaching.models import AuditEntry

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


NO_ADMIN = ("system", "person")
"""Actors that are nobody's name."""


async def add(
    s: AsyncSession,
    *,
    actor: str,
    action: str,
    at: datetime,
    subject: str = "",
    details: dict[str, Any] | None = None,
) -> None:
    """Write down who did what to whom."""
    entry = AuditEntry(
        actor=actor, action=action, subject=subject, details=details or {}, created_at=at
    )
    s.add(entry)
    await s.flush()


async def newest(
    s: AsyncSession,
    *,
    limit: int = 50,
    before: tuple[datetime, UUID] | None = None,
    subject: str = "",
    admins_only: bool = False,
) -> Sequence[AuditEntry]:
    """Return the last entries, newest first; `before` is instant and id of the last one known."""
    at, key = col(AuditEntry.created_at), col(AuditEntry.id)
    statement = select(AuditEntry).order_by(at.desc(), key.desc()).limit(limit)
    if before is not None:
        statement = statement.where(or_(at < before[0], and_(at == before[0], key < before[1])))
    if subject:
        statement = statement.where(AuditEntry.subject == subject)
    if admins_only:
        statement = statement.where(col(AuditEntry.actor).not_in(NO_ADMIN))
    return (await s.exec(statement)).all()


async def details_of(
    s: AsyncSession, *, actor: str, action: str, since: datetime
) -> Sequence[dict[str, Any]]:
    """Return the details of somebody's entries of one action since an instant."""
    statement = select(AuditEntry).where(
        AuditEntry.actor == actor, AuditEntry.action == action, AuditEntry.created_at >= since
    )
    return [entry.details for entry in (await s.exec(statement)).all()]
