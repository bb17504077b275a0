"""A local day as it is stored: ten characters, or nothing."""

from __future__ import annotations

import re
from datetime import date

from coaching.errors import InvalidInput

_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def clean_day(field: str, raw: object) -> str | None:
    """Return a day as YYYY-MM-DD, None for an empty one, or say what is wrong with the field."""
    if raw is None or raw == "":
        return None
    if not isinstance(raw, str) or not _DAY.fullmatch(raw):
        raise InvalidInput({field: "has to be a day like 2027-06-30, or null"})
    try:
        return date.fromisoformat(raw).isoformat()
    except ValueError:
        raise InvalidInput({field: "is no day of the calendar"}) from None
