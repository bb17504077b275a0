"""Purchases that somebody thinks over: what waits for a day, and what was bought."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from coaching.domains.purchases import service as purchases
from coaching.domains.purchases.service import Change, Wanted
from coaching.values.purchases import (
    ITEM_MAX,
    NOTE_MAX,
    PLAN_MAX,
    PRICE_MAX,
    Feeling,
    ForWhom,
    PurchaseStatus,
    Urge,
)
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import In, Instant, Out, Whole, documented, words

router = APIRouter(tags=["purchases"])
Item = Annotated[str, words(ITEM_MAX)]
Plan = Annotated[str, words(PLAN_MAX, may_be_empty=True)]
Note = Annotated[str, words(NOTE_MAX, may_be_empty=True)]
Price = Annotated[Whole, documented(minimum=0, maximum=PRICE_MAX)]
Felt = Annotated[Feeling, Field(strict=False)]


class PurchaseOut(Out):
    """A purchase; `price` is in hundredths, and `plan` is the “then” of “if I feel the urge”."""

    id: UUID
    item: str
    price: int | None
    for_whom: ForWhom | None
    feelings: list[Feeling]
    plan: str
    status: PurchaseStatus
    urge: Urge | None
    note: str
    waits_until: Instant
    created_at: Instant
    updated_at: Instant


class ShelfOut(Out):
    """Purchases that wait, and bought ones."""

    waiting: list[PurchaseOut]
    bought: list[PurchaseOut]


class NewPurchase(In):
    """Something that somebody wants to buy; it waits for a day."""

    item: Item
    price: Price | None = None
    for_whom: Annotated[ForWhom, Field(strict=False)] | None = None
    feelings: Annotated[list[Felt], Field(max_length=len(Feeling))] = []
    plan: Plan = ""


class ChangedPurchase(In):
    """A change of a purchase; a field that is left out stays unchanged."""

    plan: Plan | None = None
    urge: Annotated[Urge, Field(strict=False)] | None = None
    status: Annotated[PurchaseStatus, Field(strict=False)] | None = None
    note: Note | None = None


@router.get("/api/purchases")
async def list_purchases(coaching: Engine, person: Owner) -> ShelfOut:
    """Return what waits, the longest first, and the newest that were bought."""
    async with coaching.unit(person) as s:
        return ShelfOut.model_validate(await purchases.shelf(s, person))


@router.post("/api/purchases", status_code=201)
async def add_purchase(new: NewPurchase, coaching: Engine, person: Owner) -> PurchaseOut:
    """Put something on the shelf for a day."""
    wanted = Wanted(new.item, new.price, new.for_whom, tuple(new.feelings), new.plan)
    async with coaching.unit(person, write=True) as s:
        kept = await purchases.add(s, person, wanted, at=coaching.clock.now())
        return PurchaseOut.model_validate(kept.row)


@router.get("/api/purchases/{purchase_id}")
async def read_purchase(purchase_id: UUID, coaching: Engine, person: Owner) -> PurchaseOut:
    """Return a purchase."""
    async with coaching.unit(person) as s:
        return PurchaseOut.model_validate(await purchases.require(s, person, purchase_id))


@router.patch("/api/purchases/{purchase_id}")
async def change_purchase(
    purchase_id: UUID, change: ChangedPurchase, coaching: Engine, person: Owner
) -> PurchaseOut:
    """Change a purchase: its plan, how the urge is, what was decided, how it felt."""
    wanted = Change(change.plan, change.urge, change.status, change.note)
    async with coaching.unit(person, write=True) as s:
        now = coaching.clock.now()
        kept = await purchases.change(s, person, purchase_id, wanted, at=now)
        return PurchaseOut.model_validate(kept.row)


@router.delete("/api/purchases/{purchase_id}", status_code=204)
async def delete_purchase(purchase_id: UUID, coaching: Engine, person: Owner) -> None:
    """Delete a purchase: what somebody doesn't buy is not kept."""
    async with coaching.unit(person, write=True) as s:
        await purchases.delete(s, person, purchase_id, at=coaching.clock.now())
