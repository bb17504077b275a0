"""Money that somebody writes down, month by month, and their budgets."""

from __future__ import annotations

from datetime import date
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from coaching.domains.transactions import budgets, renaming, service
from coaching.domains.transactions.budgets import Left
from coaching.domains.transactions.service import Written
from coaching.values.transactions import (
    AMOUNT_MAX,
    CATEGORY_MAX,
    CURRENCY_MAX,
    WHAT_MAX,
    Flow,
    WrittenBy,
)
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import Day, In, Instant, Out, Whole, documented, words

router = APIRouter(tags=["money"])
Amount = Annotated[Whole, documented(minimum=1, maximum=AMOUNT_MAX)]
What = Annotated[str, words(WHAT_MAX, may_be_empty=True)]
CategoryName = Annotated[str, words(CATEGORY_MAX, may_be_empty=True)]
Currency = Annotated[str, words(CURRENCY_MAX, may_be_empty=True)]


class TransactionOut(Out):
    """A transaction; `amount` is in hundredths, and `currency` is as it was written."""

    id: UUID
    flow: Flow
    amount: int
    currency: str
    what: str
    category: str
    spent_on: date
    written_by: WrittenBy
    created_at: Instant
    updated_at: Instant


class TotalOut(Out):
    """What came in and went out in one currency, in hundredths."""

    currency: str
    money_in: int
    money_out: int


class MonthOut(Out):
    """A month; `before` is the money out of the month before, up to the same day while it runs."""

    first: date
    rows: list[TransactionOut]
    totals: list[TotalOut]
    before: dict[str, int]


class NewTransaction(In):
    """A new transaction; without a currency it has that of the newest one."""

    amount: Amount
    spent_on: Day
    flow: Annotated[Flow, Field(strict=False)] = Flow.OUT
    what: What = ""
    category: CategoryName = ""
    currency: Currency | None = None


class ChangedTransaction(In):
    """A change of a transaction; a field that is left out stays unchanged."""

    amount: Amount | None = None
    spent_on: Day | None = None
    flow: Annotated[Flow, Field(strict=False)] | None = None
    what: What | None = None
    category: CategoryName | None = None
    currency: Currency | None = None


class BudgetOut(Out):
    """A budget and what was spent of it this month, in hundredths."""

    id: UUID
    category: str
    amount: int
    currency: str
    spent: int
    left: Left


class NewBudget(In):
    """What somebody wants to spend in a category in a month."""

    category: Annotated[str, words(CATEGORY_MAX)]
    amount: Amount
    currency: Currency | None = None


class MovedMoney(In):
    """Money that goes from one budget to another."""

    to: Annotated[UUID, Field(strict=False)]
    amount: Amount


class RenamedCategory(In):
    """A category of their own, and its new name."""

    category: Annotated[str, words(CATEGORY_MAX)]
    to: Annotated[str, words(CATEGORY_MAX)]


@router.get("/api/transactions")
async def list_transactions(coaching: Engine, person: Owner, month: Day | None = None) -> MonthOut:
    """Return the month that a day is in, this month by default."""
    async with coaching.unit(person) as s:
        today = await service.today(s, person, coaching.clock.now())
        found = await service.month(s, person, month or today, today=today)
        return MonthOut.model_validate(found)


@router.post("/api/transactions", status_code=201)
async def add_transaction(new: NewTransaction, coaching: Engine, person: Owner) -> TransactionOut:
    """Write down what was spent or came in."""
    written = Written(new.amount, new.spent_on, new.flow, new.what, new.category, new.currency)
    async with coaching.unit(person, write=True) as s:
        kept = await service.add(s, person, written, at=coaching.clock.now())
        return TransactionOut.model_validate(kept.row)


@router.get("/api/transactions/{transaction_id}")
async def read_transaction(transaction_id: UUID, coaching: Engine, person: Owner) -> TransactionOut:
    """Return a transaction."""
    async with coaching.unit(person) as s:
        return TransactionOut.model_validate(await service.require(s, person, transaction_id))


@router.patch("/api/transactions/{transaction_id}")
async def change_transaction(
    transaction_id: UUID, change: ChangedTransaction, coaching: Engine, person: Owner
) -> TransactionOut:
    """Change a transaction."""
    async with coaching.unit(person, write=True) as s:
        row = await service.require(s, person, transaction_id)
        new = {name: value for name, value in change.model_dump().items() if value is not None}
        fields = {**TransactionOut.model_validate(row).model_dump(), **new}
        written = Written(
            fields["amount"],
            fields["spent_on"],
            fields["flow"],
            fields["what"],
            fields["category"],
            fields["currency"],
        )
        now = coaching.clock.now()
        kept = await service.change(s, person, transaction_id, written, at=now)
        return TransactionOut.model_validate(kept.row)


@router.delete("/api/transactions/{transaction_id}", status_code=204)
async def delete_transaction(transaction_id: UUID, coaching: Engine, person: Owner) -> None:
    """Delete a transaction."""
    async with coaching.unit(person, write=True) as s:
        await service.delete(s, person, transaction_id, at=coaching.clock.now())


@router.get("/api/budgets")
async def list_budgets(coaching: Engine, person: Owner) -> list[BudgetOut]:
    """Return the budgets with what was spent of them this month, oldest first."""
    async with coaching.unit(person) as s:
        today = await service.today(s, person, coaching.clock.now())
        return [_budget(one) for one in await budgets.used(s, person, today=today)]


@router.post("/api/budgets", status_code=201)
async def set_budget(new: NewBudget, coaching: Engine, person: Owner) -> BudgetOut:
    """Begin a budget, or change the one of the category."""
    async with coaching.unit(person, write=True) as s:
        now = coaching.clock.now()
        row = await budgets.set_budget(s, person, new.category, new.amount, new.currency, at=now)
        used = await budgets.used(s, person, today=await service.today(s, person, now))
        return next(_budget(one) for one in used if one.budget.id == row.id)


@router.post("/api/budgets/{budget_id}/move", status_code=204)
async def move_money(budget_id: UUID, moved: MovedMoney, coaching: Engine, person: Owner) -> None:
    """Move money from this budget to another one in the same currency."""
    async with coaching.unit(person, write=True) as s:
        now = coaching.clock.now()
        await budgets.move(s, person, budget_id, moved.to, moved.amount, at=now)


@router.post("/api/categories/rename", status_code=204)
async def rename_category(new: RenamedCategory, coaching: Engine, person: Owner) -> None:
    """Rename a category of their own: all its transactions and its budget."""
    async with coaching.unit(person, write=True) as s:
        await renaming.rename(s, person, new.category, new.to, at=coaching.clock.now())


@router.delete("/api/budgets/{budget_id}", status_code=204)
async def delete_budget(budget_id: UUID, coaching: Engine, person: Owner) -> None:
    """Delete a budget; what was written down stays."""
    async with coaching.unit(person, write=True) as s:
        await budgets.delete(s, person, budget_id)


def _budget(one: budgets.Used) -> BudgetOut:
    row = one.budget
    return BudgetOut(
        id=row.id,
        category=row.category,
        amount=row.amount,
        currency=row.currency,
        spent=one.spent,
        left=one.left,
    )
