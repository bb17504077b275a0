"""Passkeys as an admin's second factor: asking a browser, and checking its answer at sign-in.

They belong to the address of ADMIN_URL. The password is still needed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from coaching.domains.admin_access import queries
from coaching.domains.passkeys import ceremony, challenges
from coaching.domains.passkeys.ceremony import Site
from coaching.domains.passkeys.models import Purpose
from coaching.errors import InvalidInput, Unauthenticated
from coaching.serving.apps import face

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.passkeys.ceremony import Answer
    from coaching.models import Admin
    from coaching.repositories.db import Db
    from coaching.settings import Settings

GOOD_FOR = challenges.GOOD_FOR


@dataclass(frozen=True, slots=True)
class GivenPasskey:
    """A browser's answer as the sign-in form has it, and the cookie that asked for it."""

    credential: str
    browser: str


@dataclass(frozen=True, slots=True)
class Challenged:
    """An answer with the challenge that it has used up; not checked yet."""

    answer: Answer
    challenge: bytes


def site(settings: Settings) -> Site:
    """Return the app that these passkeys belong to."""
    return Site("Toney admin", face(settings, "admin").origins[0])


def read(credential: str) -> Answer:
    """Return the answer that a form carries as JSON; raise `InvalidInput` if it is none."""
    try:
        found = json.loads(credential)
    except ValueError as problem:
        raise InvalidInput({"credential": "is not JSON"}) from problem
    if not isinstance(found, dict):
        raise InvalidInput({"credential": "is not what a browser answers"})
    return cast("Answer", found)


async def ask_to_sign_in(
    db: Db, settings: Settings, *, browser: str, now: datetime
) -> dict[str, Any]:
    """Return the options for `navigator.credentials.get`; they name no admin."""
    challenge = await challenges.ask(db, Purpose.SIGN_IN, bound(browser), now)
    return ceremony.request_options(site(settings), challenge)


async def challenge_of(db: Db, given: GivenPasskey, *, now: datetime) -> Challenged | None:
    """Use up the challenge that a form's answer is to; None if it is to none of this browser."""
    try:
        answer = read(given.credential)
        challenge = await challenges.take(db, Purpose.SIGN_IN, bound(given.browser), answer, now)
    except (InvalidInput, Unauthenticated):
        return None
    return Challenged(answer, challenge)


async def proves(
    s: AsyncSession,
    settings: Settings,
    admin: Admin,
    given: Challenged,
    *,
    now: datetime,
) -> bool:
    """Return True if one of the admin's passkeys signed the challenge; its use is stored."""
    passkey = await queries.passkey_with_credential(s, str(given.answer.get("id", "")))
    if passkey is None or passkey.admin_id != admin.id:
        return False
    count = ceremony.new_sign_count(
        site(settings), given.answer, given.challenge, passkey, user_id=admin.id.bytes
    )
    if count is None:
        return False
    passkey.sign_count, passkey.last_used_at = count, now
    await s.flush()
    return True


def bound(browser: str) -> str:
    """Return what a challenge is bound to; a browser of the user app can't answer it."""
    return f"admin\n{browser}"
