"""How practices are used, for the admin: counted over everybody, without a word of theirs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.domains.practices import queries
from coaching.domains.practices.content import load_library
from coaching.domains.practices.models import EndedAs
from coaching.values.scope import EVERYBODY, Scope

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.practices.queries import EndedRuns
    from coaching.repositories.db import Db

REVIEW_FROM = 0.25
_DONE = frozenset({EndedAs.KEPT, EndedAs.NOTHING})
_LEFT = frozenset({EndedAs.TOO_MUCH, EndedAs.NOT_NOW, EndedAs.SOMETHING_ELSE})


@dataclass(frozen=True, slots=True)
class PracticeFigures:
    """One practice. `change` is the mean of after minus before; `left_at` counts by step."""

    id: str
    title: str
    started: int
    done: int
    kept: int
    too_much: int
    left_at: tuple[tuple[str, int], ...]
    change: float | None

    @property
    def is_to_review(self) -> bool:
        """Return True if more than a quarter leave it through “This is too much”."""
        return self.started > 0 and self.too_much / self.started > REVIEW_FROM


async def figures(db: Db, *, since: datetime) -> list[PracticeFigures]:
    """Return the practices that were started since an instant, the most started first."""
    async with db.system("admin practices") as s:
        return await count(s, since)


async def count(
    s: AsyncSession, since: datetime, *, scope: Scope = EVERYBODY
) -> list[PracticeFigures]:
    """Return the same of some people, in a system unit that is open."""
    started = await queries.started_since(s, since, scope=scope)
    ended = await queries.ended_since(s, since, scope=scope)
    found = [
        _of_one(practice.id, practice.title.en, started.get(practice.id, 0), ended)
        for practice in load_library().practices
    ]
    used = (one for one in found if one.started)
    return sorted(used, key=lambda one: (-one.started, one.id))


def _of_one(id_: str, title: str, started: int, ended: Sequence[EndedRuns]) -> PracticeFigures:
    mine = [row for row in ended if row.practice_id == id_]
    counted = sum(row.compared for row in mine)
    left_at = Counter[str]()
    for row in mine:
        if row.ended_as in _LEFT:
            left_at[row.left_from] += row.times
    return PracticeFigures(
        id_,
        title,
        max(started, sum(row.times for row in mine)),
        sum(row.times for row in mine if row.ended_as in _DONE),
        sum(row.times for row in mine if row.ended_as is EndedAs.KEPT),
        sum(row.times for row in mine if row.ended_as is EndedAs.TOO_MUCH),
        tuple(left_at.most_common()),
        sum(row.change for row in mine) / counted if counted else None,
    )
