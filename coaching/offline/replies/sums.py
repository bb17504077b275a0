"""Adds up a regular payment: `89 a month for four years` is 4,272 in all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.replies.answer import say
from coaching.offline.replies.patterns import pattern

if TYPE_CHECKING:
    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

_RATE = pattern("sums_rate")
_TERM = pattern("sums_term")
_YEARLY = {"day": 365, "week": 52, "month": 12}
_SPANISH = {"dia": "day", "diario": "day", "semana": "week", "mes": "month", "mensual": "month"}
_NUMBERS = {
    **dict.fromkeys(("a", "one", "un"), 1),
    **dict.fromkeys(("two", "dos"), 2),
    **dict.fromkeys(("three", "tres"), 3),
    **dict.fromkeys(("four", "cuatro"), 4),
    **dict.fromkeys(("five", "cinco"), 5),
    "ten": 10,
    "diez": 10,
}
MOST = 1_000_000
"""A sum above it is no everyday payment, or was not understood."""


def of_payment(turn: Turn) -> Answer | None:
    """Say what a payment comes to in a year, or over its term; None where it was said before."""
    rate = _RATE.search(turn.folded)
    if rate is None or "sum" in turn.modes():
        return None
    unit = _SPANISH.get(rate["unit"], rate["unit"])
    a_year = float(rate["amount"].replace(",", "")) * _YEARLY[unit]
    term = _TERM.search(turn.folded, rate.end())
    if term is None:
        return _told(turn, "sum", a_year)
    years = float(_NUMBERS.get(term["count"]) or term["count"])
    if term["unit"].startswith("m"):
        years /= 12
    return _told(turn, "sum_in_all", a_year * years)


def _told(turn: Turn, name: str, total: float) -> Answer | None:
    if not 1 <= total <= MOST:
        return None
    text = f"{round(total):,}"
    found = say(name, turn, total=text if turn.language == "en" else text.replace(",", "."))
    return type(found)("sum", found.text, found.chips, found.pending)
