"""Prices of models in words: each with its days, and those used now. No engine, no state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from admin_app.copy import t

if TYPE_CHECKING:
    from datetime import date

    from coaching.services.model_prices import PriceLine, Prices, UsedPrice

A_MILLION = 1000
"""Prices are thousandths of a micro-dollar per token, which is this part of a dollar a million."""


def source(found: Prices) -> str:
    """Return where the prices are from."""
    listed = _day(found.listed_on)
    if found.file_at is None:
        return t("costs.prices_built_in", listed=listed)
    at = f"{found.file_at:%d %b %Y, %H:%M}"
    return t("costs.prices_own", file=found.file, at=at, listed=listed)


def lines(found: Prices) -> list[list[str]]:
    """Return a row for each price."""
    return [[*_named(line, found), *_amounts(line)] for line in found.lines]


def used(found: Prices) -> list[list[str]]:
    """Return the source, and the price that each role's model has now."""
    roles = [
        [t(f"health.price.{role}", model=one.model), _price(one, found)]
        for role, one in found.used.items()
    ]
    return [[t("health.price.source"), _short_source(found)], *roles]


def _short_source(found: Prices) -> str:
    listed = _day(found.listed_on)
    if found.file_at is None:
        return t("health.price.listed", listed=listed)
    at = f"{found.file_at:%d %b %Y, %H:%M}"
    return t("health.price.file", file=found.file, at=at, listed=listed)


def _price(one: UsedPrice, found: Prices) -> str:
    if one.row is None:
        return t("health.price.free" if one.is_free else "health.price.guessed")
    price = one.row.price.normal
    since = _since(one.row.since, found, is_own=one.row.is_own)
    return t(
        "health.price.now", sent=_dollars(price.input), received=_dollars(price.output), since=since
    )


def _since(first: date | None, found: Prices, *, is_own: bool) -> str:
    if not is_own:
        return t("health.price.built_in")
    if first is None:
        return t("health.price.own", file=found.file)
    return t("health.price.own_since", file=found.file, day=_day(first))


def _named(line: PriceLine, found: Prices) -> list[str]:
    name = t("costs.price_over", model=line.model, over=f"{line.over:,}")
    where = found.file if line.is_own else t("costs.price_built_in")
    return [name if line.over else line.model, _days(line), where]


def _days(line: PriceLine) -> str:
    match line.first, line.last:
        case None, None:
            return t("costs.price_always")
        case first, None if first:
            return t("costs.price_since", day=_day(first))
        case None, last if last:
            return t("costs.price_until", day=_day(last))
        case first, last:
            return f"{_day(first)} – {_day(last)}" if first and last else ""


def _amounts(line: PriceLine) -> list[str]:
    one = line.price
    return [_dollars(n) for n in (one.input, one.output, one.read, one.write_5m, one.write_1h)]


def _dollars(price: int) -> str:
    """Return a price with two places, or three where it has them."""
    return f"${price / A_MILLION:,.{3 if price % 10 else 2}f}"


def _day(day: date) -> str:
    return f"{day:%d %b %Y}".lstrip("0")
