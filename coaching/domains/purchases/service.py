"""Before a purchase: it waits for a day, and then the person says how the urge is and decides.

Everything is saved at once and can be undone (K4). What somebody doesn't buy is not kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from coaching.domains.purchases import queries
from coaching.domains.purchases.models import Purchase
from coaching.errors import InvalidInput, TooMany
from coaching.repositories import analytics, profiles, whole_rows
from coaching.services.safety_events import Kept, screen_words
from coaching.values.clean_text import clean_text
from coaching.values.purchases import (
    ITEM_MAX,
    MOST_EARLIER,
    MOST_WAITING,
    NOTE_MAX,
    PLAN_MAX,
    PRICE_MAX,
    Feeling,
    ForWhom,
    PurchaseStatus,
    Urge,
)
from coaching.values.safety import SafetyVerdict
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants to buy, and what they say about it; only `item` has to be there."""

    item: str
    price: int | None = None
    for_whom: ForWhom | None = None
    feelings: tuple[Feeling, ...] = ()
    plan: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a purchase; what is None stays. `status` waiting means another day."""

    plan: str | None = None
    urge: Urge | None = None
    status: PurchaseStatus | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    """Waiting and bought purchases, and the newest plan."""

    waiting: Sequence[Purchase]
    bought: Sequence[Purchase]
    plan: str


async def shelf(s: AsyncSession, owner: UUID) -> Shelf:
    """Return what waits, the longest first, and what was bought, newest first."""
    waiting = await queries.waiting(s, owner)
    bought = await queries.bought(s, owner, limit=MOST_EARLIER)
    return Shelf(waiting, bought, await queries.last_plan(s, owner))


async def require(s: AsyncSession, owner: UUID, purchase_id: UUID) -> Purchase:
    """Return a purchase of this person or raise NotFound."""
    return await queries.require(s, owner, purchase_id)


async def add(
    s: AsyncSession,
    owner: UUID,
    wanted: Wanted,
    *,
    at: datetime,
    note: str | None = None,
    purchase_id: UUID | None = None,
) -> Kept[Purchase]:
    """Put something on the shelf for a day, or keep that it was bought, if there is a `note`.

    With the id of one that is there already, return that one.
    """
    await profiles.hold(s, owner)
    if purchase_id and (known := await queries.find(s, owner, purchase_id)):
        return Kept(known, SafetyVerdict())
    if note is None and await queries.count_waiting(s, owner) >= MOST_WAITING:
        raise TooMany(limit=MOST_WAITING)
    row = Purchase(
        id=purchase_id or uuid4(),
        user_id=owner,
        item=clean_text("item", wanted.item, maximum=ITEM_MAX),
        price=_price(wanted.price),
        for_whom=wanted.for_whom,
        feelings=list(dict.fromkeys(wanted.feelings)),
        plan=_words("plan", wanted.plan, PLAN_MAX),
        status=PurchaseStatus.WAITING if note is None else PurchaseStatus.BOUGHT,
        note=_words("note", note or "", NOTE_MAX),
        waits_until=at + A_DAY,
        created_at=at,
        updated_at=at,
    )
    added = await queries.add(s, owner, row)
    await analytics.add(s, owner, UsageEvent.PURCHASE_KEPT, at=at)
    return await _screened(s, added, (row.item, row.plan, row.note), at)


async def change(
    s: AsyncSession, owner: UUID, purchase_id: UUID, change: Change, *, at: datetime
) -> Kept[Purchase]:
    """Change a purchase: its plan, how the urge is, what was decided, how it felt."""
    row = await queries.require(s, owner, purchase_id)
    new: list[str] = []
    if change.plan is not None:
        row.plan = _words("plan", change.plan, PLAN_MAX)
        new.append(row.plan)
    if change.note is not None:
        row.note = _words("note", change.note, NOTE_MAX)
        new.append(row.note)
    row.urge = change.urge or row.urge
    if change.status is not None:
        await _decide(s, row, change.status, at)
    row.updated_at = at
    await s.flush()
    return await _screened(s, row, new, at)


def as_kept(row: Purchase) -> dict[str, Any]:
    """Return a purchase as JSON, for `restore`."""
    return whole_rows.as_kept(row)


async def delete(
    s: AsyncSession, owner: UUID, purchase_id: UUID, *, at: datetime
) -> dict[str, Any]:
    """Delete a purchase; return it as JSON, for `restore`."""
    return await whole_rows.take(s, owner, await queries.require(s, owner, purchase_id), at=at)


async def restore(
    s: AsyncSession, owner: UUID, row: UUID, gone: dict[str, Any], /, *, at: datetime
) -> None:
    """Put a purchase back as it was before it was changed or deleted; idempotent."""
    del at
    await whole_rows.put_back(s, owner, Purchase, row, gone)


async def undo(
    s: AsyncSession, owner: UUID, row: UUID, _kept: dict[str, Any], /, *, at: datetime
) -> None:
    """Take back what was just put on the shelf; idempotent."""
    await whole_rows.remove(s, owner, Purchase, row, at=at)


async def _decide(s: AsyncSession, row: Purchase, status: PurchaseStatus, at: datetime) -> None:
    """Begin another day, or keep that it was bought."""
    if status is PurchaseStatus.WAITING:
        is_new_here = row.status is not PurchaseStatus.WAITING
        if is_new_here and await queries.count_waiting(s, row.user_id) >= MOST_WAITING:
            raise TooMany(limit=MOST_WAITING)
        row.waits_until, row.urge = at + A_DAY, None
    row.status = status


def _words(field: str, text: str, most: int) -> str:
    return clean_text(field, text, maximum=most, may_be_empty=True)


def _price(price: int | None) -> int | None:
    if price is not None and not 0 <= price <= PRICE_MAX:
        raise InvalidInput({"price": f"is not between 0 and {PRICE_MAX}"})
    return price


async def _screened(
    s: AsyncSession, row: Purchase, words: Sequence[str], at: datetime
) -> Kept[Purchase]:
    """Screen what was written; it is kept in any case."""
    text = "\n".join(filter(None, words))
    if not text:
        return Kept(row, SafetyVerdict())
    return Kept(row, await screen_words(s, row.user_id, text, source="purchase", at=at))
