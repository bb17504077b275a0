from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from coaching.domains.transactions import budgets, renaming, service
from coaching.domains.transactions.budgets import Left
from coaching.domains.transactions.service import Total, Written
from coaching.errors import InvalidInput, NotFound, TooMany
from coaching.values.safety import SafetyVerdict
from coaching.values.transactions import MOST_BUDGETS, Flow
from tests.support import factories
from tests.support.factories import MONDAY_MORNING as NOW

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.repositories.db import Db

TODAY = NOW.date()
FIRST = TODAY.replace(day=1)


@pytest.fixture
async def owner(db: Db) -> UUID:
    return await factories.person(db)


async def keep(db: Db, owner: UUID, amount: int, on: date = TODAY, **fields: Any) -> UUID:
    written = Written(amount, on, **fields)
    async with db.unit(owner, write=True) as s:
        return (await service.add(s, owner, written, at=NOW)).row.id


async def test_a_month_has_its_rows_and_sums_per_currency(db: Db, owner: UUID) -> None:
    await keep(db, owner, 1250, what="Lunch", category="food", currency="£")
    await keep(db, owner, 214_000, flow=Flow.IN, what="Wages", currency="£")
    await keep(db, owner, 900, currency="€")
    await keep(db, owner, 5000, FIRST - timedelta(days=1), currency="£")
    async with db.unit(owner) as s:
        month = await service.month(s, owner, TODAY, today=TODAY)
    assert month.totals == (Total("£", 214_000, 1250), Total("€", 0, 900))
    assert {row.what for row in month.rows} == {"Lunch", "Wages", ""}
    assert month.first_day == FIRST - timedelta(days=1)


@pytest.mark.both_databases
async def test_this_month_is_seen_beside_the_same_days_of_the_one_before(
    db: Db, owner: UUID
) -> None:
    earlier = service.month_of(FIRST - timedelta(days=1))[0]
    same_day = earlier + (TODAY - FIRST)
    await keep(db, owner, 100, same_day)
    await keep(db, owner, 20, same_day + timedelta(days=1))
    async with db.unit(owner) as s:
        assert (await service.month(s, owner, TODAY, today=TODAY)).before == {"": 100}
        later = await service.month(s, owner, TODAY, today=TODAY + timedelta(days=70))
    assert later.before == {"": 120}


async def test_without_a_currency_it_has_the_one_that_is_usually_written(
    db: Db, owner: UUID
) -> None:
    """One coffee in euros turned all later lines, and the next budget, into euros."""
    for currency in ("CLP", "CLP", "€"):
        await keep(db, owner, 100, currency=currency)
    named = await keep(db, owner, 200)
    async with db.unit(owner) as s:
        assert (await service.require(s, owner, named)).currency == "CLP"


async def test_a_budget_has_the_currency_of_what_is_spent_on_it(db: Db, owner: UUID) -> None:
    await keep(db, owner, 7400, category="food", currency="£")
    for _ in range(3):
        await keep(db, owner, 450, category="going_out", currency="€")
    async with db.unit(owner, write=True) as s:
        await budgets.set_budget(s, owner, "food", 6000, at=NOW)
        await budgets.set_budget(s, owner, "The cat", 6000, at=NOW)
        found = await budgets.used(s, owner, today=TODAY)
    assert {(one.budget.category, one.budget.currency) for one in found} == {
        ("food", "£"),
        ("The cat", "€"),
    }


async def test_a_budget_counts_what_was_written_without_a_currency(db: Db, owner: UUID) -> None:
    """Rent of 850 left a budget of £900 untouched, and £74 of food one of 60."""
    await keep(db, owner, 85_000, category="home")
    await keep(db, owner, 5400, category="food", currency="£")
    async with db.unit(owner, write=True) as s:
        await budgets.set_budget(s, owner, "home", 90_000, "£", at=NOW)
        await budgets.set_budget(s, owner, "food", 6000, "", at=NOW)
    assert await spent(db, owner) == {"home": 85_000, "food": 5400}
    await keep(db, owner, 100, category="food", currency="€")
    assert (await spent(db, owner))["food"] == 0, "which of two currencies it is isn't known"


async def spent(db: Db, owner: UUID) -> dict[str, int]:
    async with db.unit(owner) as s:
        found = await budgets.used(s, owner, today=TODAY)
    return {one.budget.category: one.spent for one in found}


@pytest.mark.both_databases
async def test_it_is_written_once_changed_deleted_and_put_back(db: Db, owner: UUID) -> None:
    named = uuid4()
    for _ in range(2):
        async with db.unit(owner, write=True) as s:
            written = Written(100, TODAY, what="Bus")
            await service.add(s, owner, written, at=NOW, transaction_id=named)
    async with db.unit(owner, write=True) as s:
        before = service.as_kept(await service.require(s, owner, named))
        await service.change(s, owner, named, Written(300, TODAY, what="Taxi"), at=NOW)
    async with db.unit(owner, write=True) as s:
        await service.restore(s, owner, named, before, at=NOW)
    async with db.unit(owner, write=True) as s:
        assert (await service.require(s, owner, named)).what == "Bus"
        gone = await service.delete(s, owner, named, at=NOW)
    async with db.unit(owner, write=True) as s:
        await service.restore(s, owner, named, gone, at=NOW)
        assert (await service.require(s, owner, named)).amount == 100
        await service.undo(s, owner, named, {}, at=NOW)
    async with db.unit(owner) as s:
        with pytest.raises(NotFound):
            await service.require(s, owner, named)


@pytest.mark.parametrize("written", [Written(0, TODAY), Written(1, TODAY + timedelta(days=5))])
async def test_what_is_no_amount_or_no_day_is_refused(
    db: Db, owner: UUID, written: Written
) -> None:
    async with db.unit(owner, write=True) as s:
        with pytest.raises(InvalidInput):
            await service.add(s, owner, written, at=NOW)


async def test_danger_in_the_words_is_heard(db: Db, owner: UUID) -> None:
    written = Written(100, TODAY, what="I want to kill myself tonight")
    async with db.unit(owner, write=True) as s:
        kept = await service.add(s, owner, written, at=NOW)
    assert kept.safety != SafetyVerdict()


@pytest.mark.parametrize(
    ("spent", "left"), [(10, Left.MOST), (50, Left.HALF), (70, Left.SOME), (99, Left.LITTLE),
                        (100, Left.NONE), (180, Left.NONE)],
)  # fmt: skip
async def test_a_budget_says_in_words_what_is_left(
    db: Db, owner: UUID, spent: int, left: Left
) -> None:
    await keep(db, owner, spent, category="food", currency="£")
    await keep(db, owner, 5000, category="food", currency="€")
    async with db.unit(owner, write=True) as s:
        await budgets.set_budget(s, owner, "food", 100, "£", at=NOW)
        (used,) = await budgets.used(s, owner, today=TODAY)
    assert (used.left, used.spent) == (left, spent)


@pytest.mark.both_databases
async def test_a_budget_is_changed_deleted_and_put_back(db: Db, owner: UUID) -> None:
    async with db.unit(owner, write=True) as s:
        first = await budgets.set_budget(s, owner, "The cat", 5000, at=NOW)
        again = await budgets.set_budget(s, owner, "The cat", 6000, at=NOW)
        assert first.id == again.id
        gone = await budgets.delete(s, owner, first.id)
    async with db.unit(owner, write=True) as s:
        await budgets.set_budget(s, owner, "The cat", 1, at=NOW)
        await budgets.restore(s, owner, first.id, gone, at=NOW)
        assert [one.budget.amount for one in await budgets.used(s, owner, today=TODAY)] == [6000]
        assert await service.categories(s, owner) == ["The cat"]


async def test_there_are_at_most_thirty_budgets(db: Db, owner: UUID) -> None:
    async with db.unit(owner, write=True) as s:
        for number in range(MOST_BUDGETS):
            await budgets.set_budget(s, owner, f"Thing {number}", 100, at=NOW)
        with pytest.raises(TooMany):
            await budgets.set_budget(s, owner, "One more", 100, at=NOW)


@pytest.mark.both_databases
async def test_a_category_is_renamed_and_what_was_changed_since_stays(db: Db, owner: UUID) -> None:
    rows = [await keep(db, owner, 100, category="garden") for _ in range(2)]
    stranger = await factories.person(db)
    theirs = await keep(db, stranger, 100, category="garden")
    async with db.unit(owner, write=True) as s:
        await budgets.set_budget(s, owner, "garden", 5000, at=NOW)
        kept = await renaming.rename(s, owner, "garden", "allotment", at=NOW)
    later = NOW + timedelta(minutes=1)
    async with db.unit(owner, write=True) as s:
        await service.change(s, owner, rows[0], Written(200, TODAY, category="allotment"), at=later)
        await renaming.restore(s, owner, owner, kept.row, at=later)
    async with db.unit(owner) as s:
        assert (await service.require(s, owner, rows[0])).category == "allotment"
        assert (await service.require(s, owner, rows[1])).category == "garden"
        assert [one.budget.category for one in await budgets.used(s, owner, today=TODAY)] == [
            "garden"
        ]
    async with db.unit(stranger) as s:
        assert (await service.require(s, stranger, theirs)).category == "garden"


async def test_a_category_that_everybody_has_keeps_its_name(db: Db, owner: UUID) -> None:
    await keep(db, owner, 100, category="food")
    with pytest.raises(NotFound):
        async with db.unit(owner, write=True) as s:
            await renaming.rename(s, owner, "food", "meals", at=NOW)


async def test_two_budgets_do_not_become_one_by_a_new_name(db: Db, owner: UUID) -> None:
    async with db.unit(owner, write=True) as s:
        for name in ("garden", "allotment"):
            await budgets.set_budget(s, owner, name, 5000, at=NOW)
    with pytest.raises(InvalidInput):
        async with db.unit(owner, write=True) as s:
            await renaming.rename(s, owner, "garden", "allotment", at=NOW)
