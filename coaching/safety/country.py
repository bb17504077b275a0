"""The country whose numbers are shown: the one they chose, else a guess from the time zone.

A guess is always shown as one, with a way to change it.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from coaching.safety.resources import countries

ELSEWHERE = "ZZ"
"""Chosen instead of a country; nothing is guessed then."""


def help_country(chosen: str | None, zone: str) -> str | None:
    """Return the country to show numbers for, or None when there is no good guess either."""
    return chosen or guessed_country(zone)


def guessed_country(zone: str) -> str | None:
    """Return the country of a time zone, if we have numbers for it."""
    code = _by_zone().get(zone)
    return code if code in countries() else None


def zones() -> dict[str, str]:
    """Return the country of each time zone that we have numbers for."""
    return {zone: code for zone, code in _by_zone().items() if code in countries()}


@cache
def country_names() -> dict[str, str]:
    """Return the English name of each country by its code, from the time zone database."""
    table = (resources.files("tzdata") / "zoneinfo" / "iso3166.tab").read_text("utf-8")
    return {code: name for code, name, *_ in _rows(table, "\t")} | {"XK": "Kosovo"}


@cache
def _by_zone() -> dict[str, str]:
    """Return the country of each zone, and of its older names, from the time zone database."""
    folder = resources.files("tzdata") / "zoneinfo"
    rows = _rows((folder / "zone.tab").read_text("utf-8"), "\t")
    found = {zone: code for code, _, zone, *_ in rows}
    links = (row for row in _rows((folder / "tzdata.zi").read_text("utf-8"), " ") if row[0] == "L")
    for _, target, older in links:
        if target in found:
            found.setdefault(older, found[target])
    return found


def _rows(text: str, separator: str) -> list[list[str]]:
    return [line.split(separator) for line in text.splitlines() if line and line[0] != "#"]
