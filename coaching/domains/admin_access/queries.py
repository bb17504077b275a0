"""Admins, their second factors and their invites. All of it needs a system unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete, func, select, update

from coaching.domains.admin_access.models import AdminInvite
from coaching.models import Admin, AdminSession

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def every_admin(s: AsyncSession) -> Sequence[tuple[Admin, datetime | None]]:
    """Return each admin with when they were last there, by name."""
    seen = (
        select(AdminSession.admin_id, func.max(AdminSession.last_seen_at).label("at"))
        .group_by(col(AdminSession.admin_id))
        .subquery()
    )
    statement = select(Admin, seen.c.at).outerjoin(seen, seen.c.admin_id == col(Admin.id))
    return [(admin, at) for admin, at in (await s.exec(statement.order_by(col(Admin.name)))).all()]


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
