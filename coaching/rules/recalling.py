"""Questions about what somebody told before, such as `What did I tell you about my sister?`."""

from __future__ import annotations

import re

from coaching.text.content import content_words
from coaching.text.words import folded, sentences, words

MOST_ABOUT = 80  # characters of what is looked for
SHORT = 30  # words of a message that is said again as a whole
_ASKED = re.compile(
    r"\b(?:what (?:did|have) i (?:just )?(?:tell|told|say|said|write|written|mention\w*)(?: to)?"
    r"(?: you| u)?|what was it i (?:told|said)(?: to)?(?: you)?"
    r"|(?:do|can|did) (?:you|u) (?:still )?(?:remember|recall)"
    r"|(?:que|q) (?:te|le) (?:dije|conte|habia (?:dicho|contado)|he (?:dicho|contado))"
    r"|(?:te|se) acuerdas?|te acordas|recuerdas?\b|(?:que|q) recuerdas?)"
    r"(?: (?:about|of|on|that|what|when|sobre|de|del|acerca de|lo de))?"
    rf"(?P<about>[^?!.;]{{0,{MOST_ABOUT}}})"
)
_NOTHING = frozenset(
    {
        "did",
        "dij",
        "dije",
        "cont",
        "last",
        "cuand",
        "vez",
        "cost",
        "week",
        "seman",
        "yesterday",
        "ayer",
    }
)
"""Words of such a question that name nothing to look for."""


def asked(text: str) -> frozenset[str] | None:
    """Return the words that a message asks to be told about; None if it asks no such thing.

    They are none where a question names nothing: `Do you remember?`
    """
    found = _ASKED.search(folded(text).lower())
    return None if found is None else _telling(found["about"])


def own_sentence(text: str, about: frozenset[str]) -> tuple[int, str]:
    """Return the sentence that names most of these words, and how many it names.

    A short message is returned whole: a single sentence of it may say too little.
    """
    if len(words(text)) <= SHORT and "?" not in text:
        return len(_telling(text) & about), text
    told = (one for one in sentences(text) if "?" not in one)
    counted = [(len(_telling(one) & about), one) for one in told]
    return max(counted, key=lambda one: one[0], default=(0, ""))


def _telling(text: str) -> frozenset[str]:
    return frozenset(content_words(folded(text).lower())) - _NOTHING
