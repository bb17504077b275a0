"""A guess made of the person's own sentence: what they set against what, or what they felt."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.features import feeling
from coaching.offline.keepsakes import is_gift
from coaching.offline.pronouns import turned
from coaching.offline.quotes import as_quoted
from coaching.offline.strategist.wording import copy, filled, lower_first, of_tension
from coaching.offline.text import plain, words

if TYPE_CHECKING:
    from coaching.offline.lexicon import Lexicon
    from coaching.values.enums import Tension

LONGEST_SIDE = 12
_NOT_BUT = re.compile(
    r"(?:\b(?:it'?s|it is|it was|that'?s|this is) (?:not|never)(?: really)?(?: about)?"
    r"|\b(?:it|that|this) (?:isn'?t|wasn'?t|was never|is not)(?: really)?(?: about)?"
    r"|\bi(?:'m not| am not| wasn'?t| was not|'m never)) (?P<not>[^,.;]{2,60})[,.;]"
    r" *(?:but )?(?:it'?s|it is|it was|i'?m|i am|i was|they'?re)(?: really)?(?: about)? "
    r"(?P<but>[^.;!?]{2,70})",
    re.IGNORECASE,
)
_NO_ES = re.compile(
    r"\bno (?:es|era|son|eran|se trata de|tiene que ver con|va de) (?P<not>[^,.;]{2,60}?)[,.;]"
    r" *(?:sino |es |son |era |eran |más bien )(?P<but>[^.;!?]{2,70})",
    re.IGNORECASE,
)
_TURNS = {"en": _NOT_BUT, "es": _NO_ES}
_MY = re.compile(r"\b(?:i|i'm|i've|i'd|my|me|yo|mi|mis|estoy|tengo|siento|soy)\b")
_LIKE = re.compile(r"^(?:more )?like ", re.IGNORECASE)
_EMPTY = re.compile(r"^(?:what|how|that|this|it|fine|ok(?:ay)?|good|me|you|true|right)\b")
_MINE = re.compile(r"^[\s,.;]*(?:but )?i\b", re.IGNORECASE)


def less_than(text: str, known: Lexicon) -> str:
    """Return `it may be less about X than about Y` for `not X, it's Y`; empty for anything else."""
    match = _TURNS[known.language].search(text)
    if match is None:
        return ""
    sides = [_about(text, match, side, known) for side in ("not", "but")]
    if not all(sides) or any(len(words(side)) > LONGEST_SIDE for side in sides):
        return ""
    frame: str = copy(known.language)["labels"]["less_than"]
    return filled(frame, a=sides[0], b=sides[1])


def _about(text: str, match: re.Match[str], side: str, known: Lexicon) -> str:
    """Return one side as a thing one can speak about: `I was lonely` is `being lonely`."""
    said = match[side].strip()
    between = text[match.end("not") : match.start("but")] if side == "but" else ""
    before = between or text[match.start() : match.start("not")]
    spoken = lower_first(_LIKE.sub("", turned(said, known) or ""))
    if _EMPTY.search(spoken):
        return ""
    if known.language == "es":
        return spoken
    return f"being {spoken}" if _MINE.search(before) and spoken else spoken


def way_through(text: str, tension: Tension | None, known: Lexicon) -> str:
    """Return a guess from a feeling that they named: the habit may be the way through it."""
    felt = feeling(text, known)
    if (
        not _MY.search(plain(text))
        or felt is None
        or felt.family == "joy"
        or not felt.noun
        or tension is None
    ):
        return ""
    said, labels = text.strip(" .!"), copy(known.language)["labels"]
    as_in = filled(labels["as_in"], quote=as_quoted(said))
    whose = as_in if is_gift(said, plain(said), known) else ""
    act: str = of_tension(tension, known.language)["act"]
    return filled(labels["way_through"], act=act, noun=felt.noun, whose=whose)
