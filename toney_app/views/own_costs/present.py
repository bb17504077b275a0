"""What Toney cost, in words that are ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.services.costs import MICRO

if TYPE_CHECKING:
    from coaching.domains.own_costs.service import Calls, OwnCosts

_CENT = MICRO // 100


@dataclass(frozen=True, slots=True)
class Row:
    """The calls to one model for one reason."""

    key: str = ""
    role: str = ""
    reason: str = ""
    model: str = ""
    calls: int = 0
    cost: str = ""


@dataclass(frozen=True, slots=True)
class Costs:
    """The month so far; `limit` is empty without a limit, `share` is of the limit in percent."""

    loaded: bool = False
    rows: tuple[Row, ...] = ()
    calls: int = 0
    cost: str = ""
    is_known: bool = True
    is_free: bool = False
    limit: str = ""
    share: int = 0
    resets_at: str = ""
    messages: int = 0
    messages_per_day: int = 0
    day_resets_at: str = ""
    is_saving: bool = False


def costs(found: OwnCosts) -> Costs:
    """Return the month for the page."""
    limit = found.limit_micro_usd
    return Costs(
        loaded=True,
        rows=tuple(map(_row, found.calls)),
        calls=sum(row.calls for row in found.calls),
        cost=dollars(found.micro_usd),
        is_known=found.is_known,
        is_free=not found.micro_usd and found.is_known,
        limit=dollars(limit) if limit else "",
        share=min(100, round(100 * found.micro_usd / limit)) if limit else 0,
        resets_at=found.resets_at.isoformat(),
        messages=found.messages_today,
        messages_per_day=found.messages_per_day,
        day_resets_at=found.day_resets_at.isoformat(),
        is_saving=found.is_saving,
    )


def dollars(micro_usd: int) -> str:
    """Return an amount with cents, and with its country, because pesos have the same sign.

    What is less than a cent isn't shown as nothing.
    """
    if 0 < micro_usd < _CENT:
        return "< US$0.01"
    return f"US${micro_usd / MICRO:,.2f}"


def _row(calls: Calls) -> Row:
    key = f"{calls.role} {calls.reason} {calls.model}"
    cost = dollars(calls.micro_usd)
    return Row(key, calls.role, calls.reason, calls.model, calls.calls, cost)
