"""Invites: `toney create-admin` prints a link that sets password and second factor.

A link works once and for a day. A new one for the same admin replaces the old one; `reset` also
signs the admin out and removes password, authenticator app and passkeys, for a lost phone.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.admin_access import queries, second_factor, service
from coaching.domains.admin_access.models import AdminInvite
from coaching.errors import Conflict, InvalidInput, NotFound
from coaching.models import Admin
from coaching.repositories import admins, audit
from coaching.services import keys
from coaching.values.clean_text import clean_text
from coaching.values.enums import AdminRole

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.repositories.db import Db
    from coaching.settings import Settings

GOOD_FOR = timedelta(hours=24)
SHORTEST_PASSWORD = 12
LONGEST_NAME = 60
_GONE = "This invite has been used or has expired. Ask for a new one."
_SHORT = f"Use at least {SHORTEST_PASSWORD} characters."
_WRONG_CODE = "This code doesn’t fit. Type the newest one from your app."


@dataclass(frozen=True, slots=True)
class Invitation:
    """The person an invite is for, their role, and the secret for their authenticator app."""

    name: str
    role: AdminRole
    secret: str


async def invite(
    db: Db,
    name: str,
    role: AdminRole | None,
    *,
    reset: bool,
    now: datetime,
    actor: str = "system",
) -> str:
    """Create an admin, or reset one, and return the token of the link."""
    name = clean_text("name", name, maximum=LONGEST_NAME)
    if name in audit.NO_ADMIN:
        raise InvalidInput({"name": f"{name} is not a name that an admin can have"})
    token = keys.new_token()
    async with db.system("create-admin", write=True) as s:
        admin = await admins.named(s, name)
        if admin is not None and not reset:
            raise Conflict(f"there is an admin {name}; use --reset for a new invite")
        if admin is None and reset:
            raise NotFound(f"there is no admin {name}")
        if admin is None:
            made = Admin(name=name, password_hash="", role=role or AdminRole.ADMIN, created_at=now)
            admin = await admins.add(s, made)
        else:
            await admins.change_password(s, admin.id, "")
            await queries.set_second_factor(s, admin.id, "", step=0)
            await queries.remove_passkeys(s, admin.id)
            await admins.revoke_sessions(s, admin.id, at=now)
            if role is not None:
                await queries.set_role(s, admin.id, role)
        await queries.add_invite(
            s,
            AdminInvite(
                admin_id=admin.id,
                token_hash=keys.token_hash(token),
                created_at=now,
                expires_at=now + GOOD_FOR,
            ),
        )
        await audit.add(s, actor=actor, action="admin_invited", subject=name, at=now)
    return token


async def look(db: Db, settings: Settings, token: str, *, now: datetime) -> Invitation:
    """Return what an invite is for, without using it; raise `NotFound` when it is over."""
    if not keys.may_be_token(token):
        raise NotFound("no such invite", say=_GONE)
    async with db.system("admin sign-in") as s:
        found = await queries.open_invite(s, keys.token_hash(token), now=now)
    if found is None:
        raise NotFound("no such invite", say=_GONE)
    secret = second_factor.secret_of_invite(settings, token)
    return Invitation(found[1].name, AdminRole(found[1].role), secret)


async def accept(
    db: Db, settings: Settings, token: str, *, password: str, code: str, now: datetime
) -> None:
    """Set password and second factor; raise `InvalidInput` and keep the invite if one is wrong."""
    invitation = await look(db, settings, token, now=now)
    if len(password) < SHORTEST_PASSWORD:
        raise InvalidInput({"password": _SHORT}, say=_SHORT)
    step = second_factor.step_of(invitation.secret, code, now=now)
    if step is None:
        raise InvalidInput({"code": _WRONG_CODE}, say=_WRONG_CODE)
    hashed = await asyncio.to_thread(service.hashed, password)
    async with db.system("admin sign-in", write=True) as s:
        found = await queries.open_invite(s, keys.token_hash(token), now=now)
        if found is None or not await queries.spend_invite(s, found[0].id, now=now):
            raise NotFound("no such invite", say=_GONE)
        admin = found[1]
        sealed = second_factor.seal(settings, admin.id, invitation.secret)
        await admins.change_password(s, admin.id, hashed)
        await queries.set_second_factor(s, admin.id, sealed, step=step)
        await audit.add(s, actor=admin.name, action="invite_accepted", at=now)
