"""How many dreams may be active at a time, by tier: the one table that says so (D1, D2)."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Tier(StrEnum):
    """Tier of a person on this instance."""

    FREE = "free"
    PRO = "pro"
    UNLIMITED = "unlimited"


UNLIMITED = 999_999
"""The number of the tier without a limit, where a number is needed."""
DREAMS: Mapping[Tier, int] = MappingProxyType(
    {Tier.FREE: 2, Tier.PRO: 5, Tier.UNLIMITED: UNLIMITED}
)
LEGACY: Mapping[str, Tier] = MappingProxyType(
    {"essential": Tier.PRO, "optimal": Tier.PRO, "premium": Tier.UNLIMITED}
)
"""Names that older versions stored. A migration maps them, and so does every read."""


_BY_NAME: Mapping[str, Tier] = MappingProxyType({tier.value: tier for tier in Tier})


def tier_of(stored: str) -> Tier:
    """Return the tier of a stored name; the smallest one for a name that nobody knows.

    A lookup that misses must neither take everything away nor lift the limit (D27).
    """
    return known_tier(stored) or Tier.FREE


def known_tier(stored: str) -> Tier | None:
    """Return the tier of a stored name, old names included; None for a name that nobody knows."""
    name = stored.strip().lower()
    return LEGACY.get(name) or _BY_NAME.get(name)


def dreams_of(stored: str) -> int:
    """Return how many dreams may be active with a stored tier."""
    return DREAMS[tier_of(stored)]
