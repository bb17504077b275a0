"""The browsers in which a person is signed in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.errors import NotFound
from coaching.repositories import audit, login_sessions
from coaching.services import accounts

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db

_AT_A_TIME = 500


@dataclass(frozen=True, slots=True)
class SignedInDevice:
    """A browser as its person knows it; `is_this`: the one that asks."""

    id: UUID
    device: str
    browser: str
    system: str
    last_seen_at: datetime
    is_this: bool


async def signed_in(
    s: AsyncSession, owner: UUID, this: UUID, *, now: datetime
) -> list[SignedInDevice]:
    """Return the browsers of a person: this one, then the last used ones."""
    found = await login_sessions.for_user(s, owner, now=now, seen_after=now - accounts.IDLE)
    shown = [
        SignedInDevice(
            row.id,
            row.device,
            row.browser,
            row.system,
            now if row.id == this else row.last_seen_at,
            row.id == this,
        )
        for row in found
    ]
    return sorted(shown, key=lambda device: not device.is_this)


async def sign_out(s: AsyncSession, owner: UUID, session_id: UUID, *, at: datetime) -> None:
    """Sign one browser out; needs a system unit for the record of it."""
    if not await login_sessions.revoke_one(s, owner, session_id, at=at):
        raise NotFound("no such browser")
    await audit.add(s, actor="person", action="device_signed_out", at=at)


async def sign_out_others(s: AsyncSession, owner: UUID, this: UUID, *, at: datetime) -> int:
    """Sign every browser out but this one; return how many; needs a system unit."""
    ended = await login_sessions.revoke_others(s, owner, this, at=at)
    if ended:
        await audit.add(s, actor="person", action="devices_signed_out", at=at)
    return ended


async def owners(db: Db, token_hashes: Collection[str], *, now: datetime) -> dict[str, UUID]:
    """Return whose these tokens are; one that is missing lets nobody in any more."""
    waiting = list(token_hashes)
    found: dict[str, UUID] = {}
    for at in range(0, len(waiting), _AT_A_TIME):
        async with db.system("sign-in") as s:
            found |= dict(await login_sessions.living(s, waiting[at : at + _AT_A_TIME], now=now))
    return found
