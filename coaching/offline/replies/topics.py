"""Topics by their words, and one plain sentence for each, from `topics.toml`.

A topic counts where somebody says of themselves that it costs money, and where it is the only one.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn

LONGEST = 25
_OWN = re.compile(
    r"\b(?:i|my|me|we|our|us|mi|mis|yo|nos|nuestr[oa]s?|\w+(?:amos|emos))\b|\bi.(?:m|ve|d|ll)\b"
)
_COSTS = re.compile(
    r"[£$€]|\d{2,}|\b(?:pay(?:s|ing)?|paid|costs?|costing|owe[ds]?|afford|prices?|pric[ey]+|"
    r"expensive|fees?|"
    r"spend(?:ing)?|spent|charged?|money|cash|overdue|cheap\w*|quid|pounds|euros|dollars|pag\w+|"
    r"cuestan?|costo|"
    r"cobr\w+|car[oa]s?|plata|dinero|gast\w+|lucas|pesos|mil|alcanza|subio|subieron|went up|"
    r"gone up|going up)\b"
)
_DENIED = re.compile(
    r"\b(?:no|not|without|never|don.?t|haven.?t|isn.?t|sin|nunca|ni) (?:\w+ ){0,2}$"
)


def about(turn: Turn) -> str:
    """Return a sentence about the topic of a message that wasn't said in this session, or ""."""
    text = turn.folded
    if "?" in text or turn.count > LONGEST or not (_OWN.search(text) and _COSTS.search(text)):
        return ""
    found = [row[turn.language] for pattern, row in _topics() if _says(pattern, text)]
    if len(found) != 1 or any(found[0] in past.text for past in turn.replies):
        return ""
    return found[0]


def _says(pattern: re.Pattern[str], text: str) -> bool:
    return any(not _DENIED.search(text[: one.start()]) for one in pattern.finditer(text))


@cache
def _topics() -> list[tuple[re.Pattern[str], dict[str, str]]]:
    file = resources.files("coaching.offline.replies") / "topics.toml"
    table: dict[str, dict[str, str]] = tomllib.loads(file.read_text("utf-8"))
    return [(re.compile(row["words"]), row) for row in table.values()]
