"""Transactions and budgets of one person."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sqlmodel import col, delete, func, select, update

from coaching.domains.transactions.models import Budget, Transaction
from coaching.errors import NotFound
from coaching.values.transactions import MOST_A_MONTH, Flow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

_ID = col(Transaction.id)
_USUAL = 5
"""The newest rows whose currencies are counted."""


async def find(s: AsyncSession, owner: UUID, transaction_id: UUID) -> Transaction | None:
    """Return a transaction of this person."""
    mine = (Transaction.user_id == owner, Transaction.id == transaction_id)
    return (await s.exec(select(Transaction).where(*mine))).first()


async def require(s: AsyncSession, owner: UUID, transaction_id: UUID) -> Transaction:
    """Return a transaction of this person or raise NotFound."""
    row = await find(s, owner, transaction_id)
    if row is None:
        raise NotFound("no such transaction")
    return row


async def between(s: AsyncSession, owner: UUID, first: date, last: date) -> Sequence[Transaction]:
    """Return what was written down for these days, newest first."""
    mine = (Transaction.user_id == owner, *_days(first, last))
    order = (col(Transaction.spent_on).desc(), col(Transaction.created_at).desc(), _ID.desc())
    return (
        await s.exec(select(Transaction).where(*mine).order_by(*order).limit(MOST_A_MONTH))
    ).all()


async def count_between(s: AsyncSession, owner: UUID, first: date, last: date) -> int:
    """Count what was written down for these days."""
    mine = (Transaction.user_id == owner, *_days(first, last))
    return (await s.exec(select(func.count(_ID)).where(*mine))).one()


async def sums(
    s: AsyncSession, owner: UUID, first: date, last: date
) -> Sequence[tuple[Flow, str, str, int]]:
    """Return (flow, category, currency, hundredths) for these days, each of them once."""
    parts = (col(Transaction.flow), col(Transaction.category), col(Transaction.currency))
    mine = (Transaction.user_id == owner, *_days(first, last))
    statement = select(*parts, func.sum(col(Transaction.amount))).where(*mine).group_by(*parts)
    return [
        (flow, category, currency, int(total))
        for flow, category, currency, total in (await s.exec(statement)).all()
    ]


async def spent_on_words(
    s: AsyncSession, owner: UUID, first: date, last: date
) -> Sequence[tuple[str, str, str, int]]:
    """Return (category, what, currency, hundredths) that went out, each of them once."""
    parts = (col(Transaction.category), col(Transaction.what), col(Transaction.currency))
    mine = (
        Transaction.user_id == owner,
        Transaction.flow == Flow.OUT,
        *_days(first, last),
    )
    statement = select(*parts, func.sum(col(Transaction.amount))).where(*mine).group_by(*parts)
    return [
        (category, what, currency, int(total))
        for category, what, currency, total in (await s.exec(statement)).all()
    ]


async def first_day(s: AsyncSession, owner: UUID) -> date | None:
    """Return the earliest day that something is written down for."""
    mine = col(Transaction.user_id) == owner
    return (await s.exec(select(func.min(col(Transaction.spent_on))).where(mine))).one()


async def usual_currency(s: AsyncSession, owner: UUID, category: str = "") -> str:
    """Return the currency of most of the newest rows, or of those of a category; else nothing.

    One coffee abroad doesn't change it.
    """
    mine = [Transaction.user_id == owner, Transaction.currency != ""]
    if category:
        mine.append(Transaction.category == category)
    order = (col(Transaction.created_at).desc(), _ID.desc())
    statement = select(Transaction.currency).where(*mine).order_by(*order).limit(_USUAL)
    most = Counter((await s.exec(statement)).all()).most_common(1)
    return most[0][0] if most else ""


async def categories(s: AsyncSession, owner: UUID) -> list[str]:
    """Return the categories that are in use, in the order of their names."""
    used = select(Transaction.category).where(
        Transaction.user_id == owner, Transaction.category != ""
    )
    planned = select(Budget.category).where(Budget.user_id == owner)
    return sorted({*(await s.exec(used.distinct())).all(), *(await s.exec(planned)).all()})


async def budgets(s: AsyncSession, owner: UUID) -> Sequence[Budget]:
    """Return the budgets, oldest first."""
    order = (col(Budget.created_at), col(Budget.id))
    return (await s.exec(select(Budget).where(Budget.user_id == owner).order_by(*order))).all()


async def budget_of(s: AsyncSession, owner: UUID, category: str) -> Budget | None:
    """Return the budget of a category."""
    mine = (Budget.user_id == owner, Budget.category == category)
    return (await s.exec(select(Budget).where(*mine))).first()


async def find_budget(s: AsyncSession, owner: UUID, budget_id: UUID) -> Budget | None:
    """Return a budget of this person."""
    mine = (Budget.user_id == owner, Budget.id == budget_id)
    return (await s.exec(select(Budget).where(*mine))).first()


async def rename(
    s: AsyncSession,
    owner: UUID,
    category: str,
    to: str,
    *,
    at: datetime,
    only: datetime | None = None,
) -> None:
    """Rename a category in transactions and budgets; `only` those changed at that instant."""
    for table in (Transaction, Budget):
        mine = [col(table.user_id) == owner, col(table.category) == category]
        mine += [col(table.updated_at) == only] if only else []
        await s.exec(update(table).where(*mine).values(category=to, updated_at=at))
    s.expire_all()


async def add(s: AsyncSession, row: Transaction | Budget) -> None:
    """Store a transaction or a budget."""
    s.add(row)
    await s.flush()


async def remove_budget(s: AsyncSession, owner: UUID, budget_id: UUID) -> None:
    """Delete a budget."""
    mine = (col(Budget.user_id) == owner, col(Budget.id) == budget_id)
    await s.exec(delete(Budget).where(*mine))


def _days(first: date, last: date) -> tuple[bool, bool]:
    return Transaction.spent_on >= first, Transaction.spent_on <= last
