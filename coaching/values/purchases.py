"""Closed sets of words about purchases that somebody thinks over, and how much fits."""

from __future__ import annotations

from enum import StrEnum

ITEM_MAX = 120
PLAN_MAX = 200
NOTE_MAX = 500
PRICE_MAX = 100_000_000_000
"""In hundredths of whatever money the person thinks in."""
MOST_WAITING = 30
MOST_EARLIER = 30


class ForWhom(StrEnum):
    """The person who gets a purchase."""

    ME = "me"
    WORK = "work"
    LOVED = "loved"
    UNSURE = "unsure"


class Feeling(StrEnum):
    """A feeling before a purchase."""

    URGE = "urge"
    TIRED = "tired"
    EXCITED = "excited"
    LEFT_OUT = "left_out"
    CALM = "calm"


class Urge(StrEnum):
    """The urge after a day, compared with before; the answers are shown in this order."""

    GONE = "gone"
    WEAKER = "weaker"
    SAME = "same"
    STRONGER = "stronger"


class PurchaseStatus(StrEnum):
    """A purchase waits on the shelf or was bought; what isn't bought is not kept."""

    WAITING = "waiting"
    BOUGHT = "bought"
