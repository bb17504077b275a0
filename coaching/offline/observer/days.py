"""Which day somebody means: `by Friday`, `tomorrow`, `el 3 de marzo`."""

from __future__ import annotations

import re
from datetime import date, timedelta

_DAYS = (
    "monday lunes tuesday martes wednesday miércoles thursday jueves friday viernes saturday "
    "sábado sunday domingo"
)
_MONTHS = (
    "jan enero feb febrero mar marzo apr abril may mayo jun junio jul julio aug agosto sep "
    "septiembre oct octubre nov noviembre dec diciembre"
)
WEEKDAYS = tuple(zip(_DAYS.split()[::2], _DAYS.split()[1::2], strict=True))
MONTHS = tuple(zip(_MONTHS.split()[::2], _MONTHS.split()[1::2], strict=True))
_DECEMBER, _A_WEEK = 12, timedelta(days=7)
_NUMBER = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?\b")


def day_meant(when: str, today: date) -> date | None:
    """Return the last day that a phrase means, in the future; None when it names none."""
    low = when.casefold()
    if re.search(r"\b(?:tonight|today|hoy|esta noche)\b", low):
        return today
    if re.search(r"\b(?:tomorrow|mañana)\b", low):
        return today + timedelta(days=1)
    for number, names in enumerate(WEEKDAYS):
        if any(name in low for name in names):
            ahead = (number - today.weekday() - 1) % 7 + 1
            return today + timedelta(days=ahead)
    return _in_month(low, today) or _soon(low, today)


def _in_month(low: str, today: date) -> date | None:
    number = _NUMBER.search(low)
    month = next(
        (m for m, names in enumerate(MONTHS, 1) if any(_names(name, low) for name in names)), 0
    )
    if number is None:
        return _end_of(month, today) if month else None
    day = int(number[1])
    if not month:
        month = today.month if day >= today.day else today.month % _DECEMBER + 1
    try:
        meant = date(today.year, month, day)
    except ValueError:
        return None
    return meant if meant >= today else meant.replace(year=today.year + 1)


def _soon(low: str, today: date) -> date | None:
    if "month" in low or "mes" in low.split():
        return today + timedelta(days=31)
    if "week" in low or "semana" in low:
        return today + 2 * _A_WEEK if "next" in low or "viene" in low else today + _A_WEEK
    return None


def _end_of(month: int, today: date) -> date:
    year = today.year if month >= today.month else today.year + 1
    after = date(year + month // _DECEMBER, month % _DECEMBER + 1, 1)
    return after - timedelta(days=1)


def _names(name: str, low: str) -> bool:
    return re.search(rf"\b{name}", low) is not None
