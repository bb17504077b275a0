"""A guess made of the person's own sentence: what they set against what, or what they felt."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.features import feeling
from coaching.offline.keepsakes import is_gift
from coaching.offline.pronouns import turned
from coaching.offline.quotes import as_quoted
from coaching.offline.strategist.wording import lower_first
from coaching.offline.text import plain, words
from coaching.values.enums import Tension

if TYPE_CHECKING:
    from coaching.offline.lexicon import Lexicon

LONGEST_SIDE = 12
_ACT = {
    Tension.AVOID: "Looking away",
    Tension.WORRY: "Keeping watch",
    Tension.CHASE: "Reaching for the next thing",
    Tension.PERFORM: "Keeping up the front",
    Tension.NUMB: "Switching off",
    Tension.GIVE: "The quick yes",
    Tension.GRIP: "Holding on",
}
_NOT_BUT = re.compile(
    r"(?:\b(?:it'?s|it is|it was|that'?s|this is) (?:not|never)(?: really)?(?: about)?"
    r"|\b(?:it|that|this) (?:isn'?t|wasn'?t|was never|is not)(?: really)?(?: about)?"
    r"|\bi(?:'m not| am not| wasn'?t| was not|'m never)) (?P<not>[^,.;]{2,60})[,.;]"
    r" *(?:but )?(?:it'?s|it is|it was|i'?m|i am|i was|they'?re)(?: really)?(?: about)? "
    r"(?P<but>[^.;!?]{2,70})",
    re.IGNORECASE,
)
_MY = re.compile(r"\b(?:i|i'm|i've|i'd|my|me)\b")
_LIKE = re.compile(r"^(?:more )?like ", re.IGNORECASE)
_EMPTY = re.compile(r"^(?:what|how|that|this|it|fine|ok(?:ay)?|good|me|you|true|right)\b")
_MINE = re.compile(r"^[\s,.;]*(?:but )?i\b", re.IGNORECASE)


def less_than(text: str, known: Lexicon) -> str:
    """Return `it may be less about X than about Y` for `not X, it's Y`; empty for anything else."""
    match = _NOT_BUT.search(text) if known.language == "en" else None
    if match is None:
        return ""
    sides = [_about(text, match, side, known) for side in ("not", "but")]
    if not all(sides) or any(len(words(side)) > LONGEST_SIDE for side in sides):
        return ""
    return f"It may be less about {sides[0]} than about {sides[1]}."


def _about(text: str, match: re.Match[str], side: str, known: Lexicon) -> str:
    """Return one side as a thing one can speak about: `I was lonely` is `being lonely`."""
    said = match[side].strip()
    between = text[match.end("not") : match.start("but")] if side == "but" else ""
    before = between or text[match.start() : match.start("not")]
    spoken = lower_first(_LIKE.sub("", turned(said, known) or ""))
    if _EMPTY.search(spoken):
        return ""
    return f"being {spoken}" if _MINE.search(before) and spoken else spoken


def way_through(text: str, tension: Tension | None, known: Lexicon) -> str:
    """Return a guess from a feeling that they named: the habit may be the way through it."""
    felt = feeling(text, known) if known.language == "en" else None
    if (
        not _MY.search(plain(text))
        or felt is None
        or felt.family == "joy"
        or not felt.noun
        or tension is None
    ):
        return ""
    said = text.strip(" .!")
    whose = f", as in “{as_quoted(said)}”" if is_gift(said, plain(said), known) else ""
    return f"{_ACT[tension]} may be a way through {felt.noun}{whose}."
