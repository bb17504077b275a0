"""Days in the admin's zone: which of them roll-ups hold, and which are counted from the rows."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from sqlmodel import col, select

from coaching.clock import zone
from coaching.domains.metrics.crowds import NOBODY, crowd
from coaching.domains.metrics.models import GoneNumber, LateRow, RollUp
from coaching.llm.price_file import price_table
from coaching.llm.prices import LIST, PRICES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.llm.prices import PriceTable
    from coaching.settings import Settings

KEY = "days"
FORM = 3
"""Counts up when a roll-up's content changes, so that all of them are made again."""
ONE = timedelta(days=1)
BEHIND = 2 * ONE
"""With an older last day the job is making all days again, or has stopped."""


@dataclass(frozen=True, slots=True)
class Basis:
    """What days and costs are counted by: the admin's zone, and the prices of models."""

    zone_name: str = "UTC"
    prices: PriceTable = LIST


BASIS = Basis()
"""UTC, and the listed prices."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a day, [start, end); without a start everything before the end."""

    day: date
    start: datetime | None
    end: datetime


@dataclass(frozen=True, slots=True)
class Split:
    """A range as whole days from the roll-ups, and pieces of days from the rows.

    `first` None begins with the first day there is. `but` are days that have to be added up again.
    """

    first: date | None
    last: date | None
    but: frozenset[date]
    pieces: Sequence[Piece]

    @property
    def has_days(self) -> bool:
        """Return True if roll-ups are read."""
        return self.last is not None and (self.first is None or self.first <= self.last)


@dataclass(frozen=True, slots=True)
class Kept:
    """The days that roll-ups hold: all before `until`, but the stale ones.

    `part`: they hold that day too, as far as this instant. People with a number below `numbers`
    are in their sets, and those in `gone` were deleted. Only rows of `generation` count: others
    are being made, or were replaced.
    """

    basis: Basis = BASIS
    until: date | None = None
    stale: frozenset[date] = frozenset()
    numbers: int = 0
    gone: int = NOBODY
    part: datetime | None = None
    generation: int = 0

    @property
    def zone_name(self) -> str:
        """The zone whose midnights divide the days."""
        return self.basis.zone_name

    def split(self, start: datetime, end: datetime, *, before: bool = False) -> Split:
        """Return a range in whole days and pieces; with `before` everything earlier too.

        Then `start` is a midnight, and rows of before it may have any day before its day.
        """
        here = zone(self.zone_name)
        first = start.astimezone(here).date()
        first += ONE * (self.midnight(first) < start)
        beyond = end.astimezone(here).date()
        last = beyond - ONE
        if self.until is None:
            return Split(None, None, frozenset(), tuple(self._pieces(start, end, before=before)))
        last = min(last, self.until - ONE)
        begun = self.part if self.until not in self.stale else None
        if begun and begun <= end and (before or first <= self.until):
            last = self.until
        pieces = tuple(self._pieces(start, end, before=before, held=(first, last)))
        if not before:
            return Split(first, last, self.stale, pieces)
        early = min(self.until, first)
        return Split(
            None, max(last, early - ONE), self.stale, (*self._early(early, first, begun), *pieces)
        )

    def midnight(self, day: date) -> datetime:
        """Return the instant at which a day begins."""
        return midnight(day, self.zone_name).astimezone(UTC)

    def day_of(self, at: datetime) -> date:
        """Return the day that an instant is in."""
        return at.astimezone(zone(self.zone_name)).date()

    def _pieces(
        self,
        start: datetime,
        end: datetime,
        *,
        before: bool,
        held: tuple[date, date] | None = None,
    ) -> Iterator[Piece]:
        day = self.day_of(start)
        if before and held is None:
            yield Piece(day - ONE, None, start)
        while self.midnight(day) < end:
            is_held = held and held[0] <= day <= held[1] and day not in self.stale
            begin, over = max(start, self.midnight(day)), min(end, self.midnight(day + ONE))
            if is_held and day == self.until and self.part:
                begin, is_held = max(begin, self.part), False
            if not is_held and begin < over:
                yield Piece(day, begin, over)
            day += ONE

    def _early(self, early: date, first: date, begun: datetime | None) -> Iterator[Piece]:
        """Yield what the roll-ups don't hold of the days before a range's first whole one."""
        for day in sorted(self.stale):
            if day < early:
                yield Piece(day, self.midnight(day), self.midnight(day + ONE))
        if early < first:
            yield Piece(early, begun or self.midnight(early), self.midnight(first))


RAW = Kept()
"""No roll-ups: everything is counted from the rows."""


def basis_of(settings: Settings) -> Basis:
    """Return what this house counts by; a bad file of prices raises `BadPrices`."""
    return Basis(settings.admin_time_zone, price_table(settings))


def made_with(basis: Basis) -> str:
    """Return what roll-ups depend on beside the rows."""
    return f"{FORM} {basis.zone_name} {hash_of_prices(basis.prices)}"


def is_readable(found: RollUp) -> bool:
    """Return True if this version can read what roll-ups contain."""
    return found.made_with.split(" ")[0] == str(FORM)


def zones_of(found: RollUp, basis: Basis) -> Kept:
    """Return the zone that roll-ups were made in, with the prices that hold now."""
    return Kept(replace(basis, zone_name=found.made_with.split(" ")[1]))


def hash_of_prices(prices: PriceTable) -> str:
    """Return a mark of the prices: what calls cost without a cache is added up with them."""
    told = repr(sorted(PRICES.items())) + (repr(prices.own) if prices.own else "")
    return format(zlib.crc32(told.encode()), "x")


async def kept(s: AsyncSession, basis: Basis) -> Kept:
    """Return what can be read from the roll-ups now; needs a system unit.

    While the days are made again in another zone, its `basis` still has the zone of before.
    """
    found = await s.get(RollUp, KEY)
    if found is None or not is_readable(found):
        return Kept(basis)
    zones = zones_of(found, basis)
    zone_name = zones.zone_name
    late = (await s.exec(select(col(LateRow.at)).distinct())).all()
    gone = (await s.exec(select(col(GoneNumber.number)))).all()
    here = zone(zone_name)
    until = found.until.astimezone(here).date()
    return Kept(
        zones.basis,
        until,
        frozenset(at.astimezone(here).date() for at in late),
        found.numbers,
        crowd(gone) if gone else NOBODY,
        found.until
        if found.until > midnight(found.until.astimezone(here).date(), zone_name)
        else None,
        found.generation,
    )


async def is_adding_up(s: AsyncSession, basis: Basis, *, now: datetime) -> bool:
    """Return True if the job has yet to make days again that it had made; needs a system unit."""
    found = await s.get(RollUp, KEY)
    if found is None:
        return False
    return found.made_with != made_with(basis) or now - found.until > BEHIND


def midnight(day: date, zone_name: str) -> datetime:
    """Return the instant at which a day begins in a zone."""
    return datetime.combine(day, time(), zone(zone_name))


def day_edges(now: datetime, zone_name: str = "UTC", *, days: int) -> tuple[datetime, ...]:
    """Return the starts of the last days, today included, and the end of today."""
    today = now.astimezone(zone(zone_name)).date()
    return tuple(midnight(today + timedelta(days=day), zone_name) for day in range(1 - days, 2))
