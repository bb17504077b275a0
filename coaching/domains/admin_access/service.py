"""Signing in to the admin app: named admins, argon2id, a second factor, a delay that grows.

An attempt counts as a failure before its password is looked at, so that a hundred at once are not
a hundred free guesses. The delay per name and address grows to fifteen minutes, the one for all
together to half a minute. An address with few failures of its own does not wait for the others:
there the right password opens, and a wrong one is told to wait, so nobody can lock an admin out.
Whoever proves the second factor waits for nobody: a code or a passkey's answer allows one try.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

import structlog
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from coaching.domains.admin_access import passkeys, queries, second_factor
from coaching.errors import InvalidInput, RateLimited, Unauthenticated
from coaching.models import Admin, AdminSession
from coaching.repositories import admins, audit
from coaching.services import keys
from coaching.values.clean_text import clean_text
from coaching.values.enums import AdminRole

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.admin_access.passkeys import GivenPasskey
    from coaching.repositories.db import Db
    from coaching.settings import Settings

NAME = "admin"
IDLE = timedelta(minutes=30)
ABSOLUTE = timedelta(hours=12)
TOUCH_EVERY = timedelta(minutes=1)
EVERYBODY = "everybody"
NEVER = datetime.min.replace(tzinfo=UTC)
_PASSWORD_BYTES = 18
_LONGEST_PASSWORD = 1024
_WRONG = "Wrong name, password, code or passkey."
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Delay:
    """How failures slow the next attempt: `free` of them, then 1, 2, 4 … seconds up to `most`."""

    free: int
    most: timedelta
    forgotten_after: timedelta

    def after(self, failures: int) -> timedelta:
        """Return how long the next attempt has to wait."""
        over = failures - self.free
        return (
            timedelta() if over <= 0 else min(timedelta(seconds=2 ** min(over - 1, 30)), self.most)
        )


PER_NAME_AND_ADDRESS = Delay(3, timedelta(minutes=15), timedelta(hours=1))
ALL_TOGETHER = Delay(20, timedelta(seconds=30), timedelta(minutes=15))


@dataclass(frozen=True, slots=True)
class SignedInAdmin:
    """The admin who is signed in."""

    id: UUID
    name: str
    role: AdminRole = AdminRole.ADMIN
    has_second_factor: bool = field(default=False, compare=False)
    has_app: bool = field(default=False, compare=False)
    signed_in_at: datetime = NEVER


async def sign_in(  # noqa: PLR0913 - the fields of a form, each by its name
    db: Db,
    settings: Settings,
    *,
    name: str,
    password: str,
    address: str,
    now: datetime,
    code: str = "",
    passkey: GivenPasskey | None = None,
) -> str:
    """Check name, password and second factor, and return the token for the cookie."""
    given = await passkeys.challenge_of(db, passkey, now=now) if passkey else None
    pair = keys.keyed_hash(settings, "admin sign-in", f"{name}\n{address}")
    here = keys.keyed_hash(settings, "admin sign-in address", address)
    async with db.system("admin sign-in", write=True) as s:
        admin = await _named(s, name)
        is_proved = await _spend_code(s, settings, admin, code, now)
        if admin is not None and given is not None and not is_proved:
            is_proved = await passkeys.proves(s, settings, admin, given, now=now)
        needs_proof = admin is not None and await _has_second_factor(s, admin)
        wait = await _delay(s, pair, here, now, may_pass=is_proved)
    stored = admin.password_hash if admin else None
    fits = await asyncio.to_thread(_verify, stored, password)
    if admin is None or not fits or (needs_proof and not is_proved):
        _log.info("admin_sign_in_failed")
        _refuse(wait)
        raise Unauthenticated(
            "wrong name, password or code", say="Wrong name, password, code or passkey."
        )
    token = keys.new_token()
    async with db.system("admin sign-in", write=True) as s:
        await admins.forget_failures(s, pair)
        await admins.forget_failures(s, here)
        await admins.take_back_failure(s, EVERYBODY)
        await admins.add_session(s, _session(admin.id, token, now))
        await audit.add(s, actor=admin.name, action="signed_in", at=now)
    return token


async def authenticate(db: Db, token: str, *, now: datetime) -> SignedInAdmin | None:
    """Return whose living admin session a token is."""
    if not keys.may_be_token(token):
        return None
    async with db.system("admin sign-in") as s:
        session = await admins.session_with_token(s, keys.token_hash(token))
        if session is None or not _is_alive(session, now):
            return None
        admin = await admins.find(s, session.admin_id)
        if admin is None:
            return None
        has_second_factor = await _has_second_factor(s, admin)
    if now - session.last_seen_at >= TOUCH_EVERY:
        async with db.system("admin sign-in", write=True) as s:
            await admins.touch_session(s, session.id, at=now)
    return SignedInAdmin(
        admin.id,
        admin.name,
        AdminRole(admin.role),
        has_second_factor,
        has_app=bool(admin.totp_sealed),
        signed_in_at=session.created_at,
    )


async def sign_out(db: Db, token: str, *, now: datetime) -> None:
    """End the session of a token."""
    async with db.system("admin sign-out", write=True) as s:
        await admins.revoke_session(s, keys.token_hash(token), at=now)


async def ensure_admin(db: Db, settings: Settings, *, now: datetime) -> str | None:
    """Make the admin `admin`, or give it the password of the settings.

    Returns a password only when it was made here: it is shown once and stored nowhere.
    """
    wanted = settings.admin_password.get_secret_value()
    async with db.system("admin password") as s:
        admin = await admins.named(s, NAME)
    if admin is not None:
        if wanted and not await asyncio.to_thread(_verify, admin.password_hash, wanted):
            await set_password(db, NAME, wanted, now=now)
        return None
    password = wanted or secrets.token_urlsafe(_PASSWORD_BYTES)
    await set_password(db, NAME, password, now=now)
    return None if wanted else password


async def set_password(
    db: Db, name: str, password: str, *, now: datetime, role: AdminRole = AdminRole.ADMIN
) -> None:
    """Create an admin or replace their password; this ends all their sessions."""
    made = await asyncio.to_thread(hashed, password)
    async with db.system("admin password", write=True) as s:
        admin = await admins.named(s, name)
        if admin is None:
            await admins.add(s, Admin(name=name, password_hash=made, role=role, created_at=now))
        else:
            await admins.change_password(s, admin.id, made)
            await admins.revoke_sessions(s, admin.id, at=now)
        await audit.add(s, actor="system", action="admin_password_set", subject=name, at=now)


def hashed(password: str) -> str:
    """Return the argon2id hash that is stored of a password; takes a tenth of a second."""
    return _hasher().hash(password[:_LONGEST_PASSWORD])


async def _spend_code(
    s: AsyncSession, settings: Settings, admin: Admin | None, code: str, now: datetime
) -> bool:
    """Return True if a code is the admin's and was not used before; it is used now."""
    secret = second_factor.secret_of(settings, admin) if admin and code else ""
    step = second_factor.step_of(secret, code, now=now) if secret else None
    return admin is not None and step is not None and await queries.spend_step(s, admin.id, step)


async def _has_second_factor(s: AsyncSession, admin: Admin) -> bool:
    return bool(admin.totp_sealed) or await queries.passkey_count(s, admin.id) > 0


async def _delay(s: AsyncSession, pair: str, here: str, now: datetime, *, may_pass: bool) -> int:
    """Count an attempt; raise if it has to wait; return what a wrong one is told to wait."""
    wait_here = await _count_attempt(s, pair, PER_NAME_AND_ADDRESS, now)
    if not may_pass:
        _refuse(wait_here)
    tries = await _count_here(s, here, now)
    wait = await _count_attempt(s, EVERYBODY, ALL_TOGETHER, now)
    if tries > PER_NAME_AND_ADDRESS.free and not may_pass:
        _refuse(wait)
    return wait


async def _named(s: AsyncSession, name: str) -> Admin | None:
    try:
        return await admins.named(s, clean_text("name", name))
    except InvalidInput:  # what no database can hold is nobody's name
        return None


async def _count_here(s: AsyncSession, key: str, now: datetime) -> int:
    before = now - PER_NAME_AND_ADDRESS.forgotten_after
    return (await admins.count_failure(s, key, now=now, forget_before=before)).failures


async def _count_attempt(s: AsyncSession, key: str, delay: Delay, now: datetime) -> int:
    """Count an attempt; return the seconds that it has to wait, 0 for none."""
    row = await admins.count_failure(s, key, now=now, forget_before=now - delay.forgotten_after)
    if row.blocked_until is not None and row.blocked_until > now:
        return math.ceil((row.blocked_until - now).total_seconds())
    await admins.block(s, key, until=now + delay.after(row.failures))
    return 0


def _refuse(wait: int) -> None:
    if wait:
        raise RateLimited("too many failed sign-ins", reason="address", retry_after=wait)


def _session(admin_id: UUID, token: str, now: datetime) -> AdminSession:
    return AdminSession(
        admin_id=admin_id,
        token_hash=keys.token_hash(token),
        created_at=now,
        last_seen_at=now,
        expires_at=now + ABSOLUTE,
    )


def _is_alive(session: AdminSession, now: datetime) -> bool:
    return (
        session.revoked_at is None
        and now < session.expires_at
        and now < session.last_seen_at + IDLE
    )


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def _hash_of_nobody() -> str:
    """Return a hash that an unknown name is checked against: it takes as long as a known one."""
    return _hasher().hash(secrets.token_urlsafe(_PASSWORD_BYTES))


def _verify(stored: str | None, password: str) -> bool:
    nobody = _hash_of_nobody()
    try:
        return _hasher().verify(stored or nobody, password[:_LONGEST_PASSWORD])
    except (VerificationError, InvalidHashError):
        return False
