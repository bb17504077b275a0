"""Authentication: create guests, look up sessions by their token, sign out.

A session is a random token in a cookie; only its hash is stored. Idle for 30 days or 90 days old,
it is over. Questions before sign-in run in a system unit: nobody is the owner yet.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING
from uuid import uuid4

from coaching.clock import zone
from coaching.content.catalogue import DEFAULT_LANGUAGE, languages
from coaching.errors import Locked, NotAllowed, RateLimited
from coaching.repositories import (
    batches,
    guest_counters,
    identities,
    login_sessions,
    profiles,
    users,
)
from coaching.services import keys
from coaching.values.devices import Device
from coaching.values.people import IdentityKind

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db
    from coaching.repositories.login_sessions import SignIn
    from coaching.settings import Settings

IDLE = timedelta(days=30)
ABSOLUTE = timedelta(days=90)
TOUCH_EVERY = timedelta(hours=1)
TOUCH_BEHIND_A_LOCK = timedelta(minutes=1)
PROVEN_FOR = timedelta(minutes=10)
LOCK_AT_ONCE_AFTER = timedelta(minutes=15)
"""A browser that is to be locked at once says so itself; this is for one that could not."""
_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}")


@dataclass(frozen=True, slots=True)
class NewGuest:
    """A person who just came, and the token for their cookie: it is shown here only."""

    owner: UUID
    token: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Signed-in browser. `is_proven`: the person signed in or unlocked it a short while ago.

    `has_lock`: this person locks the app, so that this browser may be locked at any moment.
    """

    owner: UUID
    session_id: UUID
    has_lock: bool
    is_locked: bool
    is_proven: bool


async def start_guest(
    s: AsyncSession,
    settings: Settings,
    *,
    time_zone: str,
    locale: str,
    address: str,
    now: datetime,
    user_agent: str = "",
) -> NewGuest:
    """Make a person with a guest identity, a profile and a session; needs a system unit."""
    if not settings.allow_guests:
        raise NotAllowed("guests are switched off", reason="guests")
    await _count_guest(s, settings, address, now)
    owner = uuid4()
    await users.add(s, owner, at=now)
    await identities.add(s, owner, kind=IdentityKind.GUEST, subject=str(owner), at=now)
    await profiles.add(s, owner, locale=known_locale(locale), time_zone=zone(time_zone).key, at=now)
    token = await start_session(s, owner, now=now, user_agent=user_agent)
    return NewGuest(owner, token)


async def start_person(
    s: AsyncSession, *, kind: IdentityKind, subject: str, label: str, locale: str, now: datetime
) -> UUID:
    """Make a person with a way in of their own, and a profile; needs a system unit."""
    owner = uuid4()
    await users.add(s, owner, at=now)
    await identities.add(s, owner, kind=kind, subject=subject, label=label, at=now)
    await profiles.add(s, owner, locale=known_locale(locale), time_zone="UTC", at=now)
    return owner


async def start_session(
    s: AsyncSession, owner: UUID, *, now: datetime, user_agent: str = ""
) -> str:
    """Sign a person in and return the token for their cookie: always a new one."""
    token = keys.new_token()
    await batches.stop_waiting(s, owner, now=now)
    await login_sessions.add(
        s,
        owner,
        token_hash=keys.token_hash(token),
        at=now,
        expires_at=now + ABSOLUTE,
        device=Device.of(user_agent),
    )
    return token


async def authenticate(db: Db, token: str, *, now: datetime) -> UUID | None:
    """Return whose living session a token is; raise `Locked` behind a closed app lock."""
    found = await unlocked(db, token, now=now)
    return found.owner if found else None


async def unlocked(db: Db, token: str, *, now: datetime) -> SignedIn | None:
    """Return the living session of a token; raise `Locked` behind a closed app lock."""
    found = await signed_in(db, token, now=now)
    if found is not None and found.is_locked:
        raise Locked
    return found


async def signed_in(db: Db, token: str, *, now: datetime) -> SignedIn | None:
    """Return the living session of a token, locked or not: for signing out and unlocking."""
    if not keys.may_be_token(token):
        return None
    async with db.system("sign-in") as s:
        session = await login_sessions.with_token(s, keys.token_hash(token))
    if session is None or not _is_alive(session, now):
        return None
    lock_after = session.lock_after
    unseen = now - session.last_seen_at
    is_due = lock_after is not None and unseen > _left_alone(lock_after)
    is_locked = lock_after is not None and (session.locked_at is not None or is_due)
    if is_locked:
        if session.locked_at is None:
            async with db.unit(session.user_id, write=True) as s:
                await login_sessions.lock(s, session.user_id, session.id, at=now)
    elif unseen >= (TOUCH_EVERY if lock_after is None else TOUCH_BEHIND_A_LOCK):
        async with db.unit(session.user_id, write=True) as s:
            await login_sessions.touch(s, session.user_id, session.id, at=now)
        # After the commit: a job that is just beginning to wait sees that they are here.
        async with db.unit(session.user_id, write=True) as s:
            await batches.stop_waiting(s, session.user_id, now=now)
    proven_at = max(session.created_at, session.unlocked_at or session.created_at)
    is_proven = now - proven_at < PROVEN_FOR
    return SignedIn(session.user_id, session.id, lock_after is not None, is_locked, is_proven)


async def sign_out(s: AsyncSession, owner: UUID, token: str, *, now: datetime) -> bool:
    """End the session of a token."""
    return await login_sessions.revoke(s, owner, keys.token_hash(token), at=now)


async def sign_out_everywhere(s: AsyncSession, owner: UUID, *, now: datetime) -> int:
    """End every session of a person; return how many there were."""
    return await login_sessions.revoke_all(s, owner, at=now)


def known_locale(tag: str) -> str:
    """Return a language tag that we have words for, else English."""
    known = _TAG.fullmatch(tag) and tag.partition("-")[0].lower() in languages()
    return tag if known else DEFAULT_LANGUAGE


async def _count_guest(s: AsyncSession, settings: Settings, address: str, now: datetime) -> None:
    day = now.astimezone(UTC).date()
    counted = await guest_counters.count_guest(
        s,
        day=day.isoformat(),
        address_hash=keys.keyed_hash(settings, f"guest address {day}", subscriber(address)),
        limit=settings.guests_per_address_per_day,
    )
    if not counted:
        tomorrow = datetime.combine(day + timedelta(days=1), time(), UTC)
        wait = math.ceil((tomorrow - now).total_seconds())
        raise RateLimited("too many guests", reason="address", retry_after=wait)


def subscriber(address: str) -> str:
    """Return the rate-limit key for an IP: the IPv4 address, or the IPv6 prefix."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or int(ip) >> 64)
    return str(ip)


def _left_alone(lock_after: int) -> timedelta:
    """Return how long a browser may be silent; what it last did is known to the minute."""
    if not lock_after:
        return LOCK_AT_ONCE_AFTER
    return timedelta(minutes=lock_after) + TOUCH_BEHIND_A_LOCK


def _is_alive(session: SignIn, now: datetime) -> bool:
    return (
        session.revoked_at is None
        and now < session.expires_at
        and now < session.last_seen_at + IDLE
    )
