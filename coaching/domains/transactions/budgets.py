"""Budgets: how much somebody wants to spend in a category in a month. Nothing stops at the end."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching.domains.transactions import queries
from coaching.domains.transactions.models import Budget
from coaching.domains.transactions.service import month_of
from coaching.errors import InvalidInput, NotFound, TooMany
from coaching.repositories import profiles
from coaching.values.clean_text import clean_text
from coaching.values.transactions import (
    AMOUNT_MAX,
    CATEGORY_MAX,
    CURRENCY_MAX,
    HUNDRED,
    MOST_BUDGETS,
    Flow,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

_MOST, _HALF, _SOME = 40, 60, 80
"""Percent that is used: below it most is left, about half, some; then a little."""


class Left(StrEnum):
    """How much of a budget is left, in words."""

    MOST = "most"
    HALF = "half"
    SOME = "some"
    LITTLE = "little"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Used:
    """A budget and what was spent of it this month, in its own currency or in none."""

    budget: Budget
    spent: int
    days_left: int

    @property
    def percent(self) -> int:
        """Percent that is used, which can be more than a hundred."""
        return self.spent * HUNDRED // self.budget.amount

    @property
    def left(self) -> Left:
        """What is left of it."""
        percent = self.percent
        steps = ((_MOST, Left.MOST), (_HALF, Left.HALF), (_SOME, Left.SOME), (HUNDRED, Left.LITTLE))
        return next((left for below, left in steps if percent < below), Left.NONE)


async def used(s: AsyncSession, owner: UUID, *, today: date) -> tuple[Used, ...]:
    """Return the budgets with what was spent this month, oldest first."""
    found = await queries.budgets(s, owner)
    if not found:
        return ()
    first, last = month_of(today)
    sums = await queries.sums(s, owner, first, last)
    spent: dict[str, dict[str, int]] = {}
    for flow, category, currency, amount in sums:
        if flow is Flow.OUT:
            spent.setdefault(category, {})[currency] = amount
    left = (last - today).days
    return tuple(Used(one, _spent_of(one, spent.get(one.category, {})), left) for one in found)


def _spent_of(budget: Budget, spent: Mapping[str, int]) -> int:
    """Add up what was spent in the currency of a budget, and what has no currency.

    A budget without a currency counts one, if no other one was spent.
    """
    named = [currency for currency in spent if currency]
    own = budget.currency or (named[0] if len(named) == 1 else "")
    return sum(spent.get(currency, 0) for currency in {"", own})


async def _currency_of(s: AsyncSession, owner: UUID, category: str) -> str:
    usual = await queries.usual_currency(s, owner, category)
    return usual or await queries.usual_currency(s, owner)


async def set_budget(
    s: AsyncSession,
    owner: UUID,
    category: str,
    amount: int,
    currency: str | None = None,
    *,
    at: datetime,
) -> Budget:
    """Begin a budget, or change the one of the category. It has the currency of its category."""
    if not 0 < amount <= AMOUNT_MAX:
        raise InvalidInput({"amount": f"is not between 1 and {AMOUNT_MAX}"})
    name = clean_text("category", category, maximum=CATEGORY_MAX)
    await profiles.hold(s, owner)
    row = await queries.budget_of(s, owner, name)
    if row is None:
        if len(await queries.budgets(s, owner)) >= MOST_BUDGETS:
            raise TooMany(limit=MOST_BUDGETS)
        first = currency if currency is not None else await _currency_of(s, owner, name)
        row = Budget(
            user_id=owner, category=name, amount=amount, currency=first, created_at=at,
            updated_at=at,
        )  # fmt: skip
    elif currency:
        row.currency = currency
    row.currency = clean_text("currency", row.currency, maximum=CURRENCY_MAX, may_be_empty=True)
    row.amount, row.updated_at = amount, at
    await queries.add(s, row)
    return row


async def move(
    s: AsyncSession, owner: UUID, budget_id: UUID, to: UUID, amount: int, *, at: datetime
) -> dict[str, Any]:
    """Move money from one budget to another; return both as they were, for `restore_both`.

    They have the same currency, and something stays in the first.
    """
    await profiles.hold(s, owner)
    source, target = await require(s, owner, budget_id), await require(s, owner, to)
    if source.id == target.id or source.currency != target.currency:
        raise InvalidInput({"to": "is not another budget in the same currency"})
    if not 0 < amount < source.amount or target.amount + amount > AMOUNT_MAX:
        raise InvalidInput({"amount": "is not less than what the budget has"})
    both = [one.model_dump(mode="json") for one in (source, target)]
    source.amount, source.updated_at = source.amount - amount, at
    target.amount, target.updated_at = target.amount + amount, at
    await s.flush()
    return {"both": both}


async def restore_both(
    s: AsyncSession, owner: UUID, _row: UUID, kept: dict[str, Any], /, *, at: datetime
) -> None:
    """Put both budgets back as they were before money was moved; idempotent."""
    for gone in kept["both"]:
        await restore(s, owner, UUID(gone["id"]), gone, at=at)


async def require(s: AsyncSession, owner: UUID, budget_id: UUID) -> Budget:
    """Return a budget of this person or raise NotFound."""
    row = await queries.find_budget(s, owner, budget_id)
    if row is None:
        raise NotFound("no such budget")
    return row


async def delete(s: AsyncSession, owner: UUID, budget_id: UUID) -> dict[str, Any]:
    """Delete a budget; return it as JSON, for `restore`."""
    gone = (await require(s, owner, budget_id)).model_dump(mode="json")
    await queries.remove_budget(s, owner, budget_id)
    return gone


async def restore(
    s: AsyncSession, owner: UUID, row: UUID, gone: dict[str, Any], /, *, at: datetime
) -> None:
    """Put a budget back as it was before it was changed or deleted; idempotent."""
    del at
    if (same := await queries.budget_of(s, owner, str(gone["category"]))) is not None:
        await queries.remove_budget(s, owner, same.id)
    await queries.remove_budget(s, owner, row)
    s.expire_all()
    await queries.add(s, Budget.model_validate({**gone, "user_id": owner}))
