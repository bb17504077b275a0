"""Money as its sheets show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from coaching.services.do_not_repeat import may_repeat
from coaching.values.transactions import HUNDRED, Category, Flow, WrittenBy

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from coaching.domains.transactions.budgets import Used
    from coaching.domains.transactions.models import Transaction
    from coaching.domains.transactions.service import Month
    from coaching.money.reading import Line
    from coaching.services.do_not_repeat import Unspoken

TODAY, YESTERDAY = "today", "yesterday"
FULL = 100


@dataclass(frozen=True, slots=True)
class Row:
    """A transaction; its words are empty where they may not be repeated."""

    id: str = ""
    what: str = ""
    category: str = ""
    flow: str = Flow.OUT.value
    amount: int = 0
    currency: str = ""
    is_mine: bool = True


@dataclass(frozen=True, slots=True)
class Day:
    """A day with its rows; `named` is `today`, `yesterday` or empty."""

    day: str = ""
    named: str = ""
    rows: list[Row] = field(default_factory=list["Row"])


@dataclass(frozen=True, slots=True)
class Total:
    """A month's sums in one currency; `before` is -1 where there is nothing to compare with."""

    currency: str = ""
    money_in: int = 0
    money_out: int = 0
    before: int = -1


@dataclass(frozen=True, slots=True)
class Budget:
    """A budget; `share` is the part of it that is used, at most a hundred."""

    id: str = ""
    category: str = ""
    amount: int = 0
    currency: str = ""
    left: str = ""
    share: int = 0
    days: int = 0
    field: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A transaction in the form; a saved one has an `id`. `said` is the person's line."""

    id: str = ""
    said: str = ""
    amount: str = ""
    what: str = ""
    category: str = ""
    flow: str = Flow.OUT.value
    day: str = ""
    currency: str = ""
    needs: str = ""


def days(rows: Iterable[Transaction], today: date, before: Unspoken) -> list[Day]:
    """Return rows by their day; they come newest first."""
    return [
        Day(day.isoformat(), _named(day, today), [_row(row, before) for row in found])
        for day, found in groupby(rows, lambda row: row.spent_on)
    ]


def totals(month: Month) -> list[Total]:
    """Return the sums of a month; money that was written without a currency has its own."""
    return [
        Total(one.currency, one.money_in, one.money_out, month.before.get(one.currency, -1))
        for one in month.totals
    ]


def budget(one: Used) -> Budget:
    """Return a budget."""
    row = one.budget
    return Budget(
        id=str(row.id),
        category=row.category,
        amount=row.amount,
        currency=row.currency,
        left=one.left.value,
        share=min(one.percent, FULL),
        days=one.days_left,
        field=amount_field(row.amount),
    )


def own(names: Iterable[str], before: Unspoken) -> list[str]:
    """Return the categories that are the person's own."""
    return [name for name in names if name not in set(Category) and may_repeat(name, before)]


def draft_of(line: Line, said: str) -> Draft:
    """Return what a line says, and what is still to be asked."""
    needs = "amount" if line.amount is None else "category"
    return Draft(
        said=said,
        amount="" if line.amount is None else amount_field(line.amount),
        what=line.what,
        category=line.category,
        flow=line.flow.value,
        day=line.on.isoformat(),
        currency=line.currency,
        needs=needs,
    )


def draft(row: Transaction) -> Draft:
    """Return a transaction as it is changed."""
    return Draft(
        id=str(row.id),
        amount=amount_field(row.amount),
        what=row.what,
        category=row.category,
        flow=row.flow.value,
        day=row.spent_on.isoformat(),
        currency=row.currency,
    )


def amount_field(hundredths: int) -> str:
    """Return an amount as it is typed: 12 or 12.50."""
    whole, part = divmod(hundredths, HUNDRED)
    return f"{whole}.{part:02}" if part else str(whole)


def _named(day: date, today: date) -> str:
    return {0: TODAY, 1: YESTERDAY}.get((today - day).days, "")


def _row(row: Transaction, before: Unspoken) -> Row:
    return Row(
        id=str(row.id),
        what=row.what if may_repeat(row.what, before) else "",
        category=row.category,
        flow=row.flow.value,
        amount=row.amount,
        currency=row.currency,
        is_mine=row.written_by is WrittenBy.PERSON,
    )
