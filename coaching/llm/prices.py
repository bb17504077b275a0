"""Prices of model calls, and a guess of their tokens. A new price is a new row here."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from coaching.model_settings import LOCAL

if TYPE_CHECKING:
    from coaching.llm.port import Usage

CHARACTERS_PER_TOKEN = 2.7
"""Our own guess, where the service tells no count."""
_DATED = re.compile(r"[-@]\d{8}$")


@dataclass(frozen=True, slots=True)
class Price:
    """Thousandths of a micro-dollar per token, by kind: $2 for a million tokens is 2000."""

    input: int
    output: int
    read: int
    write_5m: int
    write_1h: int


@dataclass(frozen=True, slots=True)
class ModelPrice:
    """The price of a model; a prompt over `long_from` tokens costs `long` for the whole request."""

    normal: Price
    long: Price | None = None
    long_from: int = 0


PRICES = {
    "claude-sonnet-5-5": ModelPrice(Price(2000, 10_000, 100, 2500, 4000)),
    "claude-haiku-5-5": ModelPrice(
        Price(100, 500, 10, 125, 200), long=Price(500, 2500, 50, 625, 1000), long_from=100_000
    ),
    "claude-opus-5-5": ModelPrice(Price(4000, 20_000, 200, 5000, 8000)),
    "claude-sonnet-5": ModelPrice(Price(2000, 10_000, 200, 2500, 4000)),
    "claude-haiku-4-5": ModelPrice(Price(1000, 5000, 100, 1250, 2000)),
}
FREE = ModelPrice(Price(0, 0, 0, 0, 0))
DEAREST = PRICES["claude-opus-5-5"]


@dataclass(frozen=True, slots=True)
class Cost:
    """Millionths of a dollar; `known` is False if tokens or price had to be guessed."""

    micro_usd: int
    known: bool


def estimated(characters: int) -> int:
    """Return about how many tokens so many characters are, rounded up."""
    return math.ceil(characters / CHARACTERS_PER_TOKEN)


def cost_of(model: str, usage: Usage) -> Cost:
    """Return what a call cost, rounded up; an unknown model costs as much as the dearest one."""
    price = _price_for(price_of(model), usage)
    thousandths = (
        usage.input_tokens * price.input
        + usage.output_tokens * price.output
        + usage.cache_read_tokens * price.read
        + usage.cache_write_5m_tokens * price.write_5m
        + usage.cache_write_1h_tokens * price.write_1h
    )
    return Cost(-(-thousandths // 1000), known=usage.known and _is_known(model))


@cache
def price_of(model: str) -> ModelPrice:
    """Return the price of a model, with or without a date in its name; the dearest if unknown."""
    return FREE if model.startswith(LOCAL) else PRICES.get(_named(model), DEAREST)


def _is_known(model: str) -> bool:
    return model.startswith(LOCAL) or _named(model) in PRICES


@cache
def _named(model: str) -> str:
    return _DATED.sub("", model)


def _price_for(row: ModelPrice, usage: Usage) -> Price:
    prompt = (
        usage.input_tokens
        + usage.cache_read_tokens
        + usage.cache_write_5m_tokens
        + usage.cache_write_1h_tokens
    )
    return row.long if row.long is not None and prompt > row.long_from else row.normal
