"""Access that a restore brings back: sign-ins, API tokens and grants that may have ended since.

Access is known to be valid if the replaced database has it, so it stays. Everything else ends, but
a guest with no other way in keeps their session, unless it is known to have ended: without it they
would lose everything they wrote.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import col, delete, or_, select

from coaching.domains.access_grants.models import AccessGrant
from coaching.domains.admin_access.models import AdminInvite, AdminPasskey
from coaching.domains.api_tokens.models import ApiToken
from coaching.domains.passkeys.models import Passkey
from coaching.domains.privacy import old_reminders, old_ways
from coaching.domains.privacy.old_ways import Ways
from coaching.domains.recovery_codes.models import RecoveryCode
from coaching.domains.reminders.models import PushSubscription
from coaching.models import Admin, AdminSession, Identity, Session
from coaching.repositories.dialects import rows_of
from coaching.values.people import IdentityKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db

    Condition = sa.ColumnElement[bool]

_AT_ONCE = 500
_SESSIONS = str(Session.__tablename__)


@dataclass(frozen=True, slots=True)
class Access:
    """Ids of valid rows by table, and by an admin's name all that they sign in with.

    `reminders` are those that no longer wait.
    """

    valid: Mapping[str, frozenset[UUID]]
    ended_sessions: frozenset[UUID]
    admins: Mapping[str, str]
    ways: Ways
    reminders: Mapping[UUID, Mapping[str, Any]] = field(default_factory=dict[UUID, dict[str, Any]])


NOTHING_KNOWN = Access({}, frozenset(), {}, Ways())


@dataclass(frozen=True, slots=True)
class EndedAccess:
    """How many rows were ended by table, sign-ins of guests that were kept, admins to check.

    `removed_ways`: passkeys, addresses and recovery codes that were removed again.
    """

    ended: Mapping[str, int]
    kept_guests: int
    changed_admins: Sequence[str]
    removed_ways: int


async def read(db: Db, *, now: datetime) -> Access:
    """Return the access that is valid in a database now."""
    async with db.system("restore") as s:
        valid = {
            table.__tablename__: await _ids(s, sa.select(table.id).where(*conditions))
            for table, conditions in _valid(now).items()
        }
        sessions = await _ids(s, sa.select(col(Session.id)))
        ways = await old_ways.read(s)
        over = await old_reminders.read(s)
        return Access(valid, sessions - valid[_SESSIONS], await _admins(s), ways, over)


async def end(db: Db, known: Access, *, now: datetime) -> EndedAccess:
    """End all access of a restored database that is not known to be valid."""
    restored = await read(db, now=now)
    ended, kept = dict[str, int](), frozenset[UUID]()
    async with db.system("restore", write=True) as s:
        only_way_in = await _only_way_in(s)
        for table, (column, value) in _end(now).items():
            name = table.__tablename__
            over = restored.valid[name] - known.valid.get(name, frozenset())
            if name == _SESSIONS:
                kept = (over & only_way_in) - known.ended_sessions
                over -= kept
            await _set(s, table, sorted(over), {column: value})
            ended[name] = len(over)
        await _end_pushes(s, now)
        removed = await old_ways.end(s, known.ways)
        await old_reminders.end(s, known.reminders)
    changed = [name for name, by in restored.admins.items() if known.admins.get(name) != by]
    return EndedAccess(ended, len(kept), sorted(changed), removed)


async def _end_pushes(s: AsyncSession, now: datetime) -> None:
    """Send no more to browsers without a session; one that has one subscribes again by itself."""
    here = select(Session.id).where(*_valid(now)[Session])
    asked_in = col(PushSubscription.session_id)
    await s.exec(delete(PushSubscription).where(or_(asked_in.is_(None), asked_in.not_in(here))))


def _valid(now: datetime) -> dict[Any, Sequence[Condition]]:
    forever = col(ApiToken.expires_at).is_(None)
    return {
        Session: (col(Session.revoked_at).is_(None), col(Session.expires_at) > now),
        ApiToken: (or_(forever, col(ApiToken.expires_at) > now),),
        AccessGrant: (col(AccessGrant.withdrawn_at).is_(None), col(AccessGrant.ends_at) > now),
        AdminSession: (col(AdminSession.revoked_at).is_(None), col(AdminSession.expires_at) > now),
        AdminInvite: (col(AdminInvite.used_at).is_(None), col(AdminInvite.expires_at) > now),
    }


def _end(now: datetime) -> dict[Any, tuple[str, datetime]]:
    return {
        Session: ("revoked_at", now),
        ApiToken: ("expires_at", now),
        AccessGrant: ("withdrawn_at", now),
        AdminSession: ("revoked_at", now),
        AdminInvite: ("expires_at", now),
    }


async def _only_way_in(s: AsyncSession) -> frozenset[UUID]:
    """Return the sessions of guests who can't sign in."""
    others = (
        _of(Identity).where(col(Identity.kind) != IdentityKind.GUEST),
        _of(Passkey),
        _of(RecoveryCode),
    )
    return await _ids(s, sa.select(col(Session.id)).where(*(~way.exists() for way in others)))


def _of(kind: Any) -> sa.Select[Any]:  # noqa: ANN401 - a table
    return (
        sa.select(sa.literal(1)).where(col(kind.user_id) == col(Session.user_id)).correlate(Session)
    )


async def _admins(s: AsyncSession) -> dict[str, str]:
    passkeys = await rows_of(s, sa.select(col(AdminPasskey.admin_id), col(AdminPasskey.id)))
    columns = (col(Admin.id), col(Admin.name), col(Admin.password_hash), col(Admin.totp_sealed))
    return {
        name: f"{password} {app} {sorted(str(one) for admin, one in passkeys if admin == found)}"
        for found, name, password, app in await rows_of(s, sa.select(*columns))
    }


async def _ids(s: AsyncSession, statement: sa.Select[Any]) -> frozenset[UUID]:
    return frozenset(found for (found,) in await rows_of(s, statement))


async def _set(
    s: AsyncSession,
    table: Any,  # noqa: ANN401 - a table
    ids: Sequence[UUID],
    values: Mapping[str, datetime],
) -> None:
    for at in range(0, len(ids), _AT_ONCE):
        some = col(table.id).in_(ids[at : at + _AT_ONCE])
        await s.exec(sa.update(table).where(some).values(**values))
