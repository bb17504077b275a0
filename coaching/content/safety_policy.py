"""Where people can turn to, as data. Every number is shown as unverified until a person called it.

`verified_at` and `verified_by` are filled by a person only; a date without a name is refused.
"""

from __future__ import annotations

from datetime import date
from functools import cache

from coaching.content.reading import BrokenContent, data_file, read, record, require_unique

FILE = "safety_policy.json"


@record
class HelpResource:
    """One place to turn to. `listed` False: kept for the record, shown to nobody."""

    id: str
    region: str
    topics: tuple[str, ...]
    name: str
    contact: str
    status: str
    hours: str = ""
    listed: bool = True
    verified_at: date | None = None
    verified_by: str | None = None

    def __post_init__(self) -> None:
        if (self.verified_at is None) != (self.verified_by is None):
            raise ValueError("verified_at and verified_by are filled together, by a person")


@record
class SafetyPolicy:
    """The whole file. `regions` maps a region to its ISO countries; `*` is everywhere."""

    version: str
    warning: str
    regions: dict[str, tuple[str, ...]]
    resources: tuple[HelpResource, ...]
    actions: dict[str, dict[str, tuple[str, ...]]]


@cache
def load_safety_policy() -> SafetyPolicy:
    """Return everything in safety_policy.json."""
    found = read(data_file(FILE), SafetyPolicy)
    require_unique(FILE, "resources", (resource.id for resource in found.resources))
    require_unique(FILE, "resources", (resource.name for resource in found.resources))
    for resource in found.resources:
        if resource.region not in found.regions:
            raise BrokenContent(f"{FILE}: resources.{resource.id}.region: not one of regions")
    return found
