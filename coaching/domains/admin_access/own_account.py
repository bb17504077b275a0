"""What admins do with their own account: a second factor, and who else may come in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.domains.admin_access import queries, second_factor
from coaching.errors import Conflict, InvalidInput
from coaching.repositories import audit
from coaching.values.enums import AdminRole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from coaching.domains.admin_access.service import SignedInAdmin
    from coaching.repositories.db import Db
    from coaching.settings import Settings

_IS_SET = "There is a second factor already. A new invite replaces it."
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
                bool(admin.totp_sealed),
                bool(admin.password_hash),
                seen_at,
            )
            for admin, seen_at in await queries.every_admin(s)
        ]


async def set_second_factor(
    db: Db, settings: Settings, admin: SignedInAdmin, *, secret: str, code: str, now: datetime
) -> None:
    """Turn the second factor on if the code comes from its secret.

    One that is there can only be replaced by a new invite, so a stolen session changes nothing.
    """
    if admin.has_second_factor:
        raise Conflict("there is a second factor", say=_IS_SET)
    step = second_factor.step_of(secret, code, now=now) if secret else None
    if step is None:
        raise InvalidInput({"code": _WRONG_CODE}, say=_WRONG_CODE)
    sealed = second_factor.seal(settings, admin.id, secret)
    async with db.system("admins", write=True) as s:
        await queries.set_second_factor(s, admin.id, sealed, step=step)
        await audit.add(s, actor=admin.name, action="second_factor_set", at=now)
