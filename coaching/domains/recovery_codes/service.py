"""A guest's way back: a code that is shown once, and signs them in once.

It has a hundred random bits, so it cannot be guessed; failures of an address are slowed down all
the same. Using it makes a new one, because the old one may have been read by somebody else.
"""

from __future__ import annotations

import math
import re
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.recovery_codes import queries
from coaching.errors import RateLimited, Unauthenticated
from coaching.repositories import admins, audit, profiles
from coaching.services import accounts, keys

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db
    from coaching.settings import Settings

GROUPS, LETTERS = 5, 4
FREE_TRIES = 5
LONGEST_WAIT = timedelta(minutes=15)
FORGOTTEN_AFTER = timedelta(hours=1)
LOST_ANSWER = timedelta(minutes=10)
"""So long a code that was used opens again: the answer with the next one may have been lost."""
_LONGEST_TYPED = 200
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD = str.maketrans("OILU", "011V")
_NOT_A_SIGN = re.compile(r"[^0-9A-Z]")


@dataclass(frozen=True, slots=True)
class Back:
    """Somebody who is back: the token for their cookie, and the code for the next time."""

    owner: UUID
    token: str
    code: str


async def made_at(s: AsyncSession, owner: UUID) -> datetime | None:
    """Return when the code of a person was made; None without one."""
    found = await queries.of(s, owner)
    return found.created_at if found else None


async def renew(s: AsyncSession, owner: UUID, *, at: datetime) -> str:
    """Make a code, in the place of the one before, and return it; needs a system unit."""
    code = _new_code()
    await _keep(s, owner, code, at=at)
    return code


async def _keep(s: AsyncSession, owner: UUID, code: str, *, at: datetime) -> None:
    await profiles.hold(s, owner)
    await queries.replace(s, owner, _hash(code), at=at)
    await audit.add(s, actor="person", action="recovery_code_made", at=at)


async def revoke(s: AsyncSession, owner: UUID, *, at: datetime) -> None:
    """Delete the code of a person; needs a system unit."""
    if await queries.remove(s, owner):
        await audit.add(s, actor="person", action="recovery_code_removed", at=at)


async def sign_in(
    db: Db, settings: Settings, code: str, *, address: str, now: datetime, user_agent: str = ""
) -> Back:
    """Sign in who has a code; raise `Unauthenticated` for a wrong one, `RateLimited` for many."""
    key = keys.keyed_hash(settings, "recovery code", accounts.subscriber(address))
    async with db.system("sign-in", write=True) as s:
        await _count_try(s, key, now)
    async with db.system("sign-in", write=True) as s:
        fresh = _following(settings, code)
        found = await queries.with_hash(s, _hash(code))
        if found is not None:
            await _keep(s, found.user_id, fresh, at=now)
        else:
            found = await queries.with_hash(s, _hash(fresh))
            if found is None or now - found.created_at > LOST_ANSWER:
                raise Unauthenticated("wrong recovery code", say="This code doesn't work.")
        await admins.forget_failures(s, key)
        await audit.add(s, actor="person", action="recovery_code_used", at=now)
        token = await accounts.start_session(s, found.user_id, now=now, user_agent=user_agent)
    return Back(found.user_id, token, fresh)


async def _count_try(s: AsyncSession, key: str, now: datetime) -> None:
    """Count a try as a failure before the code is looked at; refuse it while it has to wait."""
    row = await admins.count_failure(s, key, now=now, forget_before=now - FORGOTTEN_AFTER)
    if row.blocked_until is not None and row.blocked_until > now:
        wait = math.ceil((row.blocked_until - now).total_seconds())
        raise RateLimited("too many wrong codes", reason="codes", retry_after=wait)
    over = row.failures - FREE_TRIES
    if over > 0:
        wait_for = min(timedelta(seconds=2 ** min(over, 20)), LONGEST_WAIT)
        await admins.block(s, key, until=now + wait_for)


def _new_code() -> str:
    return _in_groups(secrets.choice(_ALPHABET) for _ in range(GROUPS * LETTERS))


def _following(settings: Settings, code: str) -> str:
    """Return the code that takes this one's place: always the same, and known to nobody else."""
    digest = bytes.fromhex(keys.keyed_hash(settings, "next recovery code", _signs(code)))
    return _in_groups(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[: GROUPS * LETTERS])


def _in_groups(signs: Iterable[str]) -> str:
    whole = "".join(signs)
    return "-".join(whole[at : at + LETTERS] for at in range(0, len(whole), LETTERS))


def _hash(code: str) -> str:
    """Return what is stored of a code."""
    return keys.token_hash(_signs(code))


def _signs(code: str) -> str:
    """Return a code however it was typed: with spaces, small letters, O for 0."""
    signs = _NOT_A_SIGN.sub("", code[:_LONGEST_TYPED].upper())
    return signs.translate(_MISREAD)
