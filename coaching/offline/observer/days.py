"""Which day somebody means: `by Friday`, `tomorrow`, `el 3 de marzo`, `in December`."""

from __future__ import annotations

import re
from datetime import date, timedelta

from coaching.text.days import ahead

_MONTHS = re.findall(r"\S+", "jan|ene feb mar apr|abr may jun jul aug|ago sep oct nov dec|dic")
_NEXT_WEEK, _WEEK = re.compile(r"\bnext week\b|\bsemana que viene\b"), re.compile(r"week|semana")
_MONTH = re.compile(r"month|\bmes\b")
_DECEMBER = 12


def day_meant(when: str, today: date) -> date | None:
    """Return the last day that a phrase means, in the future; None when it names none."""
    low = when.casefold()
    for period, days in ((_MONTH, 31), (_NEXT_WEEK, 14), (_WEEK, 7)):
        if period.search(low):
            return today + timedelta(days=days)
    if day := ahead(when, today).on:
        return day
    named = (n for n, name in enumerate(_MONTHS, 1) if re.search(rf"\b(?:{name})[a-z]*$", low))
    month = 0 if re.search(r"\d", low) else next(named, 0)
    if not month:
        return None
    year = today.year if month >= today.month else today.year + 1
    after = date(year + month // _DECEMBER, month % _DECEMBER + 1, 1)
    return after - timedelta(days=1)
