"""A greeting with something after it: greet back, and answer what comes after."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.offline.replies.texts import small
from coaching.offline.replies.turn import DANGER, GRIEF
from coaching.text.words import upper_first, words

if TYPE_CHECKING:
    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

SHORTEST = 3
ALONE = DANGER | GRIEF | {"greeting", "greeting_again", "goodbye", "goodbye_night", "how_are_you"}
"""Answers that are not put after a greeting."""
_BEGINS = re.compile(
    r"^[¡]?(?:(?:hi+|hey+a?|hello+|hiya|heya|howdy|g.?day|ahoy|aye up|ey up|wagwan|wotcha|"
    r"good (?:morning|afternoon|evening|day)|top of the morning|"
    r"hola+(?:[,. ]+buen(?:as (?:noches|tardes)|os dias))?|holi+s?|buen(?:os)? dias?|"
    r"buenas tardes|muy buenas|epale|quiubo|quihubo|que hubo|que onda|wenas|alo)"
    r"(?: (?:there|toney|mate|coach|again|all|love|friend|bro|to you|everyone|amig[oa]|de nuevo|"
    r"wey|che|po|a todos))*"
    r"[,.! ]+|(?:morning|evening|afternoon|alright|all right|yo|buenas|saludos|ey|oye|epa|"
    r"que tal|que mas|que pasa)"
    r"(?: (?:there|toney|mate|coach|all|love|amig[oa]|wey|che))*[,.!]+ )"
)


def rest_of(turn: Turn) -> Turn | None:
    """Return the turn without the greeting before it, or None if there is none or nothing after."""
    found = _BEGINS.search(turn.folded)
    if found is None or len(turn.folded) != len(turn.text):
        return None
    rest = turn.text[found.end() :].strip()
    return replace(turn, text=rest) if len(words(rest)) >= SHORTEST else None


def before(turn: Turn, found: Answer) -> Answer:
    """Return an answer with a greeting before it."""
    if not found.text or found.mode in ALONE:
        return found
    text = f"{small('hello', 'first', turn.language)} {upper_first(found.text)}"
    return replace(found, text=text)
