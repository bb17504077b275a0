"""Requests that no note is kept of a message, or of what was said before it.

A sentence that quotes somebody (“he said don't write that down”) or tells what they do themselves
(“I don't write that down”) asks for nothing; nor does “don't forget to write that down”.
"""

from __future__ import annotations

import re

from coaching.text.content import content_words
from coaching.text.words import sentences

LEAST_TOLD = 2
"""A message with fewer content words beside the request means what was said before it."""
_THAT = (
    r"(?:any(?:thing)? of (?:this|that|it)|(?:this|that|these|those)(?: one| bit| part| stuff)?|it"
    r"|a bunch of stuff|anything|(?:any )?notes?"
    r"|what i(?: just|'ve just|'m)? (?:said|say|told|tell)\w*)"
)
_ABOUT = r"(?:on|of|about) (?:me|this|that|it|any of (?:this|that|it))"
_NOTES = rf"(?:notes?|records?) {_ABOUT}"
_END = (
    r"(?=\s*(?:$|[.,;:!?…)—–-]|(?:down|please|pls|though|ok(?:ay)?|yeah|anywhere|either|thanks|about"
    r"|(?:in|to|for|on) (?:your|my|the) (?:notes?|memory|file|records?))\b))"
)
_FIRST = (
    r"^\W*(?:(?:and|but|so|oh|ok(?:ay)?|hey|toney|please|pls|just|also|actually|sorry"
    r"|(?:can|could|would) you(?: please)?|i(?:'d| would) (?:rather|prefer) you)\W+)*"
)
_WRITE = (
    r"(?:be(?:en)? )?(?:writ(?:e|ing)|not(?:e|ing)|jot(?:ting)?|tak(?:e|ing)(?= (?:any )?notes?\b))"
)
_WRITTEN = r"(?:written down|saved|noted|stored|recorded|logged|kept on file|in your notes)"
_ESO = (
    r"(?:esto|eso|nada(?: de (?:esto|eso))?|lo que (?:te )?(?:acabo de decir|he dicho|dije|digo))"
)
_APUNTES = r"(?:apunt|anot|guard|registr|grab)(?:es?|éis|en)|escrib(?:as?|áis|an)"
_ASKING = (
    r"^\W*(?:(?:and|but|so|oh|ok(?:ay)?|hey|toney|just|also|actually|sorry)\W+)*"
    r"(?:please|pls|(?:can|could|would) you(?: please)?|i(?:'d| would) (?:rather|prefer) you)\W+"
)
_BARE = (
    r"(?:(?:any of )?(?:this|that)(?: one| bit| part| stuff)?|a bunch of stuff"
    r"|what i(?: just|'ve just|'m)? (?:said|say|told|tell)\w*)"
)
"""What isn't money: “don't save anything” may be about a month's pay."""
_MAYBE_MONEY = r"(?:be(?:en)? )?(?:sav(?:e|ing)|stor(?:e|ing)|record(?:ing)?|log(?:ging)?)"
_DO_NOT = r"(?:don't|dont|do not)"
_WANTS = (
    rf"{_FIRST}i {_DO_NOT} want "
    rf"(?:you to {_WRITE}(?: down)? {_THAT}|{_THAT} (?:to be )?{_WRITTEN}){_END}"
)
_PRIMERO = r"^\W*(?:(?:y|pero|oye|ah|por favor|porfa|mejor|mira|que)\W+)*"
_QUIERE = rf"no quiero que (?:me )?(?:l[oa]s? )?(?:{_ESO} )?(?:{_APUNTES})"
_FIN = r"(?=\s*(?:$|[.,;:!?…)]|(?:por favor|porfa|vale|en tus notas)\b))"
_NO_LO_APUNTES = (
    rf"{_PRIMERO}(?:{_ESO},? )?"
    rf"(?:no (?:me )?(?:l[oa]s? )?(?:{_APUNTES})|{_QUIERE})(?: {_ESO})?{_FIN}"
)
_QUE_NO_CONSTE = rf"{_PRIMERO}(?:{_ESO} )?(?:que )?no (?:conste|quede (?:constancia|registro))\b"
_ASKS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_FIRST}{_DO_NOT} {_WRITE}(?: down)? {_THAT}{_END}",
        rf"{_FIRST}{_DO_NOT} {_MAYBE_MONEY} {_BARE}{_END}",
        rf"{_ASKING}(?:{_DO_NOT}|not) {_MAYBE_MONEY} {_THAT}{_END}",
        _WANTS,
        rf"{_FIRST}(?:(?:this|that)(?:'s| is) |keep (?:this|that|it) )?off the record{_END}",
        rf"{_FIRST}(?:keep|leave) {_THAT} out of your (?:notes|memory){_END}",
        rf"{_FIRST}(?:{_DO_NOT} keep (?:any )?|keep no ){_NOTES}{_END}",
        rf"{_FIRST}i {_DO_NOT} want (?:you to keep )?any {_NOTES}{_END}",
        _NO_LO_APUNTES,
        _QUE_NO_CONSTE,
    )
)
_SAYS = re.compile(
    r"[\"“«]|\b(?:said|says|told me|tells|dijo|dice|decía|me han dicho)\b", re.IGNORECASE
)


def is_asked(message: str) -> bool:
    """Return True if a message asks that nothing of it, or of what was said before, is kept."""
    return any(map(_asks, _parts(message)))


def told_beside(message: str) -> str:
    """Return a message without its requests: what is not kept."""
    return " ".join(part for part in _parts(message) if not _asks(part))


def means_earlier(message: str) -> bool:
    """Return True if the request stands nearly alone, so that it means what was said before it."""
    return len(content_words(told_beside(message))) < LEAST_TOLD


def _parts(message: str) -> list[str]:
    return sentences(message.replace("’", "'"))


def _asks(sentence: str) -> bool:
    if _SAYS.search(sentence):
        return False
    clauses = (sentence, *re.split(r"[,;:—–]\s+", sentence))
    return any(pattern.search(clause) for clause in clauses for pattern in _ASKS)
