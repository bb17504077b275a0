"""Consent is a dated record: withdrawing is a date, not a deletion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlmodel import col, select, update

from coaching.models import Consent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    import sqlalchemy as sa
    from sqlmodel.ext.asyncio.session import AsyncSession


def newest_first(consent: type[Consent] = Consent) -> tuple[sa.ColumnElement[Any], ...]:
    """Return the order of records, the newest first, also of an alias.

    One that holds is newer than all that were withdrawn, whatever the clock said when it was given.
    """
    return col(consent.withdrawn_at).is_not(None), col(consent.given_at).desc()


async def give(  # noqa: PLR0913 - what a record is made of
    s: AsyncSession,
    owner: UUID,
    *,
    text_version: str,
    provider: str,
    at: datetime,
    language: str = "",
    text: str = "",
    text_hash: str = "",
) -> Consent:
    """Record that a person agreed to a text that names a provider (empty: none)."""
    consent = Consent(
        user_id=owner,
        text_version=text_version,
        provider=provider,
        language=language,
        text=text,
        text_hash=text_hash,
        given_at=at,
        created_at=at,
    )
    s.add(consent)
    await s.flush()
    return consent


async def latest(s: AsyncSession, owner: UUID) -> Consent | None:
    """Return the newest record, withdrawn or not."""
    statement = select(Consent).where(Consent.user_id == owner)
    return (await s.exec(statement.order_by(*newest_first()).limit(1))).first()


async def withdraw(
    s: AsyncSession, owner: UUID, *, at: datetime, given_before: datetime | None = None
) -> int:
    """Withdraw everything that is in force; return how many records that were.

    `given_before`: only what was given until then.
    """
    wanted = [col(Consent.user_id) == owner, col(Consent.withdrawn_at).is_(None)]
    if given_before is not None:
        wanted.append(col(Consent.given_at) <= given_before)
    statement = update(Consent).where(*wanted).values(withdrawn_at=at).returning(col(Consent.id))
    return len((await s.exec(statement)).all())


async def history(s: AsyncSession, owner: UUID) -> Sequence[Consent]:
    """Return all records, oldest first."""
    statement = select(Consent).where(Consent.user_id == owner).order_by(col(Consent.given_at))
    return (await s.exec(statement)).all()
