"""A name of a few of somebody's own words: what a door is called by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.text import clauses, plain, sentences, words

if TYPE_CHECKING:
    from coaching.offline.lexicon import Lexicon

FEWEST, ENOUGH, MOST = 2, 4, 9
_TURN = re.compile(r"[,.;] *(?:but )?(?:it's|it is|it was|i'm|i was|es|sino) ", re.IGNORECASE)
_JOINT = re.compile(
    r"\s+(?=(?:but|because|when|while|and|so|until|although|before|after|if|for|without|i can|"
    r"pero|porque|cuando|y|si|antes|después|sin)\b)",
    re.IGNORECASE,
)


def handle(text: str, known: Lexicon) -> str:
    """Return a sentence of theirs when it is short, else its first part; empty when neither is."""
    after = next(iter(sentences(_TURN.split(text)[-1])), "").strip(" .!?")
    options = [after, *(part for clause in clauses(after) for part in _JOINT.split(clause))]
    return next((part for part in options if _is_name(part, known)), "")


def _is_name(part: str, known: Lexicon) -> bool:
    """Whether a part is short, says something and doesn't break off."""
    low = words(plain(part))
    whole = FEWEST <= len(low) <= MOST and low[-1] not in known.joiners - {"her", "him", "it"}
    return whole and (len(low) >= ENOUGH or bool(set(low) - known.stop))
