"""Closed sets of words about notes, and how much a person can keep."""

from __future__ import annotations

from enum import StrEnum

TITLE_MAX = 200  # characters, as the next four
CONTENT_MAX = 20_000  # about eight pages: a note is one thought
TAG_MAX = 40
ALIAS_MAX = 200  # as a title, which it stands for
PROPERTIES_MAX = 4_000  # of its JSON
MOST_NOTES = 5_000  # of a person
MOST_TAGS = 20  # of a note, as the next two
MOST_ALIASES = 20
MOST_LINKS = 100


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
