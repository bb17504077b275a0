"""When a reminder may come, on the person's own clock; a change of the clock moves nothing twice.

A time that the clock skips comes as much later as it skipped; of a doubled hour the first counts.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from coaching.clock import zone
from coaching.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from datetime import date

    from coaching.values.reminders import ChosenTime

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
# The regions in which CLDR shows a clock of 12 hours.
_REGIONS = (
    "AE AG AL AR AU BB BD BH BM BN BO BS BT CA CL CO CR CU CY DJ DM DO DZ EC EG EH ER ET FJ FM GD"
    " GH GM GR GT GU GY HK HN IN IQ JM JO KH KI KN KP KR KW KY LB LC LR LS LY MH MO MP MR MW MX MY"
    " NA NI NZ OM PA PE PH PK PR PS QA SA SB SD SG SL SO SS SV SY SZ TC TD TN TO TT TW UM US UY VC"
    " VE VG VI YE ZM"
)
_CLOCK_OF_12 = frozenset(_REGIONS.split())
NOON = 12
_A_WEEK_AND_A_DAY = 9
_DAY = 24 * 60
_WEEKS = 8


def shown(clock: str, locale: str) -> str:
    """Return a time like 18:30 as a person reads it; dates.js does it in the page.

    6:30 pm in English where the clock has 12 hours; a locale without a region has 24.
    """
    language, *others = locale.split("-")
    if language.lower() != "en" or _CLOCK_OF_12.isdisjoint(map(str.upper, others)):
        return clock
    at = time.fromisoformat(clock)
    return f"{at.hour % NOON or NOON}:{at:%M} {'am' if at.hour < NOON else 'pm'}"


def clean_time(field: str, raw: str) -> str:
    """Return a time like 18:30, or say what is wrong with the field."""
    if not _TIME.fullmatch(raw):
        raise InvalidInput({field: "has to be a time like 18:30"})
    return raw


def at_local(day: date, clock: str, zone_name: str) -> datetime:
    """Return the instant at which a person's clock shows a time on a day."""
    local = datetime.combine(day, time.fromisoformat(clock), zone(zone_name))
    return local.astimezone(UTC)


def next_after(at: datetime, clock: str, days: Collection[int], zone_name: str) -> datetime | None:
    """Return the first chosen time after an instant; None when no day is chosen."""
    today = at.astimezone(zone(zone_name)).date()
    for ahead in range(_A_WEEK_AND_A_DAY):
        day = today + timedelta(days=ahead)
        if day.weekday() in days and (found := at_local(day, clock, zone_name)) > at:
            return found
    return None


def next_of(at: datetime, chosen: Iterable[ChosenTime], zone_name: str) -> datetime | None:
    """Return the first of all chosen times after an instant; None when there is none."""
    found = [next_after(at, one.time, one.days, zone_name) for one in chosen]
    return min((one for one in found if one is not None), default=None)


def at_instant(slot: datetime, chosen: Iterable[ChosenTime], zone_name: str) -> ChosenTime | None:
    """Return the chosen time that comes at an instant; the first when several do."""
    before = slot - timedelta(seconds=1)
    for one in chosen:
        if next_after(before, one.time, one.days, zone_name) == slot:
            return one
    return None


def skipped(chosen: Sequence[ChosenTime]) -> list[list[int]]:
    """Return for each chosen time the days on which the 24 hours after another one silence it.

    Some weeks are played; a day counts if it is left out in any of the last ones.
    """
    slots = sorted(
        (day * _DAY + int(one.time[:2]) * 60 + int(one.time[3:]), place, day)
        for place, one in enumerate(chosen)
        for day in one.days
    )
    left_out = [set[int]() for _ in chosen]
    last = -_DAY
    for week in range(_WEEKS):
        for minute, place, day in slots:
            now = week * 7 * _DAY + minute
            if now - last >= _DAY:
                last = now
            elif week >= _WEEKS // 2:
                left_out[place].add(day)
    return [sorted(days) for days in left_out]


def is_within(clock: str, start: str, end: str) -> bool:
    """Return True if a time is in quiet hours, which may go over midnight; equal ends: never."""
    if start <= end:
        return start <= clock < end
    return clock >= start or clock < end


def quiet_end(at: datetime, start: str, end: str, zone_name: str) -> datetime | None:
    """Return when the quiet hours around an instant end, or None outside of them."""
    local = at.astimezone(zone(zone_name))
    if not is_within(local.strftime("%H:%M"), start, end):
        return None
    return next_after(at, end, range(7), zone_name)


def cooldown_end(last: datetime, zone_then: str, zone_now: str) -> datetime:
    """Return the earliest instant of the next reminder: 24 hours later on the person's clock.

    Whoever has moved since has the same hour a day later, and not the same hours in between.
    """
    local = last.astimezone(zone(zone_then)).replace(tzinfo=None) + timedelta(days=1)
    return local.replace(tzinfo=zone(zone_now)).astimezone(UTC)
