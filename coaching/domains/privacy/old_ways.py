"""Ways to sign in that a restore brings back: passkeys, addresses and recovery codes removed since.

Only what the replaced database shows to have been removed is removed again, and everybody keeps a
way in. What is newer than the replaced database was added in the backup, not removed here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import col, func

from coaching.domains.passkeys.models import Passkey
from coaching.domains.recovery_codes.models import RecoveryCode
from coaching.models import Identity, Session, User
from coaching.repositories.dialects import rows_of
from coaching.values.people import IdentityKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlmodel.ext.asyncio.session import AsyncSession

_TABLES: tuple[Any, ...] = (Passkey, Identity)
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Made(NamedTuple):
    """Whose a passkey or an address is, and when it was added."""

    owner: UUID
    at: datetime


class Code(NamedTuple):
    """The hash of a recovery code, and when it was made."""

    hash: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Ways:
    """Who there is, their passkeys and addresses by id, their codes, and the last new sign-in."""

    people: frozenset[UUID] = frozenset()
    made: Mapping[UUID, Made] = field(default_factory=dict[UUID, Made])
    codes: Mapping[UUID, Code] = field(default_factory=dict[UUID, Code])
    until: datetime = _LONG_AGO


async def read(s: AsyncSession) -> Ways:
    """Return the ways to sign in of everybody; needs a system unit."""
    people = await rows_of(s, sa.select(col(User.id)))
    found: dict[UUID, Made] = {}
    for table in _TABLES:
        made = sa.select(table.id, table.user_id, table.created_at)
        if table is Identity:
            made = made.where(col(Identity.kind) != IdentityKind.GUEST)
        found |= {row: Made(owner, at) for row, owner, at in await rows_of(s, made)}
    code = (col(RecoveryCode.user_id), col(RecoveryCode.token_hash), col(RecoveryCode.created_at))
    codes = {owner: Code(hash_, at) for owner, hash_, at in await rows_of(s, sa.select(*code))}
    [(last,)] = await rows_of(s, sa.select(func.max(Session.created_at)))
    return Ways(frozenset(owner for (owner,) in people), found, codes, last or _LONG_AGO)


async def end(s: AsyncSession, known: Ways) -> int:
    """Remove again what was removed since the backup; return how much. Needs a system unit.

    A code that was replaced since is replaced again: its person has the newer one.
    """
    restored = await read(s)
    renewed = {
        owner: known.codes[owner]
        for owner, code in restored.codes.items()
        if owner in known.codes and known.codes[owner].at > code.at
    }
    for owner, code in renewed.items():
        mine = sa.update(RecoveryCode).where(col(RecoveryCode.user_id) == owner)
        await s.exec(mine.values(token_hash=code.hash, created_at=code.at))
    gone = {row: one.owner for row, one in restored.made.items() if _is_removed(row, one, known)}
    kept = {one.owner for row, one in restored.made.items() if row not in gone}
    old_codes = {
        owner
        for owner, code in restored.codes.items()
        if owner in known.people and owner not in known.codes and code.at <= known.until
    }
    removed = old_codes & kept
    with_way = kept | (restored.codes.keys() - old_codes)
    over = [row for row, owner in gone.items() if owner in with_way]
    for table, column, ids in (
        (RecoveryCode, RecoveryCode.user_id, removed),
        *((table, table.id, over) for table in _TABLES),
    ):
        for one in ids:
            await s.exec(sa.delete(table).where(col(column) == one))
    return len(over) + len(removed) + len(renewed)


def _is_removed(row: UUID, one: Made, known: Ways) -> bool:
    return one.owner in known.people and row not in known.made and one.at <= known.until
