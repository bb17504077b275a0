"""People who left and are in the database again, because an older copy was put back.

`toney restore` asks for this, and so does every start: a copy put back by hand looks like any other
database. Whoever was imported on purpose has new ids (`importing`), so they are not who left.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from sqlmodel import col, select

from coaching.domains.privacy import deletion_log, exports
from coaching.errors import NotFound
from coaching.models import Consent, User
from coaching.services import consent, left_behind, personal_data

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy.orm import Mapped
    from sqlmodel.sql.expression import SelectOfScalar

    from coaching.repositories.db import Db
    from coaching.settings import Settings

_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Ended:
    """How many people were deleted again, and of how many the consent was withdrawn again."""

    deleted: int
    withdrawn: int


async def end_again(db: Db, settings: Settings, *, now: datetime) -> Ended:
    """Delete who left, and withdraw consents that were withdrawn, where a copy brought them back.

    Nothing is written if nobody came back. Safe to repeat.
    """
    left, withdrawn = deletion_log.people(settings), deletion_log.withdrawn(settings)
    return Ended(
        await _delete(db, settings, left, now) if left else 0,
        await _withdraw(db, withdrawn) if withdrawn else 0,
    )


async def _delete(db: Db, settings: Settings, gone: list[UUID], now: datetime) -> int:
    deleted = 0
    for owner in await _among(db, select(User.id), col(User.id), gone):
        with suppress(NotFound):
            async with db.unit(owner, write=True) as s:
                left = await left_behind.of(s, owner)
                await personal_data.delete(s, owner, at=now)
            async with db.system("people who left", write=True) as s:
                await left_behind.remove(s, left, now=now)
            exports.delete_of(settings, owner)
            deleted += 1
    return deleted


async def _withdraw(db: Db, withdrawn: list[tuple[datetime, UUID]]) -> int:
    in_force = select(Consent.user_id).where(col(Consent.withdrawn_at).is_(None))
    owners = [owner for _, owner in withdrawn]
    agreed = await _among(db, in_force, col(Consent.user_id), owners)
    asked_again = set[UUID]()
    for at, owner in withdrawn:
        if owner in agreed:
            async with db.unit(owner, write=True) as s:
                if await consent.withdraw_again(s, owner, at=at):
                    asked_again.add(owner)
    return len(asked_again)


async def _among(
    db: Db, people: SelectOfScalar[UUID], column: Mapped[UUID], wanted: Sequence[UUID]
) -> set[UUID]:
    found = set[UUID]()
    async with db.system("people who left") as s:
        for at in range(0, len(wanted), _AT_ONCE):
            some = people.where(column.in_(wanted[at : at + _AT_ONCE]))
            found |= set((await s.exec(some)).all())
    return found
