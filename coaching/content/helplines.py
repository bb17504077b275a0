"""Emergency numbers of every country and helplines by country, as data with source and date.

Only a confirmed line is shown with its number; one that a single source names is shown with its
website. How to check them again: docs/runbook.md.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Literal

from coaching.content.reading import BrokenContent, data_file, read, record, require_unique

FILE = "helplines.json"
EVERYWHERE = "*"


@record
class EmergencyNumber:
    """The number to call in danger; `police` where it has a number of its own."""

    number: str
    source: str
    status: Literal["confirmed", "best_known"]
    police: str = ""


@record
class Helpline:
    """People to talk to. `word`: what to text; `place`: the part of the country it is for."""

    id: str
    country: str
    topics: tuple[str, ...]
    name: str
    source: str
    status: Literal["confirmed", "one_source"]
    call: str = ""
    text: str = ""
    word: str = ""
    url: str = ""
    hours: str = ""
    place: str = ""
    languages: tuple[str, ...] = ()


@record
class Helplines:
    """The whole file."""

    version: str
    checked_on: date
    about: str
    status_meaning: dict[str, str]
    emergency: dict[str, EmergencyNumber]
    lines: tuple[Helpline, ...]


@cache
def load_helplines() -> Helplines:
    """Return everything in helplines.json."""
    found = read(data_file(FILE), Helplines)
    require_unique(FILE, "lines", (line.id for line in found.lines))
    for line in found.lines:
        _require_reachable(line)
    return found


def _require_reachable(line: Helpline) -> None:
    """Refuse a line that nobody can reach, and an unconfirmed number."""
    if not (line.call or line.text or line.url):
        raise BrokenContent(f"{FILE}: lines.{line.id}: needs call, text or url")
    if line.status != "confirmed" and (line.call or line.text):
        raise BrokenContent(f"{FILE}: lines.{line.id}: only a confirmed line has a number")
    if line.text and not line.call and not line.word:
        raise BrokenContent(f"{FILE}: lines.{line.id}.word: what is to be texted?")
