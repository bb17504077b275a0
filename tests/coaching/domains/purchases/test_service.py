from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.domains.purchases import service as purchases
from coaching.domains.purchases.service import A_DAY, Change, Wanted
from coaching.errors import InvalidInput, NotFound, TooMany
from coaching.values.enums import SafetyLevel
from coaching.values.purchases import (
    ITEM_MAX,
    MOST_WAITING,
    PRICE_MAX,
    Feeling,
    ForWhom,
    PurchaseStatus,
    Urge,
)
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.domains.purchases.models import Purchase
    from coaching.repositories.db import Db

JACKET = Wanted(
    "The green jacket",
    price=18_950,
    for_whom=ForWhom.WORK,
    feelings=(Feeling.URGE, Feeling.LEFT_OUT),
    plan="I text Ines before I open the shop.",
)


async def put(db: Db, owner: UUID, clock: FrozenClock, wanted: Wanted = JACKET) -> Purchase:
    clock.move(timedelta(seconds=1))
    async with db.unit(owner, write=True) as s:
        return (await purchases.add(s, owner, wanted, at=clock.now())).row


async def test_what_is_put_on_the_shelf_waits_a_day_with_all_that_was_said(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    row = await put(db, owner, clock)
    await put(db, owner, clock, Wanted("Headphones"))
    async with db.unit(owner) as s:
        shelf = await purchases.shelf(s, owner)
    assert [one.item for one in shelf.waiting] == ["The green jacket", "Headphones"]
    first = shelf.waiting[0]
    assert (first.price, first.for_whom, first.feelings) == (18_950, "work", ["urge", "left_out"])
    assert first.waits_until == row.created_at + A_DAY
    assert (shelf.bought, shelf.plan) == ([], JACKET.plan)


@pytest.mark.both_databases
async def test_the_same_id_is_kept_once(db: Db, clock: FrozenClock) -> None:
    owner, named = await factories.person(db), uuid4()
    async with db.unit(owner, write=True) as s:
        for _ in range(2):
            await purchases.add(s, owner, JACKET, at=clock.now(), purchase_id=named)
        assert [one.id for one in (await purchases.shelf(s, owner)).waiting] == [named]


@pytest.mark.both_databases
async def test_after_the_urge_comes_a_choice_and_each_can_be_put_back(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    row = await put(db, owner, clock)
    clock.move(A_DAY)
    async with db.unit(owner, write=True) as s:
        at = clock.now()
        await purchases.change(s, owner, row.id, Change(urge=Urge.WEAKER), at=at)
        before = purchases.as_kept(await purchases.require(s, owner, row.id))
        again = Change(status=PurchaseStatus.WAITING)
        waits = (await purchases.change(s, owner, row.id, again, at=at)).row
        assert (waits.waits_until, waits.urge) == (at + A_DAY, None)
        for _ in range(2):
            await purchases.restore(s, owner, row.id, before, at=at)
        bought = Change(status=PurchaseStatus.BOUGHT, note="Warm, and then a bit flat.")
        await purchases.change(s, owner, row.id, bought, at=at)
        shelf = await purchases.shelf(s, owner)
    assert (shelf.waiting, [one.note for one in shelf.bought]) == (
        [],
        ["Warm, and then a bit flat."],
    )
    assert shelf.bought[0].urge == "weaker"


@pytest.mark.both_databases
async def test_what_is_not_bought_is_gone_and_can_come_back(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    row = await put(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        gone = await purchases.delete(s, owner, row.id, at=clock.now())
        assert (await purchases.shelf(s, owner)).waiting == []
    async with db.unit(owner, write=True) as s:
        await purchases.restore(s, owner, row.id, gone, at=clock.now())
        assert (await purchases.require(s, owner, row.id)).item == JACKET.item
        await purchases.undo(s, owner, row.id, {}, at=clock.now())
        assert (await purchases.shelf(s, owner)).waiting == []


@pytest.mark.parametrize("where", ["item", "plan", "note"])
async def test_danger_is_heard_in_every_field(db: Db, clock: FrozenClock, where: str) -> None:
    owner, words = await factories.person(db), "I want to kill myself tonight."
    wanted = Wanted(words if where == "item" else "Shoes", plan=words if where == "plan" else "")
    note = words if where == "note" else None
    async with db.unit(owner, write=True) as s:
        kept = await purchases.add(s, owner, wanted, at=clock.now(), note=note)
    assert kept.safety.level is SafetyLevel.CRISIS


@pytest.mark.both_databases
async def test_what_does_not_fit_or_belongs_to_somebody_else_is_refused(
    db: Db, clock: FrozenClock
) -> None:
    anna, ben = await factories.person(db), await factories.person(db)
    row = await put(db, anna, clock)
    for wanted in (Wanted(" "), Wanted("x" * (ITEM_MAX + 1)), Wanted("x", price=PRICE_MAX + 1)):
        with pytest.raises(InvalidInput):
            await put(db, anna, clock, wanted)
    async with db.unit(ben, write=True) as s:
        with pytest.raises(NotFound):
            await purchases.change(s, ben, row.id, Change(urge=Urge.GONE), at=clock.now())
        with pytest.raises(NotFound):
            await purchases.delete(s, ben, row.id, at=clock.now())
        await purchases.undo(s, ben, row.id, {}, at=clock.now())
    for number in range(MOST_WAITING - 1):
        await put(db, anna, clock, Wanted(f"Thing {number}"))
    with pytest.raises(TooMany):
        await put(db, anna, clock)
