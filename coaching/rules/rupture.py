"""When the coach has lost somebody: short flat answers, `yes, but`, pushback, a guess refused.

Found by rules in what was said, for both coaches alike. What follows is always the same: name it,
let the frame go, ask anew or follow.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.rules.parsed_message import read
from coaching.text.language import language_of
from coaching.values.enums import Gap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.rules.parsed_message import Reading

FLAT_WORDS = 3
_YES_BUT = re.compile(
    r"^(?:(?:well|hm+|mm+|i mean|ok(?:ay)?|sure|bueno|ya)[,. ]+)*"
    r"(?:yes|yeah|yep|sure|right|true|fair(?: enough)?|maybe|i know|i (?:see|hear) (?:that|you)|"
    r"sí|si|claro|puede ser)\b[^.!?]{0,24}?[,. …]+(?:but|pero)\b"
)
_FLAT = re.compile(
    r"^(?:fine|ok(?:ay)?|k|nothing|none|whatever|i guess(?: so)?|maybe|sure|same|no idea|dunno|idk|"
    r"not really|nah|no|yes|yeah|meh|so|and|if you say so|nada|no sé|no se|da igual|bien|sí|"
    r"i don'?t know)\W*$"
)
_REFUSED = re.compile(
    r"^no[,. ]+(?:that(?:'s| is)|it(?:'s| is)) not (?:it|me|true|right|how)\b"
    r"|\bthat(?:'s| is) not (?:what this is about|how it is|what i mean)\b"
    r"|\byou(?:'ve| have) got (?:me|it|that) wrong\b"
)
_MAY_BE = re.compile("but|pero|n['’]t|you|no")


def gap_in(message: str, said: Sequence[str], replies: Sequence[str]) -> Gap | None:
    """Return how somebody was lost, if they were; `said` and `replies` are what came before."""
    if not replies or "?" in message:
        return None
    reading = read(message, language_of((message, *reversed(said))))
    if reading.says("goodbye", "thanks"):
        return None
    if reading.says("anger", "complaint"):
        return Gap.PUSHBACK
    was_asked = any("?" in reply for reply in replies[-2:])
    if was_asked and said and _is_flat(reading) and _is_flat(read(said[-1], "en")):
        return Gap.FLAT
    if reading.says("correction") or _REFUSED.search(reading.low):
        return Gap.REFUSED
    return Gap.YES_BUT if _YES_BUT.search(reading.low) else None


def may_be(message: str) -> bool:
    """Say whether a message is worth a look at what came before it; quick, and never too strict."""
    return len(message.split()) <= FLAT_WORDS or _MAY_BE.search(message.lower()) is not None


def _is_flat(reading: Reading) -> bool:
    return reading.word_count <= FLAT_WORDS and _FLAT.search(reading.low) is not None
