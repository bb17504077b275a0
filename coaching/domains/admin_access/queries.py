"""Admins, their second factors and their invites. All of it needs a system unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete, func, select, update

from coaching.domains.admin_access.models import AdminInvite, AdminPasskey
from coaching.models import Admin, AdminSession

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def every_admin(s: AsyncSession) -> Sequence[tuple[Admin, int, datetime | None]]:
    """Return each admin with their number of passkeys and when they were last there, by name."""
    seen = (
        select(AdminSession.admin_id, func.max(AdminSession.last_seen_at).label("at"))
        .group_by(col(AdminSession.admin_id))
        .subquery()
    )
    held = select(func.count()).where(col(AdminPasskey.admin_id) == col(Admin.id)).scalar_subquery()
    statement = select(Admin, held, seen.c.at).outerjoin(seen, seen.c.admin_id == col(Admin.id))
    found = (await s.exec(statement.order_by(col(Admin.name)))).all()
    return [(admin, count, at) for admin, count, at in found]


async def spend_step(s: AsyncSession, admin_id: UUID, step: int) -> bool:
    """Use up a code's time step; False if this step or a later one was used already."""
    statement = update(Admin).where(col(Admin.id) == admin_id, col(Admin.totp_step) < step)
    return (await s.exec(statement.values(totp_step=step))).rowcount > 0


async def set_second_factor(s: AsyncSession, admin_id: UUID, sealed: str, *, step: int) -> None:
    """Store an encrypted TOTP secret, or remove it with an empty text."""
    statement = update(Admin).where(col(Admin.id) == admin_id)
    await s.exec(statement.values(totp_sealed=sealed, totp_step=step))


async def set_role(s: AsyncSession, admin_id: UUID, role: str) -> None:
    """Give an admin another role."""
    await s.exec(update(Admin).where(col(Admin.id) == admin_id).values(role=role))


async def add_invite(s: AsyncSession, invite: AdminInvite) -> AdminInvite:
    """Store a new invite; earlier ones of this admin stop working."""
    await s.exec(delete(AdminInvite).where(col(AdminInvite.admin_id) == invite.admin_id))
    s.add(invite)
    await s.flush()
    return invite


async def open_invite(
    s: AsyncSession, token_hash: str, *, now: datetime
) -> tuple[AdminInvite, Admin] | None:
    """Return an invite that is neither used nor expired, with its admin."""
    statement = select(AdminInvite, Admin).where(
        col(AdminInvite.admin_id) == col(Admin.id),
        col(AdminInvite.token_hash) == token_hash,
        col(AdminInvite.used_at).is_(None),
        col(AdminInvite.expires_at) > now,
    )
    return (await s.exec(statement)).first()


async def spend_invite(s: AsyncSession, invite_id: UUID, *, now: datetime) -> bool:
    """Use up an invite; False if someone else was faster."""
    statement = update(AdminInvite).where(
        col(AdminInvite.id) == invite_id, col(AdminInvite.used_at).is_(None)
    )
    return (await s.exec(statement.values(used_at=now))).rowcount > 0


async def passkeys(s: AsyncSession, admin_id: UUID) -> Sequence[AdminPasskey]:
    """Return an admin's passkeys, oldest first."""
    statement = select(AdminPasskey).where(AdminPasskey.admin_id == admin_id)
    order = (col(AdminPasskey.created_at), col(AdminPasskey.id))
    return (await s.exec(statement.order_by(*order))).all()


async def passkey_count(s: AsyncSession, admin_id: UUID) -> int:
    """Return how many passkeys an admin has."""
    statement = select(func.count()).select_from(AdminPasskey)
    return (await s.exec(statement.where(AdminPasskey.admin_id == admin_id))).one()


async def passkey_with_credential(s: AsyncSession, credential_id: str) -> AdminPasskey | None:
    """Return the passkey of a credential, whose ever it is, locked until the unit ends."""
    statement = select(AdminPasskey).where(AdminPasskey.credential_id == credential_id)
    return (await s.exec(statement.with_for_update())).first()


async def add_passkey(s: AsyncSession, passkey: AdminPasskey) -> None:
    """Store a new passkey."""
    s.add(passkey)
    await s.flush()


async def remove_passkey(s: AsyncSession, admin_id: UUID, passkey_id: UUID) -> str | None:
    """Delete a passkey and return its name; None if this admin has no such passkey."""
    statement = (
        delete(AdminPasskey)
        .where(col(AdminPasskey.admin_id) == admin_id, col(AdminPasskey.id) == passkey_id)
        .returning(col(AdminPasskey.name))
    )
    return (await s.exec(statement)).scalar_one_or_none()


async def remove_passkeys(s: AsyncSession, admin_id: UUID) -> None:
    """Delete all passkeys of an admin."""
    await s.exec(delete(AdminPasskey).where(col(AdminPasskey.admin_id) == admin_id))


async def hold(s: AsyncSession, admin_id: UUID) -> Admin:
    """Return an admin, locked until the unit ends."""
    return (await s.exec(select(Admin).where(Admin.id == admin_id).with_for_update())).one()
