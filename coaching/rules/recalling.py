"""Questions about what somebody told before, such as `What did I tell you about my sister?`."""

from __future__ import annotations

import re

from coaching.text.content import content_words
from coaching.text.words import folded, sentences, words

MOST_ABOUT = 80  # characters of what is looked for
SHORT = 30  # words of a message that is said again as a whole
_OTHERS = r"(?! a (?:mi|mis|su|sus|el|la|los|las)\b)"
_ASKED = re.compile(
    r"\b(?:what (?:did|have) i (?:just )?(?:tell|told|say|said|write|written|mention\w*)(?: to)?"
    r"(?: you| u)?|what was it i (?:told|said)(?: to)?(?: you)?"
    r"|(?:do|can|did) (?:you|u) (?:still )?(?:remember|recall)"
    r"|(?:que|q) (?:te|le) (?:dije\b|conte\b|habia (?:dicho|contado)|he (?:dicho|contado))"
    + _OTHERS
    + r"|(?:te|se) acuerdas?|te acordas|recuerdas?\b|(?:que|q) recuerdas?)"
    r"(?: (?:about|of|on|that|what|when|sobre|de|del|acerca de|lo de))?"
    rf"(?P<about>[^?!.;]{{0,{MOST_ABOUT}}})"
)
_TOLD = r"(?:tell|told|say|said|gave|give|wrote|written|write|mention\w*)"
_DIJE = r"(?:dije|conte|escribi|he (?:dicho|contado|escrito)|habia (?:dicho|contado|escrito))"
_ASKED_WHICH = re.compile(
    r"\b(?:"
    rf"(?:what|which|how (?:much|many|long|old|often))(?P<which>[^?!.;]{{0,40}}?) "
    rf"(?:(?:did|do|have) )?i (?:just |first |had )*{_TOLD}(?: to)? (?:you|u)\b"
    r"|how (?:much|many|long|old|often)(?P<much>[^?!.;]{0,30}?)"
    r"(?<! and) (?:did )?i (?:say|said)\b(?! no\b)"
    rf"|(?:cual|que|cuant[oa]s?)(?P<cual>[^?!.;]{{0,40}}?) (?:que |fue |es |era |yo |ya )*"
    rf"(?:te|le|les) {_DIJE}(?: yo)?\b{_OTHERS})"
    rf"(?P<rest>[^?!.;]{{0,{MOST_ABOUT}}})"
)
"""Asked for one thing of it, often a figure: `How much did I tell you the rent was?`."""
_FIGURE = re.compile(
    r"\b(?:how (?:much|many|long|old)"
    r"|(?:what|which)(?: \w+){0,2} (?:price|number|figure|sum|rate|amount)"
    r"|cuant[oa]s?|(?:que|cual) (?:\w+ ){0,2}(?:precio|numero|cifra|monto|importe|tasa))\b"
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
        "number",
        "figur",
        "first",
        "mention",
        "realli",
        "mani",
        "long",
        "numer",
        "cifr",
        "primer",
        "principi",
        "tiemp",
    }
)
"""Words of such a question that name nothing to look for."""


def asked(text: str) -> frozenset[str] | None:
    """Return the words that a message asks to be told about; None if it asks no such thing.

    They are none where a question names nothing: `Do you remember?`
    """
    plain = folded(text).lower()
    if which := _ASKED_WHICH.search(plain):
        named = (which[name] or "" for name in ("which", "much", "cual", "rest"))
        return _telling(" ".join(named))
    found = _ASKED.search(plain)
    return None if found is None else _telling(found["about"])


def asks_for_a_figure(text: str) -> bool:
    """Return True if what is asked for is a number, a price or a length of time."""
    return _FIGURE.search(folded(text).lower()) is not None


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
