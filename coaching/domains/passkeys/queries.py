"""Passkeys by person or by credential; challenges are the house's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete, func, select, update

from coaching.domains.passkeys.models import Passkey, PasskeyChallenge, Purpose

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def for_user(s: AsyncSession, owner: UUID) -> Sequence[Passkey]:
    """Return a person's passkeys, oldest first."""
    statement = select(Passkey).where(Passkey.user_id == owner)
    return (await s.exec(statement.order_by(col(Passkey.created_at), col(Passkey.id)))).all()


async def count(s: AsyncSession, owner: UUID) -> int:
    """Return how many passkeys a person has."""
    statement = select(func.count()).select_from(Passkey).where(Passkey.user_id == owner)
    return (await s.exec(statement)).one()


async def add(s: AsyncSession, passkey: Passkey) -> Passkey:
    """Store a new passkey."""
    s.add(passkey)
    await s.flush()
    return passkey


async def with_credential(s: AsyncSession, credential_id: str) -> Passkey | None:
    """Return the passkey of a credential, whose ever it is; needs a system unit."""
    statement = select(Passkey).where(Passkey.credential_id == credential_id)
    return (await s.exec(statement.with_for_update())).first()


async def rename(s: AsyncSession, owner: UUID, passkey_id: UUID, name: str) -> bool:
    """Give a passkey another name; return whether there is one."""
    own = col(Passkey.user_id) == owner
    statement = update(Passkey).where(own, col(Passkey.id) == passkey_id)
    return (await s.exec(statement.values(name=name))).rowcount > 0


async def remove(s: AsyncSession, owner: UUID, passkey_id: UUID) -> bool:
    """Delete a passkey; return whether there was one."""
    own = col(Passkey.user_id) == owner
    return (await s.exec(delete(Passkey).where(own, col(Passkey.id) == passkey_id))).rowcount > 0


async def ask(
    s: AsyncSession, purpose: Purpose, browser_hash: str, challenge: str, *, until: datetime
) -> None:
    """Store a challenge; needs a system unit."""
    s.add(
        PasskeyChallenge(
            purpose=purpose, browser_hash=browser_hash, challenge=challenge, expires_at=until
        )
    )
    await s.flush()


async def take(
    s: AsyncSession, purpose: Purpose, browser_hash: str, challenge: str, *, now: datetime
) -> bool:
    """Use up a challenge of this browser; False when there is none; needs a system unit."""
    statement = delete(PasskeyChallenge).where(
        col(PasskeyChallenge.challenge) == challenge,
        col(PasskeyChallenge.purpose) == purpose,
        col(PasskeyChallenge.browser_hash) == browser_hash,
        col(PasskeyChallenge.expires_at) > now,
    )
    return (await s.exec(statement)).rowcount > 0


async def forget_challenges(s: AsyncSession, before: datetime) -> None:
    """Delete challenges that expired before an instant; needs a system unit."""
    await s.exec(delete(PasskeyChallenge).where(col(PasskeyChallenge.expires_at) < before))
