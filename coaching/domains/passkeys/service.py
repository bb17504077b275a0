"""Passkeys: adding one, signing in with it, unlocking with it.

A challenge is used up before the answer to it is looked at, and only the browser that asked for it
may answer: `browser` is its session's token, or a cookie before sign-in. The
origin must be that of PUBLIC_URL.
"""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from coaching.domains.app_lock import queries as app_lock
from coaching.domains.passkeys import queries
from coaching.domains.passkeys.models import Passkey, Purpose
from coaching.errors import InvalidInput, NotFound, TooMany, Unauthenticated
from coaching.repositories import audit, login_sessions, profiles
from coaching.services import accounts, keys
from coaching.serving.apps import face
from coaching.values.clean_text import clean_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession
    from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
    from webauthn.registration.verify_registration_response import VerifiedRegistration

    from coaching.repositories.db import Db
    from coaching.services.accounts import SignedIn
    from coaching.settings import Settings

Answer = dict[str, Any]
"""What `navigator.credentials` answered, as JSON."""
MOST = 20
LONGEST_NAME = 60
GOOD_FOR = timedelta(minutes=5)
_UNKNOWN = "This passkey doesn’t work here."


async def for_user(s: AsyncSession, owner: UUID) -> Sequence[Passkey]:
    """Return a person's passkeys, oldest first."""
    return await queries.for_user(s, owner)


async def ask_to_add(
    db: Db, settings: Settings, owner: UUID, *, browser: str, now: datetime
) -> dict[str, Any]:
    """Return the options for `navigator.credentials.create`."""
    import webauthn  # noqa: PLC0415 - 0.2 s that a start does not wait for
    from webauthn.helpers import structs  # noqa: PLC0415

    async with db.unit(owner) as s:
        known = await queries.for_user(s, owner)
        name = (await profiles.require(s, owner)).name or "Toney"
    if len(known) >= MOST:
        raise TooMany(limit=MOST, say=f"You have {MOST} passkeys. Remove one first.")
    required = structs.AuthenticatorSelectionCriteria(
        resident_key=structs.ResidentKeyRequirement.REQUIRED,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    options = webauthn.generate_registration_options(
        rp_id=_host(settings),
        rp_name="Toney",
        user_id=owner.bytes,
        user_name=name,
        challenge=await _challenge(db, Purpose.ADD, browser, now),
        authenticator_selection=required,
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(
                id=webauthn.base64url_to_bytes(passkey.credential_id)
            )
            for passkey in known
        ],
    )
    return json.loads(webauthn.options_to_json(options))


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
    challenge = await _take(db, Purpose.ADD, browser, answer, now)
    made = _registered(settings, answer, challenge)
    if made is None:
        raise InvalidInput({"credential": "Your browser’s answer doesn’t hold. Please try again."})
    credential_id, public_key = _text(made.credential_id), _text(made.credential_public_key)
    async with db.system("passkeys", write=True) as s:
        await profiles.hold(s, owner)
        if await queries.with_credential(s, credential_id) is not None:
            raise InvalidInput({"credential": "This passkey has been added already."})
        passkey = Passkey(
            user_id=owner,
            credential_id=credential_id,
            public_key=public_key,
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
    import webauthn  # noqa: PLC0415 - as above
    from webauthn.helpers import structs  # noqa: PLC0415

    options = webauthn.generate_authentication_options(
        rp_id=_host(settings),
        challenge=await _challenge(db, purpose, browser, now),
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return json.loads(webauthn.options_to_json(options))


async def sign_in(
    db: Db, settings: Settings, answer: Answer, *, browser: str, now: datetime, user_agent: str = ""
) -> str:
    """Return the token for the cookie; raise `Unauthenticated` when the answer does not hold."""
    challenge = await _take(db, Purpose.SIGN_IN, browser, answer, now)
    async with db.system("sign-in", write=True) as s:
        owner = await _prove(s, settings, answer, challenge, now)
        await audit.add(s, actor="person", action="passkey_used", at=now)
        return await accounts.start_session(s, owner, now=now, user_agent=user_agent)


async def unlock(
    db: Db, settings: Settings, here: SignedIn, answer: Answer, *, browser: str, now: datetime
) -> None:
    """Open the app lock of this browser with a passkey of the person who is signed in."""
    challenge = await _take(db, Purpose.UNLOCK, browser, answer, now)
    async with db.system("sign-in", write=True) as s:
        if await _prove(s, settings, answer, challenge, now) != here.owner:
            raise Unauthenticated("somebody else's passkey", say=_UNKNOWN)
        await app_lock.forget_failures(s, here.owner)
        await login_sessions.unlock(s, here.owner, here.session_id, at=now)


async def _challenge(db: Db, purpose: Purpose, browser: str, now: datetime) -> bytes:
    from webauthn.helpers import generate_challenge  # noqa: PLC0415 - as above

    challenge = generate_challenge()
    async with db.system("sign-in", write=True) as s:
        hashed = keys.token_hash(browser)
        await queries.ask(s, purpose, hashed, _text(challenge), until=now + GOOD_FOR)
    return challenge


async def _take(db: Db, purpose: Purpose, browser: str, answer: Answer, now: datetime) -> bytes:
    """Use up the challenge that an answer is to, in its own unit: a wrong answer costs it."""
    from webauthn.helpers import base64url_to_bytes, parse_client_data_json  # noqa: PLC0415

    try:
        said = base64url_to_bytes(_response(answer)["clientDataJSON"])
        challenge = parse_client_data_json(said).challenge
    except Exception as problem:  # a stranger's JSON: whatever it breaks, it's wrong
        raise InvalidInput({"credential": "is not what a browser answers"}) from problem
    async with db.system("sign-in", write=True) as s:
        hashed = keys.token_hash(browser)
        if not await queries.take(s, purpose, hashed, _text(challenge), now=now):
            raise Unauthenticated("no such challenge", say="That took too long. Please try again.")
    return challenge


async def _prove(
    s: AsyncSession, settings: Settings, answer: Answer, challenge: bytes, now: datetime
) -> UUID:
    """Return whose passkey signed the challenge."""
    passkey = await queries.with_credential(s, str(answer.get("id", "")))
    if passkey is None or not await login_sessions.is_active(s, passkey.user_id):
        raise Unauthenticated("unknown passkey", say=_UNKNOWN)
    verified = _authenticated(settings, answer, challenge, passkey)
    if verified is None or _response(answer).get("userHandle") != _text(passkey.user_id.bytes):
        raise Unauthenticated("a passkey's answer that does not hold", say=_UNKNOWN)
    passkey.sign_count, passkey.last_used_at = verified.new_sign_count, now
    await s.flush()
    return passkey.user_id


def _registered(
    settings: Settings, answer: Answer, challenge: bytes
) -> VerifiedRegistration | None:
    import webauthn  # noqa: PLC0415 - as above

    try:
        return webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=_host(settings),
            expected_origin=_origin(settings),
            require_user_verification=True,
        )
    except Exception:  # noqa: BLE001 - a stranger's bytes: whatever they break, they don't hold
        return None


def _authenticated(
    settings: Settings, answer: Answer, challenge: bytes, passkey: Passkey
) -> VerifiedAuthentication | None:
    import webauthn  # noqa: PLC0415 - as above

    try:
        return webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=_host(settings),
            expected_origin=_origin(settings),
            credential_public_key=webauthn.base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    except Exception:  # noqa: BLE001 - a stranger's bytes: whatever they break, they don't hold
        return None


def _response(answer: Answer) -> Mapping[str, Any]:
    found = answer.get("response")
    return cast("Mapping[str, Any]", found) if isinstance(found, dict) else {}


def _text(value: bytes) -> str:
    from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415 - as above

    return bytes_to_base64url(value)


def _host(settings: Settings) -> str:
    return urlsplit(_origin(settings)).hostname or ""


def _origin(settings: Settings) -> str:
    return face(settings, "toney").origins[0]
