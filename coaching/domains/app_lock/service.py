"""The app lock: a PIN or a passkey before anything is shown. It hides, it does not encrypt.

A PIN is mixed with the secret key before it is hashed, so that a stolen database alone does not
give it away. A wrong one is counted before it is looked at; the delay grows to an hour. Who forgot
it signs in again, so there has to be a way to do that before a PIN is set.
"""

from __future__ import annotations

import asyncio
import math
import re
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from coaching.domains.admin_access.service import Delay
from coaching.domains.app_lock import queries
from coaching.domains.passkeys import queries as passkeys
from coaching.domains.recovery_codes import queries as recovery_codes
from coaching.errors import InvalidInput, NotAllowed, NotFound, RateLimited, Unauthenticated
from coaching.repositories import audit, batches, identities, login_sessions, profiles
from coaching.services import keys

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db
    from coaching.services.accounts import SignedIn
    from coaching.settings import Settings

AFTER_MINUTES = (0, 5, 60)
DELAY = Delay(free=4, most=timedelta(hours=1), forgotten_after=timedelta.max)
_PIN = re.compile(r"[0-9]{4,12}")


@dataclass(frozen=True, slots=True)
class Lock:
    """How a person locks the app. `after_minutes` is None when they don't."""

    after_minutes: int | None
    has_pin: bool
    has_passkey: bool
    has_way_back: bool


async def of(s: AsyncSession, owner: UUID) -> Lock:
    """Return how a person locks the app, and what could open it."""
    found = await queries.of(s, owner)
    has_passkey = await passkeys.count(s, owner) > 0
    return Lock(
        after_minutes=found.after_minutes if found else None,
        has_pin=bool(found and found.pin_hash),
        has_passkey=has_passkey,
        has_way_back=has_passkey
        or await recovery_codes.of(s, owner) is not None
        or await identities.has_another_than_guest(s, owner),
    )


async def choose(
    db: Db,
    settings: Settings,
    here: SignedIn,
    *,
    after_minutes: int,
    pin: str | None,
    current_pin: str,
    now: datetime,
) -> Lock:
    """Lock the app from now on. `pin`: a new one, None keeps what is there, empty is by passkey."""
    if after_minutes not in AFTER_MINUTES:
        raise InvalidInput({"afterMinutes": "has to be 0, 5 or 60"})
    if pin and not _PIN.fullmatch(pin):
        raise InvalidInput({"pin": "A PIN has 4 to 12 digits."})
    kept = await _may_change(db, settings, here, current_pin, now)
    pin_hash = kept if pin is None else await _hashed(settings, here.owner, pin) if pin else ""
    async with db.system("app lock", write=True) as s:
        await profiles.hold(s, here.owner)
        lock = await of(s, here.owner)
        if not pin_hash and not lock.has_passkey:
            raise NotAllowed("nothing would open it", reason="opens", say="Choose a PIN first.")
        if not lock.has_way_back:
            say = "Make a recovery code or add a passkey first, in case you forget your PIN."
            raise NotAllowed("no way to sign in again", reason="way_back", say=say)
        await queries.replace(s, here.owner, after_minutes=after_minutes, pin_hash=pin_hash, at=now)
        await audit.add(s, actor="person", action="app_lock_set", at=now)
        return await of(s, here.owner)


async def remove(
    db: Db, settings: Settings, here: SignedIn, *, current_pin: str, now: datetime
) -> None:
    """Lock the app no more; every browser opens."""
    await _may_change(db, settings, here, current_pin, now)
    async with db.system("app lock", write=True) as s:
        if await queries.remove(s, here.owner):
            await audit.add(s, actor="person", action="app_lock_removed", at=now)
        await login_sessions.unlock_all(s, here.owner)


async def close(s: AsyncSession, here: SignedIn, *, at: datetime) -> bool:
    """Lock this browser; False when its person doesn't lock the app."""
    if await queries.of(s, here.owner) is None:
        return False
    await login_sessions.lock(s, here.owner, here.session_id, at=at)
    return True


async def open_with_pin(
    db: Db, settings: Settings, here: SignedIn, pin: str, *, now: datetime
) -> None:
    """Unlock this browser; raise `Unauthenticated` for a wrong PIN, `RateLimited` after many."""
    await _check_pin(db, settings, here.owner, pin, now)
    async with db.unit(here.owner, write=True) as s:
        await login_sessions.unlock(s, here.owner, here.session_id, at=now)
        await batches.stop_waiting(s, here.owner, now=now)


async def _may_change(
    db: Db, settings: Settings, here: SignedIn, current_pin: str, now: datetime
) -> str:
    """Return the hash of the PIN so far; refuse who has just picked up an open phone."""
    async with db.unit(here.owner) as s:
        found = await queries.of(s, here.owner)
    if found is None:
        return ""
    if not here.is_proven:
        if not current_pin:
            say = "Enter your PIN, or lock Toney and unlock it again, to change this."
            raise NotAllowed("not proven", reason="proof", say=say)
        await _check_pin(db, settings, here.owner, current_pin, now)
    return found.pin_hash


async def _check_pin(db: Db, settings: Settings, owner: UUID, pin: str, now: datetime) -> None:
    async with db.unit(owner, write=True) as s:
        await profiles.hold(s, owner)
        lock = await queries.of(s, owner)
        if lock is None or not lock.pin_hash:
            raise NotFound("there is no PIN")
        # A block of a clock that was ahead ends with it.
        if lock.blocked_until is not None and now < lock.blocked_until <= now + DELAY.most:
            wait = math.ceil((lock.blocked_until - now).total_seconds())
            raise RateLimited("too many wrong PINs", reason="pin", retry_after=wait)
        failures = await queries.count_failure(s, owner)
        await queries.block(s, owner, until=now + DELAY.after(failures))
        stored = lock.pin_hash
    if not await asyncio.to_thread(_fits, stored, _peppered(settings, owner, pin)):
        raise Unauthenticated("wrong PIN", say="That’s not the PIN.")
    async with db.unit(owner, write=True) as s:
        await queries.forget_failures(s, owner)


async def _hashed(settings: Settings, owner: UUID, pin: str) -> str:
    return await asyncio.to_thread(_hasher().hash, _peppered(settings, owner, pin))


def _peppered(settings: Settings, owner: UUID, pin: str) -> str:
    return keys.keyed_hash(settings, f"app lock {owner}", pin)


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


def _fits(stored: str, pin: str) -> bool:
    try:
        return _hasher().verify(stored, pin)
    except VerificationError:
        return False
