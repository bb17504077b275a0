"""What somebody wrote down about money, in figures that code has added up, as a model reads them.

A model adds nothing up: sums, differences and the part of a month up to the same day are here.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.purchases import service as purchases
from coaching.domains.transactions import budgets, service
from coaching.domains.transactions.months import months
from coaching.services.do_not_repeat import sayable, unspoken
from coaching.values.transactions import Flow, plain_amount

if TYPE_CHECKING:
    from datetime import date
    from uuid import UUID

    from pydantic import JsonValue
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.purchases.models import Purchase
    from coaching.domains.transactions.months import Sums
    from coaching.domains.transactions.service import Month
    from coaching.money.questions import Question
    from coaching.services.do_not_repeat import Unspoken

NEWEST = 20
"""Rows that the model reads one by one; the sums are of all of them."""


async def figures(
    s: AsyncSession, owner: UUID, today: date, asked: Question
) -> dict[str, JsonValue]:
    """Return what a question about their own money asks for."""
    if asked.shelf:
        return await _shelf(s, owner)
    day = today
    for _ in range(asked.months_ago):
        day = service.month_of(day)[0] - timedelta(days=1)
    if asked.months > 1 or asked.about:
        return await _months(s, owner, day, today, asked)
    return await _month(s, owner, day, today)


async def _month(s: AsyncSession, owner: UUID, day: date, today: date) -> dict[str, JsonValue]:
    month = await service.month(s, owner, day, today=today)
    told: dict[str, JsonValue] = {
        "month": month.first.isoformat()[:7],
        "in": {one.currency: plain_amount(one.money_in) for one in month.totals if one.money_in},
        "out": {one.currency: plain_amount(one.money_out) for one in month.totals},
        "out_by_category": _by_category(month),
        "out_month_before_to_same_day": {c: plain_amount(a) for c, a in month.before.items()},
        "count": len(month.rows),
    }
    if day == today:
        told["budgets"] = {
            one.budget.category: f"{one.left.value} left, {one.percent} % used"
            for one in await budgets.used(s, owner, today=today)
        }
    before = await unspoken(s, owner)
    told["newest"] = [
        " ".join(
            (
                row.spent_on.isoformat(),
                row.flow.value,
                plain_amount(row.amount, row.currency),
                sayable(row.what, before),
            )
        )
        for row in month.rows[:NEWEST]
    ]
    return told


async def _months(
    s: AsyncSession, owner: UUID, day: date, today: date, asked: Question
) -> dict[str, JsonValue]:
    found = await months(s, owner, day, asked.months, today=today, about=asked.about)
    told: dict[str, JsonValue] = {
        "about": asked.about or "everything",
        "months": [_told(one) for one in found.each],
        "last_is_running": found.is_running,
        "out_together": _out(_together(found.each)),
    }
    if len(found.each) > 1:
        before = found.to_day or found.each[-2]
        if found.to_day is not None:
            told["month_before_to_same_day"] = _told(found.to_day)
        told["out_changed_by"] = _changes(before, found.each[-1])
    return told


async def _shelf(s: AsyncSession, owner: UUID) -> dict[str, JsonValue]:
    shelf = await purchases.shelf(s, owner)
    before = await unspoken(s, owner)
    return {
        "waiting_on_shelf": [_purchase(one, before) for one in shelf.waiting],
        "bought": [_purchase(one, before) for one in shelf.bought],
    }


def _purchase(one: Purchase, before: Unspoken) -> dict[str, JsonValue]:
    told: dict[str, JsonValue] = {"item": sayable(one.item, before)}
    if one.price:
        told["price"] = plain_amount(one.price)
    told["waits_until"] = one.waits_until.date().isoformat()
    return told


def _told(month: Sums) -> dict[str, JsonValue]:
    told: dict[str, JsonValue] = {"month": month.first.isoformat()[:7], "out": _out(_of(month))}
    received: dict[str, JsonValue] = {
        one.currency: plain_amount(one.money_in) for one in month.totals if one.money_in
    }
    if received:
        told["in"] = received
    return told


def _of(month: Sums) -> dict[str, int]:
    return {one.currency: one.money_out for one in month.totals if one.money_out}


def _out(sums: dict[str, int]) -> dict[str, JsonValue]:
    return {currency: plain_amount(amount) for currency, amount in sums.items()}


def _together(each: tuple[Sums, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for month in each:
        for currency, amount in _of(month).items():
            found[currency] = found.get(currency, 0) + amount
    return found


def _changes(before: Sums, last: Sums) -> dict[str, JsonValue]:
    """Return by how much the last month has more or less than the one before, per currency."""
    old, new = _of(before), _of(last)
    changed = {one: new.get(one, 0) - old.get(one, 0) for one in {**old, **new}}
    return {
        currency: "0" if not by else f"{'+' if by > 0 else '-'}{plain_amount(abs(by))}"
        for currency, by in changed.items()
    }


def _by_category(month: Month) -> dict[str, JsonValue]:
    sums: dict[tuple[str, str], int] = {}
    for row in month.rows:
        if row.flow is Flow.OUT:
            of = (row.category or "none", row.currency)
            sums[of] = sums.get(of, 0) + row.amount
    return {
        f"{category} {currency}".strip(): plain_amount(amount)
        for (category, currency), amount in sums.items()
    }
