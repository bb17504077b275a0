"""The list of people: a page at a time, however many there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.domains.people import queries
from coaching.domains.people.queries import Filter, Order, span
from coaching.values.keyset import Place

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from coaching.domains.people.queries import Listed
    from coaching.repositories.db import Db
    from coaching.values.enums import Stage

__all__ = ["Filter", "Order", "PeoplePage", "PersonLine", "page", "short_id", "span"]
PAGE = 25
SHORT = 4


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A row of the list; the person did their focus card on `did` of `answered` days."""

    person: Listed
    stage: Stage | None
    conversations: int
    did: int
    answered: int
    accounts: Sequence[str]
    cost_microusd: int


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """A page of people, how many fit the filter, and where the next page begins."""

    lines: Sequence[PersonLine]
    total: int
    next: str


def short_id(owner: UUID) -> str:
    """Return the four characters that an admin knows a person by."""
    return owner.hex[:SHORT]


async def page(
    db: Db,
    wanted: Filter,
    *,
    order: Order = Order.JOINED,
    after: str = "",
    now: datetime,
    limit: int = PAGE,
) -> PeoplePage:
    """Return one page of people; the cost is that of the last 30 days."""
    async with db.system("admin people") as s:
        found = await queries.page(s, wanted, order, after=Place.read(after), limit=limit + 1)
        shown, ids = found[:limit], [one.id for one in found[:limit]]
        conversations = await queries.conversations_of(s, ids)
        focus = await queries.focus_of(s, ids)
        stages = await queries.stages_of(s, ids)
        accounts = await queries.accounts_of(s, ids)
        costs = await queries.costs_of(s, ids, now=now)
        total = await queries.how_many(s, wanted, order)
    lines = [
        PersonLine(
            one,
            stages.get(one.id),
            conversations.get(one.id, 0),
            *focus.get(one.id, (0, 0)),
            accounts.get(one.id, ()),
            costs.get(one.id, 0),
        )
        for one in shown
    ]
    more = len(found) > limit
    return PeoplePage(lines, total, _place(shown[-1], order).text if more else "")


def _place(last: Listed, order: Order) -> Place:
    is_active = order is Order.ACTIVE and last.last_active_at is not None
    at = last.last_active_at if is_active else last.joined_at
    return Place(at or last.joined_at, last.id)
