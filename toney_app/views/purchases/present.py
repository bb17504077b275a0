"""Purchases as the shelf shows them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.clock import local_day
from coaching.domains.purchases.service import A_DAY
from coaching.services.do_not_repeat import may_repeat

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.domains.purchases.models import Purchase as Row
    from coaching.services.do_not_repeat import Unspoken

_NAMED = {-1: "yesterday", 0: "today", 1: "tomorrow"}


@dataclass(frozen=True, slots=True)
class Purchase:
    """Something on the shelf; its words are empty where they may not be repeated.

    `since` and `until` name their days as `yesterday`, `today` or `tomorrow`, or are empty.
    """

    id: str = ""
    item: str = ""
    price: int = -1
    plan: str = ""
    urge: str = ""
    note: str = ""
    is_over: bool = False
    put_at: str = ""
    since: str = ""
    waits_until: str = ""
    until: str = ""
    at: str = ""


def purchase(row: Row, *, now: datetime, zone_name: str, before: Unspoken = ()) -> Purchase:
    """Return a purchase with its days in the person's zone."""
    put_at = row.waits_until - A_DAY

    def said(words: str) -> str:
        return words if may_repeat(words, before) else ""

    def named(at: datetime) -> str:
        days = local_day(at, zone_name) - local_day(now, zone_name)
        return _NAMED.get(days // timedelta(days=1), "")

    return Purchase(
        id=str(row.id),
        item=said(row.item),
        price=-1 if row.price is None else row.price,
        plan=said(row.plan),
        urge=row.urge or "",
        note=said(row.note),
        is_over=row.waits_until <= now,
        put_at=put_at.isoformat(),
        since=named(put_at),
        waits_until=row.waits_until.isoformat(),
        until=named(row.waits_until),
        at=row.updated_at.isoformat(),
    )
