"""Closed sets of words about notes, and how much a person can keep."""

from __future__ import annotations

from enum import StrEnum

TITLE_MAX, CONTENT_MAX, TAG_MAX, ALIAS_MAX, PROPERTIES_MAX = 200, 20_000, 40, 200, 4_000
MOST_NOTES, MOST_TAGS, MOST_ALIASES, MOST_LINKS = 5_000, 20, 20, 100


class NoteType(StrEnum):
    """A passing thought, what somebody read, or a note that is worked out to stay."""

    FLEETING = "fleeting"
    LITERATURE = "literature"
    PERMANENT = "permanent"


class NoteSource(StrEnum):
    """Where it is from: the person, the coach after their yes, or an imported file."""

    WRITTEN = "written"
    COACH = "coach"
    IMPORTED = "imported"
