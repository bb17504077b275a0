"""What admins do with their own account: a second factor, and who else may come in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from coaching.domains.admin_access import passkeys, queries, second_factor
from coaching.domains.admin_access.models import AdminPasskey
from coaching.domains.passkeys import ceremony, challenges
from coaching.domains.passkeys.models import Purpose
from coaching.errors import Conflict, InvalidInput, NotAllowed, NotFound, TooMany
from coaching.repositories import audit
from coaching.values.clean_text import clean_text
from coaching.values.enums import AdminRole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from coaching.domains.admin_access.service import SignedInAdmin
    from coaching.repositories.db import Db
    from coaching.settings import Settings

MOST_PASSKEYS = 20
LONGEST_NAME = 60
RECENT = timedelta(minutes=10)
_IS_SET = "Your authenticator app is connected already. A new invite replaces it."
_SIGN_IN_AGAIN = "To change your second factor, sign out and sign in again first."
_LAST = "This is your only second factor. Add another passkey or an authenticator app first."
_KNOWN = "This passkey has been added already."
_WRONG_CODE = "This code doesn’t fit. Type the newest one from your app."


@dataclass(frozen=True, slots=True)
class Colleague:
    """An admin as the others see them."""

    name: str
    role: AdminRole
    has_second_factor: bool
    has_password: bool
    last_seen_at: datetime | None


async def everyone(db: Db) -> Sequence[Colleague]:
    """Return all admins, by name."""
    async with db.system("admins") as s:
        return [
            Colleague(
                admin.name,
                AdminRole(admin.role),
                bool(admin.totp_sealed) or passkey_count > 0,
                bool(admin.password_hash),
                seen_at,
            )
            for admin, passkey_count, seen_at in await queries.every_admin(s)
        ]


async def set_second_factor(
    db: Db, settings: Settings, admin: SignedInAdmin, *, secret: str, code: str, now: datetime
) -> None:
    """Connect an authenticator app if the code comes from its secret.

    One that is there can only be replaced by a new invite, so a stolen session changes nothing.
    """
    if admin.has_app:
        raise Conflict("there is an authenticator app", say=_IS_SET)
    _require_recent(admin, now)
    step = second_factor.step_of(secret, code, now=now) if secret else None
    if step is None:
        raise InvalidInput({"code": _WRONG_CODE}, say=_WRONG_CODE)
    sealed = second_factor.seal(settings, admin.id, secret)
    async with db.system("admins", write=True) as s:
        await queries.set_second_factor(s, admin.id, sealed, step=step)
        await audit.add(s, actor=admin.name, action="second_factor_set", at=now)


async def own_passkeys(db: Db, admin: SignedInAdmin) -> Sequence[AdminPasskey]:
    """Return the passkeys of an admin, oldest first."""
    async with db.system("admins") as s:
        return await queries.passkeys(s, admin.id)


async def ask_to_add_passkey(
    db: Db, settings: Settings, admin: SignedInAdmin, *, browser: str, now: datetime
) -> dict[str, Any]:
    """Return the options for `navigator.credentials.create`."""
    _require_recent(admin, now)
    known = await own_passkeys(db, admin)
    if len(known) >= MOST_PASSKEYS:
        raise TooMany(
            limit=MOST_PASSKEYS, say=f"You have {MOST_PASSKEYS} passkeys. Remove one first."
        )
    return ceremony.creation_options(
        passkeys.site(settings),
        await challenges.ask(db, Purpose.ADD, passkeys.bound(browser), now),
        user_id=admin.id.bytes,
        user_name=admin.name,
        known=[passkey.credential_id for passkey in known],
    )


async def add_passkey(
    db: Db,
    settings: Settings,
    admin: SignedInAdmin,
    credential: str,
    *,
    name: str,
    browser: str,
    now: datetime,
) -> None:
    """Store a new passkey; raise `InvalidInput` if the browser's answer is wrong."""
    _require_recent(admin, now)
    name = clean_text("name", name, maximum=LONGEST_NAME)
    answer = passkeys.read(credential)
    challenge = await challenges.take(db, Purpose.ADD, passkeys.bound(browser), answer, now)
    made = ceremony.new_passkey(passkeys.site(settings), answer, challenge)
    async with db.system("admins", write=True) as s:
        await queries.hold(s, admin.id)
        if await queries.passkey_with_credential(s, made.credential_id) is not None:
            raise InvalidInput({"credential": _KNOWN}, say=_KNOWN)
        passkey = AdminPasskey(
            admin_id=admin.id,
            credential_id=made.credential_id,
            public_key=made.public_key,
            sign_count=made.sign_count,
            name=name,
            created_at=now,
        )
        await queries.add_passkey(s, passkey)
        details = {"name": name}
        await audit.add(s, actor=admin.name, action="passkey_added", at=now, details=details)


async def remove_passkey(db: Db, admin: SignedInAdmin, passkey_id: UUID, *, now: datetime) -> None:
    """Delete a passkey; refused for the only second factor, because none would be left."""
    _require_recent(admin, now)
    async with db.system("admins", write=True) as s:
        row = await queries.hold(s, admin.id)
        name = await queries.remove_passkey(s, admin.id, passkey_id)
        if name is None:
            raise NotFound("no such passkey")
        if not row.totp_sealed and not await queries.passkey_count(s, admin.id):
            raise Conflict("the only second factor", say=_LAST)
        details = {"name": name}
        await audit.add(s, actor=admin.name, action="passkey_removed", at=now, details=details)


def may_change(admin: SignedInAdmin, now: datetime) -> bool:
    """Return False in an old session whose admin has a second factor: it may be a stolen one."""
    return not admin.has_second_factor or now - admin.signed_in_at <= RECENT


def _require_recent(admin: SignedInAdmin, now: datetime) -> None:
    if not may_change(admin, now):
        raise NotAllowed("not signed in recently", say=_SIGN_IN_AGAIN)
