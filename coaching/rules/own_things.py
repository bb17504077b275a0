"""Questions about what somebody saved themselves: their goals, dreams, next step and notes.

As with money (`coaching.money.questions`), only plain questions count: advice is none of them.
"""

from __future__ import annotations

import re
from enum import StrEnum

from coaching.money.reading import in_plain

MOST_ABOUT = 60  # characters of what notes are looked for


class Asked(StrEnum):
    """The things that a question can be about."""

    GOALS = "goals"
    DREAMS = "dreams"
    STEP = "step"


_LEAD = (
    r"(?:so,? |and |ok(?:ay)?,? |hey,? |hi,? |y |oye,? )?"
    r"(?:(?:can|could) you (?:please )?|please |puedes |por favor,? )?"
)
_TAIL = (
    r"(?: left| to do| again| now| right now| at the moment| at present| please| otra vez| ahora"
    r"| por favor)*"
)
_MINE = (
    r"(?:(?:what|which)(?:'s| is| are|'re| were)|(?:show|tell|list|read)(?: me)?"
    r"|(?:what|which) {things} do i have|do i (?:still )?have (?:any )?{things}"
    r"|remind me what|(?:cuales son|cual es|muestrame|dime|leeme)"
    r"|que {things} tengo|tengo (?:alguna? |alguno? )?{things})"
)
_THINGS = {
    Asked.GOALS: r"(?:goals?(?: and dreams)?|metas?(?: y suenos)?|objetivos?)",
    Asked.DREAMS: r"(?:dreams?|suenos?)",
    Asked.STEP: (
        r"(?:(?:(?:next|open|small) )*steps?|(?:proximo|siguiente) paso(?: pequeno)?|pasos)"
    ),
}
_OWN = (
    r"(?: (?:all )?(?:of )?(?:my|mis?)(?: (?:current|active|open|own|saved|activas?))? {things})?"
)
_OF_GOAL = (
    r"(?: (?:for|on|with|of|to|de|para|con|en)"
    r" (?:my|this|that|the|mis?|est[ae]|la) (?:goals?|metas?))"
)
_QUESTIONS = {
    kind: re.compile(
        _LEAD
        + _MINE.replace("{things}", things)
        + _OWN.replace("{things}", things)
        + rf"(?: left)?{_OF_GOAL}?"
        + r"(?: are| is| son)?"
        + _TAIL
    )
    for kind, things in _THINGS.items()
}
_NEXT = re.compile(
    _LEAD
    + r"(?:what(?:'s| is) (?:next|left)|what comes next|que (?:sigue|falta))"
    + _OF_GOAL
    + _TAIL
)
_NAMED = {kind: re.compile(rf"\b{things}\b") for kind, things in _THINGS.items()}
_NOTES = re.compile(
    _LEAD + r"(?:what (?:did|have) i (?:note|noted|write|wrote|written)(?: down)?(?: in my notes)?"
    r"|what do my notes say|what(?:'s| is) in my notes|(?:do i have|are there) (?:any )?notes"
    r"|(?:search|find|show|look (?:in|through|up in)|check|read)(?: me)?(?: in)? (?:all )?my notes"
    r"|que (?:anote|apunte|escribi|he anotado)(?: en mis notas)?|que dicen mis notas"
    r"|(?:busca|mira|muestrame|revisa)(?: en)? mis notas|tengo (?:alguna )?notas?)"
    r" (?:about|on|for|of|with|regarding|sobre|de|acerca de|con)"
    rf" (?P<about>(?:my |the |mi |mis |el |la |los |las )?[^?.!;:]{{2,{MOST_ABOUT}}})"
)


def asks_for(text: str) -> Asked | None:
    """Return what a message asks about goals and dreams, else None."""
    asked = _plain(text)
    for kind, question in _QUESTIONS.items():
        if _NAMED[kind].search(asked) and question.fullmatch(asked):
            return kind
    return Asked.STEP if _NEXT.fullmatch(asked) else None


def notes_about(text: str) -> str:
    """Return the words that somebody looks for in their notes, as they wrote them, or nothing."""
    asked = _plain(text)
    found = _NOTES.fullmatch(asked)
    if found is None:
        return ""
    at = in_plain(text).find(found["about"])
    return text[at : at + len(found["about"])].strip()


def _plain(text: str) -> str:
    return " ".join(in_plain(text).split()).strip("¿¡?!. ")
