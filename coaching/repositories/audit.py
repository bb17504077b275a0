"""What admins and the system did: append-only, ids and never words. Needs a system unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlmodel import col, select

from coaching.models import AuditEntry

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession


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


async def newest(s: AsyncSession, *, limit: int = 50) -> Sequence[AuditEntry]:
    """Return the last entries, newest first."""
    statement = select(AuditEntry).order_by(col(AuditEntry.created_at).desc()).limit(limit)
    return (await s.exec(statement)).all()
