"""Prompt-injection filter: drop results that address the model or ask for credentials.

Leaving them out lowers what a planted text can do. What it can't do is settled elsewhere: nothing
is saved in a reply that has read strangers' words, and words go out to fixed places only.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coaching.web.port import SearchResult


def wants_something(found: SearchResult) -> bool:
    """Return True if a result asks for something instead of telling it."""
    return asks(f"{found.title} {found.description}")


def asks(words: str) -> bool:
    """Return True if a stranger's words ask for something instead of telling it."""
    return _wants().search(words) is not None


@cache
def _wants() -> re.Pattern[str]:
    file = resources.files("coaching.web").joinpath("injection_filter.toml")
    groups: dict[str, list[str]] = tomllib.loads(file.read_text("utf-8"))
    patterns = (f"(?:{pattern})" for group in groups.values() for pattern in group)
    return re.compile("|".join(patterns), re.IGNORECASE)
