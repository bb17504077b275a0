"""Toney's response to each kind of danger, as data. Where to turn to is in helplines.json."""

from __future__ import annotations

from functools import cache

from coaching.content.reading import data_file, read, record

FILE = "safety_policy.json"


@record
class SafetyPolicy:
    """The whole file: what happens by category and level."""

    version: str
    actions: dict[str, dict[str, tuple[str, ...]]]


@cache
def load_safety_policy() -> SafetyPolicy:
    """Return everything in safety_policy.json."""
    return read(data_file(FILE), SafetyPolicy)
