"""What may be sent out: a few general words, and nothing by which somebody could be found."""

from __future__ import annotations

import re
import unicodedata

from coaching.web.sanitise import visible

LONGEST_QUERY = 200
_TELLING = re.compile(r"\S@\S|\d{7,}|(?<![\w.])(?:\d[ .\-/()]{0,2}){8,}\d")


def sendable(words: str) -> str:
    """Return the query if it may be sent to a search provider, else an empty string."""
    query = visible(unicodedata.normalize("NFKC", words))
    return "" if len(query) > LONGEST_QUERY or _TELLING.search(query) else query
