"""The day and the time that a request names, in English and Spanish, and the text without them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

_NUMBERS = (
    "a an one un una",
    "two dos couple par",
    "three tres",
    "four cuatro",
    "five cinco",
    "six seis",
    "seven siete",
    "eight ocho",
    "nine nueve",
    "ten diez",
)
_COUNTS = {name: number for number, names in enumerate(_NUMBERS, 1) for name in names.split()}
_WEEK = {
    start: number
    for number, names in enumerate(
        ("mon lun", "tue mar", "wed mié mie", "thu jue", "fri vie", "sat sáb sab", "sun dom")
    )
    for start in names.split()
}
_MONTH_STARTS = "jan,ene feb mar apr,abr may jun jul aug,ago sep oct nov dec,dic"
_MONTHS = {
    start: number
    for number, names in enumerate(_MONTH_STARTS.split(), 1)
    for start in names.split(",")
}
_NO_HOUR = frozenset({"a", "an", "one", "un", "una", "couple", "par"})
_HOURS = {
    **{name: number for name, number in _COUNTS.items() if name not in _NO_HOUR},
    "eleven": 11,
    "once": 11,
    "twelve": 12,
    "doce": 12,
}
_DAYS_OF = {"d": 1, "w": 7, "s": 7, "f": 14, "q": 15, "m": 30}
"""Days of a unit, by its first letter in either language."""
_NIGHT_FROM, _NOON = 8, 12
_HOURS_A_DAY, _MINUTES = 24, 60
_PARTS = {
    r"night|evening|noche": "19:00",
    r"afternoon|tarde": "15:00",
    r"^ (?:morning|ma[ñn]ana)$": "09:00",
}
_COUNT = rf"(?:{'|'.join(_COUNTS)}|\d{{1,2}})"
_UNIT = r"(?:days?|weeks?|fortnights?|months?|d[íi]as?|semanas?|quincenas?|mes(?:es)?)"
_WEEKDAY = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado"
    r"|domingo|(?<=on )(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun)"
)
_MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*|enero|febrero|marzo|abril|mayo"
    r"|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
)
_PART = r"morning|afternoon|evening|night|ma[ñn]ana|tarde|noche"
_AFTER = re.compile(r"\b(?:pasado ma[ñn]ana|(?:the )?day after tomorrow)\b")
_AWAY = re.compile(
    rf"\b(?:in|within|en|dentro de) (?:a )?(?P<count>{_COUNT})(?: of| de)? (?P<unit>{_UNIT})\b"
    r"|\b(?:next|la pr[óo]xima|el pr[óo]ximo) (?P<next>week|fortnight|month|semana|mes)\b"
    r"|\b(?:la|el) (?P<coming>semana|mes) que viene\b"
)
_WEEKEND = re.compile(r"\b(?:at |on |this |the |este |el )*(?:weekend|fin de semana|finde)\b")
_DAY = re.compile(
    r"\b(?:(?:on|by|this|next|coming|for|the|el|este|para|pr[óo]ximo|d[íi]a) )*"
    rf"(?:today|tonight|tomorrow|tmrw|tmr|tmw|2moro|hoy|esta noche|esta tarde|this evening"
    rf"|this afternoon|{_WEEKDAY}|\d{{4}}-\d\d-\d\d"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?(?: of| de)? (?:{_MONTH})"
    rf"|(?:{_MONTH}) (?:the )?\d{{1,2}}(?:st|nd|rd|th)?|ma[ñn]ana)(?: que viene)?\b"
    r"|\b(?:on|by|for) (?:the )?\d{1,2}(?:st|nd|rd|th)\b|\b(?:para )?el (?:d[íi]a )?\d{1,2}\b"
)
_OF_DAY = re.compile(rf"\s*(?:in the |por la |en la |a la )?(?P<part>{_PART})\b")
_TIME = re.compile(
    rf"\b(?:at|a las?) (?P<hour>\d{{1,2}}|(?:{'|'.join(_HOURS)})\b)"
    r"(?:[:.](?P<minute>\d\d))?(?P<half> y media)?(?: ?h\b)?"
    r"(?: ?(?P<half_day>[ap])\.?m\b\.?| o.?clock)?"
    r"(?: (?:de|por) la (?P<part>ma[ñn]ana|tarde|noche))?"
    r"|\b(?P<bare>\d{1,2})(?:[:.](?P<bareminute>\d\d))? ?(?P<barehalf>[ap])\.?m\b\.?"
    r"|\b(?:at noon|at midday|al mediod[íi]a)\b"
)


@dataclass(frozen=True, slots=True)
class Ahead:
    """A day to come, if one is named, its time like 15:00 or nothing, and the other words."""

    on: date | None
    clock: str
    rest: str


def ahead(text: str, today: date) -> Ahead:
    """Return the first day to come that a text names; a weekday is the next one."""
    time = _TIME.search(text.casefold())
    clock = _clock(time) if time else ""
    rest = _without(text, time)
    day, found = _day_in(rest.casefold(), today)
    if found is None:
        return Ahead(None, clock, " ".join(rest.split()))
    before, after = rest[: found.start()], rest[found.end() :]
    part = _OF_DAY.match(after.casefold())
    if part is not None:
        after = after[part.end() :]
    said = f" {part['part']}" if part else found[0]
    clock = clock or next((at for words, at in _PARTS.items() if re.search(words, said)), "")
    return Ahead(day, clock, " ".join(f"{before} {after}".split()))


def _day_in(low: str, today: date) -> tuple[date | None, re.Match[str] | None]:
    if found := _AFTER.search(low):
        return today + timedelta(days=2), found
    if found := _AWAY.search(low):
        unit = found["unit"] or found["next"] or found["coming"]
        count = found["count"] or "1"
        number = _COUNTS.get(count) or int(count)
        return today + timedelta(days=number * _DAYS_OF[unit[0]]), found
    if found := _WEEKEND.search(low):
        return today + timedelta(days=(5 - today.weekday()) % 7 or 7), found
    for found in _DAY.finditer(low):
        if (day := _named(found[0], today)) is not None:
            return day, found
    return None, None


def _named(words: str, today: date) -> date | None:
    """Return the next day that `on friday`, `tomorrow`, `the 3rd` or `3 de marzo` means."""
    starts = [word[:3] for word in re.findall(r"[^\W\d_]+", words)]
    numbers = [int(number) for number in re.findall(r"\d+(?!mo)", words)]
    month = next((_MONTHS[start] for start in starts if start in _MONTHS), 0)
    if not numbers:
        if any(start in _WEEK for start in starts):
            number = next(_WEEK[start] for start in starts if start in _WEEK)
            return today + timedelta(days=(number - today.weekday()) % 7 or 7)
        is_tomorrow = any(start in {"tom", "tmr", "tmw", "mañ", "man"} for start in starts)
        return today + timedelta(days=is_tomorrow or "2moro" in words)
    if len(numbers) > 1:
        days = [tuple(numbers)]
    else:
        months = ((today.month - 1 + ahead, numbers[0]) for ahead in range(13))
        days = [(today.year + at // 12, at % 12 + 1, number) for at, number in months]
    fit = (_day(*one) for one in days if not month or one[1] == month)
    return next((day for day in fit if day and day >= today), None)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _without(text: str, found: re.Match[str] | None) -> str:
    return text if found is None else f"{text[: found.start()]} {text[found.end() :]}"


def _clock(found: re.Match[str]) -> str:
    said = found["hour"] or found["bare"]
    if said is None:
        return "12:00"
    hour = _HOURS.get(said) or int(said)
    half = found["half_day"] or found["barehalf"] or ""
    part = (found["part"] or "")[:1]
    is_late = half == "p" or part in {"t", "n"} or (not half and not part and hour < _NIGHT_FROM)
    if is_late and hour < _NOON:
        hour += _NOON
    minute = "30" if found["half"] else found["minute"] or found["bareminute"] or "00"
    return f"{hour:02}:{minute}" if hour < _HOURS_A_DAY and int(minute) < _MINUTES else ""
