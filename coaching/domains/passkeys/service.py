"""Passkeys: adding one, signing in with it, unlocking with it.

The origin must be that of PUBLIC_URL. `browser` is the session's token, or a cookie before sign-in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.domains.app_lock import queries as app_lock
from coaching.domains.passkeys import ceremony, challenges, queries
from coaching.domains.passkeys.ceremony import Site
from coaching.domains.passkeys.models import Passkey, Purpose
from coaching.errors import InvalidInput, NotFound, TooMany, Unauthenticated
from coaching.repositories import audit, batches, login_sessions, profiles
from coaching.services import accounts
from coaching.serving.apps import face
from coaching.values.clean_text import clean_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.passkeys.ceremony import Answer
    from coaching.repositories.db import Db
    from coaching.services.accounts import SignedIn
    from coaching.settings import Settings

MOST = 20
LONGEST_NAME = 60
GOOD_FOR = challenges.GOOD_FOR
_UNKNOWN = "This passkey doesn’t work here."


async def for_user(s: AsyncSession, owner: UUID) -> Sequence[Passkey]:
    """Return a person's passkeys, oldest first."""
    return await queries.for_user(s, owner)


async def ask_to_add(
    db: Db, settings: Settings, owner: UUID, *, browser: str, now: datetime
) -> dict[str, Any]:
    """Return the options for `navigator.credentials.create`."""
    async with db.unit(owner) as s:
        known = await queries.for_user(s, owner)
        name = (await profiles.require(s, owner)).name or "Toney"
    if len(known) >= MOST:
        raise TooMany(limit=MOST, say=f"You have {MOST} passkeys. Remove one first.")
    return ceremony.creation_options(
        _site(settings),
        await challenges.ask(db, Purpose.ADD, browser, now),
        user_id=owner.bytes,
        user_name=name,
        known=[passkey.credential_id for passkey in known],
    )


async def add(
    db: Db,
    settings: Settings,
    owner: UUID,
    answer: Answer,
    *,
    name: str,
    browser: str,
    now: datetime,
) -> Passkey:
    """Keep a new passkey; raise `InvalidInput` when the answer does not hold."""
    name = clean_text("name", name, maximum=LONGEST_NAME)
    challenge = await challenges.take(db, Purpose.ADD, browser, answer, now)
    made = ceremony.new_passkey(_site(settings), answer, challenge)
    async with db.system("passkeys", write=True) as s:
        await profiles.hold(s, owner)
        if await queries.with_credential(s, made.credential_id) is not None:
            raise InvalidInput({"credential": "This passkey has been added already."})
        passkey = Passkey(
            user_id=owner,
            credential_id=made.credential_id,
            public_key=made.public_key,
            sign_count=made.sign_count,
            name=name,
            created_at=now,
        )
        await queries.add(s, passkey)
        await audit.add(s, actor="person", action="passkey_added", at=now)
    return passkey


async def rename(s: AsyncSession, owner: UUID, passkey_id: UUID, name: str) -> None:
    """Give a passkey another name."""
    name = clean_text("name", name, maximum=LONGEST_NAME)
    if not await queries.rename(s, owner, passkey_id, name):
        raise NotFound("no such passkey")


async def remove(s: AsyncSession, owner: UUID, passkey_id: UUID, *, at: datetime) -> None:
    """Delete a passkey; a lock that nothing else opens goes with the last; in a system unit."""
    await profiles.hold(s, owner)
    if not await queries.remove(s, owner, passkey_id):
        raise NotFound("no such passkey")
    lock = await app_lock.of(s, owner)
    if lock is not None and not lock.pin_hash and not await queries.count(s, owner):
        await app_lock.remove(s, owner)
        await login_sessions.unlock_all(s, owner)
    await audit.add(s, actor="person", action="passkey_removed", at=at)


async def ask_to_sign_in(
    db: Db, settings: Settings, *, browser: str, now: datetime, purpose: Purpose = Purpose.SIGN_IN
) -> dict[str, Any]:
    """Return the options for `navigator.credentials.get`; they tell nothing of anybody."""
    challenge = await challenges.ask(db, purpose, browser, now)
    return ceremony.request_options(_site(settings), challenge)


async def sign_in(
    db: Db, settings: Settings, answer: Answer, *, browser: str, now: datetime, user_agent: str = ""
) -> str:
    """Return the token for the cookie; raise `Unauthenticated` when the answer does not hold."""
    challenge = await challenges.take(db, Purpose.SIGN_IN, browser, answer, now)
    async with db.system("sign-in", write=True) as s:
        owner = await _prove(s, settings, answer, challenge, now)
        await audit.add(s, actor="person", action="passkey_used", at=now)
        return await accounts.start_session(s, owner, now=now, user_agent=user_agent)


async def unlock(
    db: Db, settings: Settings, here: SignedIn, answer: Answer, *, browser: str, now: datetime
) -> None:
    """Open the app lock of this browser with a passkey of the person who is signed in."""
    challenge = await challenges.take(db, Purpose.UNLOCK, browser, answer, now)
    async with db.system("sign-in", write=True) as s:
        if await _prove(s, settings, answer, challenge, now) != here.owner:
            raise Unauthenticated("somebody else's passkey", say=_UNKNOWN)
        await app_lock.forget_failures(s, here.owner)
        await login_sessions.unlock(s, here.owner, here.session_id, at=now)
        await batches.stop_waiting(s, here.owner, now=now)


async def _prove(
    s: AsyncSession, settings: Settings, answer: Answer, challenge: bytes, now: datetime
) -> UUID:
    """Return whose passkey signed the challenge."""
    passkey = await queries.with_credential(s, str(answer.get("id", "")))
    if passkey is None or not await login_sessions.is_active(s, passkey.user_id):
        raise Unauthenticated("unknown passkey", say=_UNKNOWN)
    count = ceremony.new_sign_count(
        _site(settings), answer, challenge, passkey, user_id=passkey.user_id.bytes
    )
    if count is None:
        raise Unauthenticated("a passkey's answer that does not hold", say=_UNKNOWN)
    passkey.sign_count, passkey.last_used_at = count, now
    await s.flush()
    return passkey.user_id


def _site(settings: Settings) -> Site:
    return Site("Toney", face(settings, "toney").origins[0])
