"""Money this month: what somebody writes down about it, or says to the coach.

It is written down at once and can be undone (K4). It helps to look at money; it is no bookkeeping.
Each currency has sums of its own.
"""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from coaching.clock import local_day
from coaching.domains.transactions import queries
from coaching.domains.transactions.models import Transaction
from coaching.errors import InvalidInput, TooMany
from coaching.repositories import analytics, profiles, whole_rows
from coaching.services.safety_events import Kept, screen_words
from coaching.values.clean_text import clean_text
from coaching.values.safety import SafetyVerdict
from coaching.values.transactions import (
    AMOUNT_MAX,
    CATEGORY_MAX,
    CURRENCY_MAX,
    MOST_A_MONTH,
    WHAT_MAX,
    Flow,
    WrittenBy,
)
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

FARTHEST = timedelta(days=366 * 10)
"""A day that lies farther back is a slip of the finger."""


@dataclass(frozen=True, slots=True)
class Written:
    """What somebody spent or got. `currency` None: the one that they usually write."""

    amount: int
    on: date
    flow: Flow = Flow.OUT
    what: str = ""
    category: str = ""
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class Total:
    """What came in and went out in one currency, in hundredths."""

    currency: str
    money_in: int
    money_out: int


@dataclass(frozen=True, slots=True)
class Month:
    """A month: its rows, newest first, its sums, and the money out of the month before.

    `before` goes up to the same day while the month is running. `first_day` is the earliest day
    that something is written down for.
    """

    first: date
    rows: Sequence[Transaction]
    totals: tuple[Total, ...]
    before: dict[str, int]
    first_day: date | None


async def month(s: AsyncSession, owner: UUID, day: date, *, today: date) -> Month:
    """Return the month that a day is in."""
    first, last = month_of(day)
    earlier, its_last = month_of(date.fromordinal(max(first.toordinal() - 1, 1)))
    if first <= today <= last:
        its_last = min(its_last, earlier + (today - first))
    before = await queries.sums(s, owner, earlier, its_last)
    return Month(
        first,
        await queries.between(s, owner, first, last),
        totals(await queries.sums(s, owner, first, last)),
        {one.currency: one.money_out for one in totals(before) if one.money_out},
        await queries.first_day(s, owner),
    )


def totals(sums: Sequence[tuple[Flow, str, str, int]]) -> tuple[Total, ...]:
    """Add up per currency, the largest first."""
    found: dict[str, dict[Flow, int]] = {}
    for flow, _, currency, amount in sums:
        of = found.setdefault(currency, dict.fromkeys(Flow, 0))
        of[flow] += amount
    each = (Total(currency, of[Flow.IN], of[Flow.OUT]) for currency, of in found.items())
    return tuple(sorted(each, key=lambda one: (-(one.money_in + one.money_out), one.currency)))


def month_of(day: date) -> tuple[date, date]:
    """Return the first and the last day of a day's month."""
    return day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1])


async def today(s: AsyncSession, owner: UUID, at: datetime) -> date:
    """Return the day that it is for this person."""
    return local_day(at, (await profiles.require(s, owner)).time_zone)


async def require(s: AsyncSession, owner: UUID, transaction_id: UUID) -> Transaction:
    """Return a transaction of this person or raise NotFound."""
    return await queries.require(s, owner, transaction_id)


async def categories(s: AsyncSession, owner: UUID) -> list[str]:
    """Return the categories that are in use, in the order of their names."""
    return await queries.categories(s, owner)


async def add(
    s: AsyncSession,
    owner: UUID,
    written: Written,
    *,
    at: datetime,
    by: WrittenBy = WrittenBy.PERSON,
    message_id: UUID | None = None,
    transaction_id: UUID | None = None,
) -> Kept[Transaction]:
    """Write down what was spent or came in.

    With the id of one that is there already, return that one.
    """
    await profiles.hold(s, owner)
    if transaction_id and (known := await queries.find(s, owner, transaction_id)):
        return Kept(known, SafetyVerdict())
    fields = await _fields(s, owner, written, at)
    if await queries.count_between(s, owner, *month_of(written.on)) >= MOST_A_MONTH:
        raise TooMany(limit=MOST_A_MONTH)
    row = Transaction(
        id=transaction_id or uuid4(),
        user_id=owner,
        **fields,
        written_by=by,
        message_id=message_id,
        created_at=at,
        updated_at=at,
    )
    await queries.add(s, row)
    await analytics.add(s, owner, UsageEvent.MONEY_WRITTEN, at=at)
    return await _screened(s, row, at)


async def change(
    s: AsyncSession, owner: UUID, transaction_id: UUID, written: Written, *, at: datetime
) -> Kept[Transaction]:
    """Change everything that was written down about it."""
    row = await queries.require(s, owner, transaction_id)
    for name, value in (await _fields(s, owner, written, at)).items():
        setattr(row, name, value)
    row.updated_at = at
    await s.flush()
    return await _screened(s, row, at)


def as_kept(row: Transaction) -> dict[str, Any]:
    """Return a transaction as JSON, for `restore`."""
    return whole_rows.as_kept(row)


async def delete(
    s: AsyncSession, owner: UUID, transaction_id: UUID, *, at: datetime
) -> dict[str, Any]:
    """Delete a transaction; return it as JSON, for `restore`."""
    return await whole_rows.take(s, owner, await queries.require(s, owner, transaction_id), at=at)


async def restore(
    s: AsyncSession, owner: UUID, row: UUID, gone: dict[str, Any], /, *, at: datetime
) -> None:
    """Put a transaction back as it was before it was changed or deleted; idempotent."""
    del at
    await whole_rows.put_back(s, owner, Transaction, row, gone)


async def undo(
    s: AsyncSession, owner: UUID, row: UUID, _kept: dict[str, Any], /, *, at: datetime
) -> None:
    """Take back what was just written down; idempotent."""
    await whole_rows.remove(s, owner, Transaction, row, at=at)


async def _fields(s: AsyncSession, owner: UUID, written: Written, at: datetime) -> dict[str, Any]:
    if not 0 < written.amount <= AMOUNT_MAX:
        raise InvalidInput({"amount": f"is not between 1 and {AMOUNT_MAX}"})
    if not at.date() - FARTHEST <= written.on <= at.date() + timedelta(days=1):
        raise InvalidInput({"spentOn": "is not a day of the last ten years up to today"})
    currency = written.currency
    if currency is None:
        currency = await queries.usual_currency(s, owner)
    return {
        "flow": written.flow,
        "amount": written.amount,
        "currency": _words("currency", currency, CURRENCY_MAX),
        "what": _words("what", written.what, WHAT_MAX),
        "category": _words("category", written.category, CATEGORY_MAX),
        "spent_on": written.on,
    }


def _words(field: str, text: str, most: int) -> str:
    return clean_text(field, text, maximum=most, may_be_empty=True)


async def _screened(s: AsyncSession, row: Transaction, at: datetime) -> Kept[Transaction]:
    """Screen what was written; it is kept in any case."""
    text = "\n".join(filter(None, (row.what, row.category)))
    if not text:
        return Kept(row, SafetyVerdict())
    return Kept(row, await screen_words(s, row.user_id, text, source="money", at=at))
