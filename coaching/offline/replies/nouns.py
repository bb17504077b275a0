"""The thing or person that a message names: `my accountant` becomes `your accountant`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from coaching.offline.replies.patterns import compiled, read

if TYPE_CHECKING:
    import re

    from coaching.offline.replies.turn import Turn

_OWN = {"my": "your", "our": "your", "mi": "tu", "mis": "tus"}
_AS_THEY_ARE = frozenset({"his", "her", "their", "su", "sus", "los", "las", "el", "la"})
_THE = {
    **dict.fromkeys(("un", "este", "ese", "del", "al", "nuestro"), "el"),
    **dict.fromkeys(("una", "esta", "esa", "nuestra"), "la"),
    **dict.fromkeys(("unos", "estos", "esos", "nuestros"), "los"),
    **dict.fromkeys(("unas", "estas", "esas", "nuestras"), "las"),
}


def named(turn: Turn) -> str:
    """Return what a message is about, seen from the coach: what is theirs first, else the last."""
    before = len(turn.low) - len(turn.low.lstrip("¿¡ "))
    found = list(_pattern(turn.language).finditer(turn.folded))
    own = [one for one in found if one["whose"] in _OWN]
    if not found or before + len(turn.folded) != len(turn.low):
        return ""
    best = own[0] if own else found[-1]
    noun = turn.low[before + best.start("noun") : before + best.end("noun")]
    return f"{_article(best['whose'], turn.language)} {noun}"


def _article(whose: str, language: str) -> str:
    if whose in _OWN or whose in _AS_THEY_ARE:
        return _OWN.get(whose, whose)
    return "the" if language == "en" else _THE.get(whose, whose)


@cache
def _pattern(language: str) -> re.Pattern[str]:
    nouns = "|".join(str(read("parts.toml")["nouns"][language]).split(", "))
    return compiled(rf"\b(?P<whose><DETERMINERS{language.upper()}>) (?:\w+ )??(?P<noun>{nouns})\b")
