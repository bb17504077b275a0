"""What a page sends twice is stored once, also when both requests arrive at the same moment."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from coaching.domains.check_ins import service as check_ins
from coaching.domains.purchases import service as purchases
from coaching.domains.transactions import service as transactions
from coaching.services import wins
from coaching.values.check_ins import Mood
from tests.support import factories
from tests.support.factories import MONDAY_MORNING as NOW

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db

    Write = Callable[[AsyncSession, UUID, UUID], Coroutine[Any, Any, Any]]

WRITES: dict[str, Write] = {
    "win": lambda s, owner, own: wins.add(s, owner, "I opened it.", at=NOW, win_id=own),
    "purchase": lambda s, owner, own: purchases.add(
        s, owner, purchases.Wanted("A jacket"), at=NOW, purchase_id=own
    ),
    "transaction": lambda s, owner, own: transactions.add(
        s, owner, transactions.Written(1250, NOW.date()), at=NOW, transaction_id=own
    ),
    "check-in": lambda s, owner, own: check_ins.add(s, owner, Mood.MIXED, at=NOW, check_in_id=own),
}


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", WRITES)
async def test_four_requests_at_once_with_one_id_store_one_row(db: Db, kind: str) -> None:
    owner, own = await factories.person(db), uuid4()

    async def send() -> UUID:
        async with db.unit(owner, write=True) as s:
            return (await WRITES[kind](s, owner, own)).row.id

    assert await asyncio.gather(*(send() for _ in range(4))) == [own] * 4
