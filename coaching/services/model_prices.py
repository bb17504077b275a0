"""Which prices the costs are counted with, and since when: for the admin's pages and the doctor."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from coaching.llm.prices import READ_ON
from coaching.llm.roles import configured_models
from coaching.model_settings import BATCH

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from coaching.llm.prices import Price, PriceRow, PriceTable
    from coaching.settings import Settings

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PriceLine:
    """A price with the UTC days it is for, both included; `over` tokens for long prompts only."""

    model: str
    price: Price
    first: date | None
    last: date | None
    is_own: bool
    over: int = 0


@dataclass(frozen=True, slots=True)
class UsedPrice:
    """The price that a configured model's calls have now, None if it has to be guessed."""

    model: str
    row: PriceRow | None
    is_free: bool


@dataclass(frozen=True, slots=True)
class Prices:
    """What costs are counted with. `file` and `file_at` are empty without a file."""

    listed_on: date
    file: str
    file_at: datetime | None
    own: int
    lines: Sequence[PriceLine]
    used: Mapping[str, UsedPrice]

    @property
    def guessed(self) -> Sequence[str]:
        """Return the configured models that have no price."""
        names = (one.model for one in self.used.values() if one.row is None and not one.is_free)
        return tuple(dict.fromkeys(names))


def prices(table: PriceTable, settings: Settings, *, now: datetime) -> Prices:
    """Return all prices, and those of the configured models by the role that asks them."""
    return Prices(
        listed_on=READ_ON,
        file=Path(table.source).name,
        file_at=table.file_at,
        own=len(table.own),
        lines=[
            line
            for model in sorted(table.by_model)
            if not model.startswith(BATCH)
            for line in _lines(table.by_model[model])
        ],
        used={
            role: UsedPrice(name, row := table.row_of(name, now), row is None and table.knows(name))
            for role, name in configured_models(settings).items()
        },
    )


def _lines(rows: Sequence[PriceRow]) -> Sequence[PriceLine]:
    """Return a model's rows as lines, each until the day before the next one begins."""
    found: list[PriceLine] = []
    last: date | None = None
    for row in rows:
        span = (row.since, last, row.is_own)
        found.append(PriceLine(row.model, row.price.normal, *span))
        if row.price.long is not None:
            found.append(PriceLine(row.model, row.price.long, *span, over=row.price.long_from))
        last = row.since - _DAY if row.since else last
    return found
