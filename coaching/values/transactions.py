"""Closed sets of words about money that was spent or came in, and how much fits."""

from __future__ import annotations

from enum import StrEnum

WHAT_MAX = 120
CATEGORY_MAX = 30
CURRENCY_MAX = 8
LINE_MAX = 200
AMOUNT_MAX = 100_000_000_000
"""In hundredths of whatever currency the person writes."""
MOST_A_MONTH = 1000
MOST_BUDGETS = 30
YEAR = 12
"""Months of a year."""
MOST_MONTHS = 12
"""Months that are looked at together."""
HUNDRED = 100


class Flow(StrEnum):
    """Money goes out or comes in."""

    OUT = "out"
    IN = "in"


class Category(StrEnum):
    """Categories that everybody has; a person can write others."""

    FOOD = "food"
    GOING_OUT = "going_out"
    HOME = "home"
    TRAVEL = "travel"
    SHOPPING = "shopping"
    HEALTH = "health"
    PRESENTS = "presents"


class WrittenBy(StrEnum):
    """The person wrote it down, or the coach did because they said it."""

    PERSON = "person"
    COACH = "coach"


def plain_amount(hundredths: int, currency: str = "") -> str:
    """Return an amount as people and models read it: 12.50, 40, £12.50, 300 CLP."""
    whole, part = divmod(hundredths, HUNDRED)
    text = f"{whole:,}.{part:02}" if part else f"{whole:,}"
    if not currency:
        return text
    return f"{text} {currency}" if currency.isalpha() else f"{currency}{text}"
