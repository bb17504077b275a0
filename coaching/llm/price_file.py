"""The operator's own prices, from the TOML file that MODEL_PRICES_FILE names (docs/prices.md)."""

from __future__ import annotations

import tomllib
from collections import Counter
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from coaching.errors import ToneyError
from coaching.llm.prices import LIST, ModelPrice, Price, PriceRow, PriceTable
from coaching.model_settings import LOCAL

if TYPE_CHECKING:
    from typing import Self

    from coaching.settings import Settings

MOST_BYTES = 100_000
DEAREST_DOLLARS = 10_000
"""For a million tokens: more is a mistake in the unit."""
_THOUSAND = 1000
Dollars = Annotated[Decimal, Field(ge=0, le=DEAREST_DOLLARS, decimal_places=3)]


class BadPrices(ToneyError):
    """The file with prices can't be used; the message says where and why."""


class _Tokens(BaseModel):
    """Dollars for a million tokens of each kind, as providers publish them."""

    model_config = ConfigDict(extra="forbid")

    input: Dollars
    output: Dollars
    cache_read: Dollars
    cache_write_5m: Dollars
    cache_write_1h: Dollars


class _Row(_Tokens):
    model: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^\S+$")]
    since: date | None = None
    long_from: Annotated[int | None, Field(ge=1)] = None
    long: _Tokens | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.model.startswith(LOCAL):
            raise ValueError("a local model costs nothing")
        if (self.long_from is None) != (self.long is None):
            raise ValueError("long_from and long come together")
        return self


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    price: Annotated[list[_Row], Field(min_length=1)]


def price_table(settings: Settings) -> PriceTable:
    """Return the prices of this process; a file is read once, and a bad one raises `BadPrices`."""
    name = settings.model_prices_file
    return _read_once(Path(name).expanduser().absolute()) if name else LIST


def read_prices(file: Path) -> PriceTable:
    """Return the prices of a file beside those of the list."""
    found = _parsed(file)
    again = [one for one, count in Counter((r.model, r.since) for r in found).items() if count > 1]
    if again:
        model, since = again[0]
        begin = f"since = {since}" if since else "without `since`"
        raise BadPrices(f"{file}: {model} has two rows {begin}")
    own = tuple(PriceRow(row.model, _price(row), since=row.since, is_own=True) for row in found)
    return PriceTable(own, str(file), datetime.fromtimestamp(file.stat().st_mtime, UTC))


_read_once = cache(read_prices)


def _parsed(file: Path) -> list[_Row]:
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadPrices(f"{file}: more than {MOST_BYTES:,} bytes can’t be prices")
        found = tomllib.loads(file.read_text("utf-8"), parse_float=Decimal)
    except OSError as error:
        raise BadPrices(f"{file}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise BadPrices(f"{file}: is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise BadPrices(f"{file}: is not TOML: {error}") from error
    try:
        return _File.model_validate(found).price
    except ValidationError as error:
        told = "; ".join(_told(one["loc"], one["msg"], found) for one in error.errors())
        raise BadPrices(f"{file}: {told}") from error


def _told(where: tuple[int | str, ...], problem: str, found: dict[str, Any]) -> str:
    """Return a problem with the row it is in, counted from one, and that row's model."""
    match where:
        case ("price", int(number), *field):
            row: object = found["price"][number]
            model = cast("dict[str, object]", row).get("model") if isinstance(row, dict) else None
            place = f"row {number + 1} ({model})" if model else f"row {number + 1}"
            name = ".".join(map(str, field))
            return f"{place}, {name}: {problem}" if name else f"{place}: {problem}"
        case _:
            return f"{'.'.join(map(str, where))}: {problem}"


def _price(row: _Row) -> ModelPrice:
    if row.long is None or row.long_from is None:
        return ModelPrice(_tokens(row))
    return ModelPrice(_tokens(row), _tokens(row.long), row.long_from)


def _tokens(row: _Tokens) -> Price:
    kinds = (row.input, row.output, row.cache_read, row.cache_write_5m, row.cache_write_1h)
    return Price(*(int(dollars * _THOUSAND) for dollars in kinds))
