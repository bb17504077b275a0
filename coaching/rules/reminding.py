"""What somebody asks to be reminded of, and when: `remind me on Friday to ring the bank`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.text.days import ahead
from coaching.text.words import sentences, upper_first

if TYPE_CHECKING:
    from datetime import date

MOST = 120  # characters of a reminder
MOST_WORDS = 14  # of an answer that says what it is about; a longer one is a story
BESIDE_A_DAY = 4  # words that an answer has besides its day
_LEAD = re.compile(
    r"(?:^|[.!?;,:\n–—]\s*|\b(?:and|but|so|also|okay|ok|hey|hi|please|y|pero|oye|por favor),?\s+)"
    r"[¿¡]?(?:(?:can|could|would|will) (?:you|u) |i(?:.d like| want| need) (?:you|u) to )?"
    r"(?:(?:me )?(?:puedes|podr[íi]as|quiero que|necesito que) )?(?:please |por favor )?(?:just )?"
    r"(?:(?:remind|ping|nudge) me|don.?t let me forget"
    r"|(?:set|make|add|create|put)(?: me)?(?: up| in)? (?:a reminder|an alarm)"
    r"|recu[ée]rd[ae]me|recordarme|me recuerd[ae]s|me (?:puedes|podr[íi]as) recordar|hazme acordar"
    r"|(?:pon(?:er)?|crea|haz|agrega|programa)(?:me)? (?:un recordatorio|una alarma)"
    r"|no me dejes olvidar|av[íi]s[ae]me)\b"
    r"(?:,? (?:please|por favor|again|otra vez))*[\s,:]*",
    re.IGNORECASE,
)
_JOINS = re.compile(
    r"^(?:(?:to|about|of|for|that|de|para|sobre|que|i (?:have|need|ought) to|i must|i should"
    r"|tengo que|debo|hay que)\b[\s,:]*)+",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:don.?t|do not|never|stop|no need to) remind|\bno me (?:lo )?recuerd", re.IGNORECASE
)
_OFTEN = re.compile(
    r"\b(?:every|each|daily|weekly|monthly|cada|tod[oa]s (?:los|las)|diari\w+)\b", re.IGNORECASE
)
"""What is set in the settings, as a time on some days."""
_TELLS = re.compile(
    r"^(?:of |about )?(?:what|why|how|who|where|which|when|if|qu[ée]|por qu[ée]|c[óo]mo|qui[ée]n"
    r"|cu[áa]l|cu[áa]ndo|d[óo]nde|si)\b|^of\b",
    re.IGNORECASE,
)
"""What wants to hear something again, unless a day is named."""
_POINTS = re.compile(r"^(?:it|this|that|them|so|eso|esto|lo|ello)?$", re.IGNORECASE)
_TAIL = re.compile(
    r"(?:[\s,.!?¿¡]|\b(?:please|thanks|thank you|ok|por favor|gracias|del?|of|el|on|for|at)$)+$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What to be reminded of, in their words, and the day and time; empty where they don't say."""

    what: str
    on: date | None
    clock: str = ""


def asked(text: str, today: date) -> Asked | None:
    """Return what a message asks to be reminded of, or None if it asks for no reminder."""
    if _NOT.search(text) or _OFTEN.search(text):
        return None
    when = ahead(text, today)
    lead = _LEAD.search(when.rest)
    if lead is None:
        return None
    said = sentences(when.rest[lead.end() :])
    wish = said[0] if said else ""
    if when.on is None and _TELLS.search(wish):
        return None
    what = _TAIL.sub("", _JOINS.sub("", wish))
    if _POINTS.match(what):
        before = sentences(when.rest[: lead.start()])
        what = _TAIL.sub("", before[-1]) if before else ""
    return Asked(upper_first(what[:MOST].strip()), when.on, when.clock)


def completed(before: Asked, text: str, today: date) -> Asked | None:
    """Return a request with what an answer adds to it, or None for a message of another kind."""
    when = ahead(text, today)
    what, left = before.what, len(when.rest.split())
    if not what and left <= MOST_WORDS and "?" not in text:
        what = upper_first(_TAIL.sub("", _JOINS.sub("", when.rest))[:MOST].strip())
    is_answer = what != before.what or (when.on is not None and left <= BESIDE_A_DAY)
    clock = when.clock or before.clock
    return Asked(what, when.on or before.on, clock) if is_answer else None
