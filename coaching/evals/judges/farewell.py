"""Whether somebody is leaving: read from the last thing they write, in English and Spanish.

“goodbye to my savings” is no farewell, and neither is somebody else's good night. In doubt it is
none: a judge that takes a sentence for a farewell would ask the coach to be short with them.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from coaching.text.words import sentences, words

_CUT = re.compile(r";\s+|\s[-–—]\s|,\s+(?=\w+(?: \w+){0,5}\W*$)")


def says_farewell(message: str) -> bool:
    """Return True if a message ends the talk: all of it, or the last thing it says."""
    text = message.replace("’", "'").strip()
    if not text or text.endswith("?"):
        return False
    cut = (piece.strip() for line in sentences(text) for piece in _CUT.split(line))
    pieces = [piece for piece in cut if words(piece)]
    return any(_farewell().fullmatch(piece) for piece in (text, *pieces[-1:]))


@cache
def _farewell() -> re.Pattern[str]:
    rows: dict[str, list[str]] = tomllib.loads(
        Path(__file__).with_suffix(".toml").read_text("utf-8")
    )
    lead, farewell, tail = ("|".join(rows[name]) for name in ("lead", "farewell", "tail"))
    return re.compile(
        rf"(?:(?:{lead})(?!\w)[\s,.!…:-]*)*(?:{farewell})(?!\w)(?:[\s,.!…-]*(?:{tail})(?!\w))*[\s.!…)*-]*",
        re.IGNORECASE,
    )
