"""Extract a sentence worth a card: whole, the person's own, and not addressed to the coach."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.text.language import language_of
from coaching.text.lexicon import lexicon
from coaching.text.words import joined_parts, plain, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable

LEAST_WORDS, MOST_WORDS = 5, 40
LEAST_TITLE_WORDS = 3
_TITLE_WORDS = 8
_TO_THE_COACH = re.compile(
    r"^(?:can|could|would|will|please|yes|yeah|yep|no|nope|ok|okay|sure|thanks|thank|hi|hello|hey"
    r"|save|keep|make|tell me|show me|help me|remember that|remind me|forget (?:that|it|about)"
    r"|puedes|podrías|sí|gracias|hola|guarda|recuerda que|recuérdame|olvida)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"^(?:(?:what|how|why|where|who|when|which one)(?: (?:do|does|did|is|are|am|should|shall|would"
    r"|can|could|will|much|many|long)|[’']s)"
    r"|(?:do|does|did|is|are|am|should|shall) (?:i|we|you|it|he|she|they|this|that|there|my|the)"
    r"|qué|cómo|cuánt[oa]s?|cuándo|dónde|quién|por qué|cuant[oa]s? (?:dije|debo|es|era)"
    r"|que (?:dije|hago|puedo)|como (?:hago|puedo))\b",
    re.IGNORECASE,
)
"""How a question begins that has no question mark."""

_FOR_A_CARD = re.compile(r"\b(?:cards?|tarjetas?|fichas?)\b", re.IGNORECASE)


def asks_for_card(text: str) -> bool:
    """Return True if a message does nothing but ask the coach for a card."""
    asked = [part for part in sentences(text) if part.strip()]
    is_to_coach = all(_TO_THE_COACH.match(part.strip().lstrip("¿")) for part in asked)
    return is_to_coach and _FOR_A_CARD.search(text) is not None


def is_joke(text: str) -> bool:
    """Return True if a message laughs or says that it's a joke."""
    known, bare = lexicon(language_of((text,), "en")), plain(text)
    return known.says("joke", bare) or known.sees("joke", bare)


def own_sentence(newest_first: Iterable[str]) -> str:
    """Return the last sentence that says something about them; empty when there is none."""
    for text in newest_first:
        whole = [part.strip() for part in sentences(" ".join(text.split()))]
        found = next((part for part in reversed(whole) if _says_something(part)), "")
        if found:
            return found
    return ""


def first_sentence(oldest_first: Iterable[str]) -> str:
    """Return the first sentence that says what a conversation is about; questions count too."""
    parts = (part.strip() for text in oldest_first for part in sentences(" ".join(text.split())))
    fits = (part for part in parts if LEAST_TITLE_WORDS <= len(part.split()) <= MOST_WORDS)
    return next((part for part in fits if not _TO_THE_COACH.match(part)), "")


def title_of(sentence: str) -> str:
    """Return a title that ends where the thought does; empty when no part is short enough."""
    bare = sentence.strip().strip("“”\"'").rstrip(".!…")
    parts = [bare, joined_parts(bare)[0]]
    return next((part for part in parts if len(part.split()) <= _TITLE_WORDS), "")


def _says_something(sentence: str) -> bool:
    is_fit = LEAST_WORDS <= len(sentence.split()) <= MOST_WORDS
    is_question = sentence.rstrip("”\"'").endswith("?") or _ASKED.match(sentence.lstrip("¿"))
    return is_fit and not is_question and not _TO_THE_COACH.match(sentence)
