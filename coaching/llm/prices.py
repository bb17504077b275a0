"""Prices of model calls, and a guess of their tokens. A new price is a new row here.

Operators add their own in a file (`price_file.py`).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cache
from typing import TYPE_CHECKING

from coaching.model_settings import BATCH, LOCAL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from coaching.llm.port import Usage

CHARACTERS_PER_TOKEN = 2.7
"""Our own guess, where the service tells no count."""
BATCH_DIVISOR = 2
"""The provider's price list: everything in a batch costs half."""
_DATED = re.compile(r"[-@]\d{8}$")


@dataclass(frozen=True, slots=True)
class Price:
    """Thousandths of a micro-dollar per token, by kind: $2 for a million tokens is 2000."""

    input: int
    output: int
    read: int
    write_5m: int
    write_1h: int

    @property
    def in_batch(self) -> Price:
        """Return the price in a batch: half of everything, rounded up."""
        amounts = (self.input, self.output, self.read, self.write_5m, self.write_1h)
        return Price(*(-(-amount // BATCH_DIVISOR) for amount in amounts))


@dataclass(frozen=True, slots=True)
class ModelPrice:
    """The price of a model; a prompt over `long_from` tokens costs `long` for the whole request."""

    normal: Price
    long: Price | None = None
    long_from: int = 0

    @property
    def in_batch(self) -> ModelPrice:
        """Return the price in a batch."""
        return ModelPrice(
            self.normal.in_batch, self.long.in_batch if self.long else None, self.long_from
        )


PRICES = {
    "claude-sonnet-5-5": ModelPrice(Price(2000, 10_000, 100, 2500, 4000)),
    "claude-haiku-5-5": ModelPrice(
        Price(100, 500, 10, 125, 200), long=Price(500, 2500, 50, 625, 1000), long_from=100_000
    ),
    "claude-opus-5-5": ModelPrice(Price(4000, 20_000, 200, 5000, 8000)),
    "claude-sonnet-5": ModelPrice(Price(2000, 10_000, 200, 2500, 4000)),
    "claude-haiku-4-5": ModelPrice(Price(1000, 5000, 100, 1250, 2000)),
}
READ_ON = date(2026, 10, 8)
"""The day of the provider's price list that these are from; change both together."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Millionths of a dollar; `known` is False if tokens or price had to be guessed."""

    micro_usd: int
    known: bool


@dataclass(frozen=True, slots=True)
class PriceRow:
    """A model's price for the calls from a UTC day on; without a day, for all calls."""

    model: str
    price: ModelPrice
    since: date | None = None
    is_own: bool = False

    @property
    def in_batch(self) -> PriceRow:
        """Return the row of the model in a batch."""
        return replace(self, model=f"{BATCH}{self.model}", price=self.price.in_batch)


FREE_ROW = PriceRow(LOCAL, ModelPrice(Price(0, 0, 0, 0, 0)))
"""The price of every model on the operator's own machine."""


def listed() -> tuple[PriceRow, ...]:
    """Return the rows of `PRICES`."""
    return tuple(PriceRow(model, price) for model, price in PRICES.items())


@dataclass(frozen=True, slots=True)
class PriceTable:
    """All prices: those of `PRICES`, and the operator's `own` from the file `source`.

    `file_at` is when that file was changed last.
    """

    own: tuple[PriceRow, ...] = ()
    source: str = ""
    file_at: datetime | None = None
    _of: Mapping[str, tuple[PriceRow, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found: dict[str, tuple[PriceRow, ...]] = {}
        newest = sorted(self.rows, key=lambda row: row.since or date.min, reverse=True)
        for row in newest:
            found[row.model] = (*found.get(row.model, ()), row)
        for model, rows in list(found.items()):
            found.setdefault(f"{BATCH}{model}", tuple(row.in_batch for row in rows))
        object.__setattr__(self, "_of", found)

    @property
    def rows(self) -> tuple[PriceRow, ...]:
        """Return every row; an own row without a day takes the place of the listed one."""
        replaced = {row.model for row in self.own if row.since is None}
        return (*(row for row in listed() if row.model not in replaced), *self.own)

    @property
    def by_model(self) -> Mapping[str, tuple[PriceRow, ...]]:
        """Return each model's rows, the newest first; a model in a batch has its own."""
        return self._of

    @property
    def dearest(self) -> ModelPrice:
        """Return the price with the dearest tokens, which an unknown model is taken to have."""
        return max((row.price for row in self.rows), key=_size)

    def row_of(self, model: str, at: datetime | None = None) -> PriceRow | None:
        """Return a model's row at an instant, with or without a date in its name, if there is one.

        Without an instant it is the row that begins last.
        """
        day = at.astimezone(UTC).date() if at else date.max
        for name in dict.fromkeys((model, _named(model))):
            for row in self._of.get(name, ()):
                if row.since is None or row.since <= day:
                    return row
        return None

    def knows(self, model: str, at: datetime | None = None) -> bool:
        """Return True if a model's price needn't be guessed; a local one costs nothing."""
        return model.startswith(LOCAL) or self.row_of(model, at) is not None

    def cost_of(self, model: str, usage: Usage, at: datetime | None = None) -> Cost:
        """Return what a call cost, rounded up; an unknown model costs as much as the dearest."""
        row = FREE_ROW if model.startswith(LOCAL) else self.row_of(model, at)
        price = _price_for(row.price if row else self.dearest, usage)
        thousandths = (
            usage.input_tokens * price.input
            + usage.output_tokens * price.output
            + usage.cache_read_tokens * price.read
            + usage.cache_write_5m_tokens * price.write_5m
            + usage.cache_write_1h_tokens * price.write_1h
        )
        return Cost(-(-thousandths // 1000), known=usage.known and row is not None)


LIST = PriceTable()
"""The prices of `PRICES` alone."""
cost_of = LIST.cost_of
"""Returns what a call costs by them."""


def estimated(characters: int) -> int:
    """Return about how many tokens so many characters are, rounded up."""
    return math.ceil(characters / CHARACTERS_PER_TOKEN)


@cache
def _named(model: str) -> str:
    return _DATED.sub("", model)


def _size(price: ModelPrice) -> int:
    return max(one.input + one.output for one in (price.normal, price.long or price.normal))


def _price_for(row: ModelPrice, usage: Usage) -> Price:
    prompt = (
        usage.input_tokens
        + usage.cache_read_tokens
        + usage.cache_write_5m_tokens
        + usage.cache_write_1h_tokens
    )
    return row.long if row.long is not None and prompt > row.long_from else row.normal
