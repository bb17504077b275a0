"""Topics by their common words, and one plain sentence for each, from `topics.toml`."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn


def about(turn: Turn) -> str:
    """Return a sentence about the topic of a message that wasn't said in this session, or ""."""
    for pattern, row in _topics():
        sentence = row[turn.language]
        if pattern.search(turn.folded) and not any(sentence in past.text for past in turn.replies):
            return sentence
    return ""


@cache
def _topics() -> list[tuple[re.Pattern[str], dict[str, str]]]:
    file = resources.files("coaching.offline.replies") / "topics.toml"
    table: dict[str, dict[str, str]] = tomllib.loads(file.read_text("utf-8"))
    return [(re.compile(row["words"]), row) for row in table.values()]
