"""Check that a sentence names who and what it is about, and doesn’t need another one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.memory.evidence import leans
from coaching.memory.repeated import KIN

if TYPE_CHECKING:
    from collections.abc import Iterable

_QUOTED = re.compile(r"“[^“”]*”|«[^«»]*»")
_FRAME = re.compile(r"^It can be hard (?=when)")
_HANGS = re.compile(
    r"(?:n[’']t|\bnot|\bnever|\bnor)\b[^.;]*\beither\b(?=\s*(?:[.,;!]|$))|\bneither\b(?=\s*[.,;!]|$)"
    r"|\bwhich (?:is|was|feels|felt) (?:even )?(?:worse|better|harder|easier|the same)\b"
    r"|\b(?:even worse|worse still)\b"
    r"|\b(?:that|this|the other|the second|the first|the last|the next) ones?\b(?! of)"
    r"|\b(?:do|does|did|done|doing|feel|felt|say|said|think|thought|want|wanted) the same\b"
    r"|\b(?:think|thought|said|say|hope|hoped|do|did|done|doing) so\b(?! much| many| well)"
    r"|\btampoco\b|\b(?:hacer|haces|hiciste|sientes|sentiste|dijiste) lo mismo\b(?! que)"
    r"|\b(?:lo que|que) es peor\b|\b(?:es[ea]|est[ea]|el otro|la otra)(?=\s*(?:[.,;!]|$))"
    r"|^(?:es[ao]s?|est[ao]s?) (?:te|se|no|les?|es|son|fue|era)\b"
    r"|^(?:ya |no )*les? \w+\b(?!.*\b(?:al|a (?!\w+[aei]r\b)\w+))"
    r"|^you(?:[’']ve| have| had)? also\b|^(?:también|además)\b",
    re.IGNORECASE,
)
"""Words that only mean something beside another sentence, whatever comes before them."""
_PERSON = re.compile(
    r"\b(?:he|she|him|her|his|hers|himself|herself|él|ella)\b"
    r"|\b\w{2,}[aeiáéí]r(?:se)?les?\b(?!.*\ba (?!\w+[aei]r\b)\w+)",
    re.IGNORECASE,
)
_THING = re.compile(
    r"\b(?:they|them|their|theirs|ellos|ellas|those|both)\b"
    r"|(?<!\bmake )(?<!\bmakes )(?<!\bmade )(?<!\bfind )(?<!\bfound )(?<!\bthink )(?<!\bthought )"
    r"(?<!^when )(?<!^if )\bit\b(?![’']s\b|[’']d\b| (?:is|was|will|would|feels|felt|takes|took|gets"
    r"|seems|could|might|rains|can be)\b)|\b(?:how|where|what|why) it goes\b"
    r"|\bthe (?:\w+ )?ones?\b(?! (?:who|that|of|in|with|from|every\w+|person|thing|where)\b)"
    r"|\bthe other (?:two|three)\b(?! \w)"
    r"|\b(?:do|did|done|doing|say|said|of|about|with|to|from|after|before|by|into) (?:this|that)\b"
    r"(?=\s*(?:[.,;!]|$|again\b|yet\b|any ?more\b|twice\b|on\b|at\b|until\b|now\b|and\b|but\b))"
    r"|\bcomo (?:pensaba|creía)s?\b|\b(?:as|what) you(?:[’']d| had)? (?:thought|expected)\b"
    r"|\bthe (?:rest|others|other half|remainder)\b(?! of\b)|\bthe other\b(?=\s*(?:[.,;]|$))"
    r"|\b(?:go|goes|went|going|back|been|gone|live|lived|work|worked) there\b|\bby then\b"
    r"|\b(?:eso|esto|aquello|allí|ahí|lo demás|los demás|el resto)\b(?! de\b)"
    r"|\b\w{2,}[aeiáéí]r(?:se|te)?l[oa]s?\b"
    r"|(?:^|\b(?:no|ya|se|te) )l[oa]s? (?=\w+(?:aste|iste|ó)\b|has\b|vas\b|quieres\b|tienes\b"
    r"|haces\b)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?<!^)(?<![.!?] )\b(?!(?:I|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:day)?\b|January|February"
    r"|March|April|May|June|July|August|September|October|November|December)[A-ZÁÉÍÓÚÑ]\w*"
    r"|^(?!(?:You|It|He|She|They|This|That|No|Te|Ya)\b)[A-ZÁÉÍÓÚÑ]\w+(?= (?:ha[sd]|is|was|does|did"
    r"|doesn|didn|wants|lost|said|told|paid|left|lives|works|lent|owes|knows|\w+ed|no|se|te|\w+ó)\b)"
)
_SOMEBODY = re.compile(
    r"\b(?:m[ou]m|dad|mam[aá]|pap[aá]|madre|padre|baby|girl|boy|child|guy|person|somebody|someone"
    r"|nurse|doctora?|ex|psicólog[oa]|doctor|vecin[oa]|niñ[oa]|bebé|hombre|mujer|gente|alguien"
    r"|chic[oa]|compañer[oa]|colega|client[ea]|professor|niece|nephew|colleague|flatmate|roommate"
    r"|housemate|client|customer|teacher|\w*(?:man|woman|neighbou?r|keeper|lord|lady|mother|father))\b"
    r"|\b(?:your|the|an?|tu|el|la|un|una) (?:\w+ )?(?!(?:number|letter|paper|after|other|never"
    r"|error|colou?r|rent|payment|moment|amount|account|present)\b)\w{3,}"
    r"(?:er|or|ist|ian|ant|ent|ora|ista|ante)\b",
    re.IGNORECASE,
)
_SOMETHING = re.compile(
    r"\b(?!a (?:preguntar|hacer|ver|hablar|pedir|decir|contar|pagar|abrir|mirar|buscar|comprar"
    r"|llamar|dar|tener|trabajar|pensar|dejar|poner|ir)\b)(?:your|the|an?|my|his|her|their|this|these|some|any|every|each|two|three|four|five|six"
    r"|both|tu|tus|su|sus|el|los|las?|un|una|unos|unas|este|esta|cada|algún|alguna|del|al)"
    r" (?!rest\b|other|resto|demás|(?:has|vas|quieres|tienes|haces|\w+[ai]ste)\b)\w+"
    r"|\b(?:everyone|everybody|someone|somebody|anyone|anybody|people|todos|alguien|gente)\b"
    r"|\d|^\w{2,}ing\b|\b(?!(?:always|sometimes|does|quieres|piensas|puedes|tienes|debes|sabes|haces|dices)\b)"
    r"\w{4,}s\b",
    re.IGNORECASE,
)
"""Words that name a thing, which a later “it” or “them” may mean."""
_TURNED = re.compile(
    r"^(?:when|if|after|before|once|while|cuando|si|después|antes)\b", re.IGNORECASE
)


def stands_alone(text: str) -> bool:
    """Return True if a sentence names what it is about, so that it makes sense by itself."""
    beside = _FRAME.sub("", _QUOTED.sub(" … ", text))
    if leans(beside) or _HANGS.search(beside):
        return False
    return all(
        any(name.search(_before(found, beside)) for name in named)
        for points, named in ((_PERSON, (_NAMED, KIN, _SOMEBODY)), (_THING, (_NAMED, _SOMETHING)))
        for found in points.finditer(beside)
    )


def joined(parts: Iterable[str]) -> list[str]:
    """Return the sentences of a story, each with those after it that mean something in it.

    In old stories “they” is the person, and needs nothing before it.
    """
    found: list[str] = []
    for part in parts:
        if found and not part.startswith(("They ", "Their ")) and not stands_alone(part):
            found[-1] = f"{found[-1]} {part}"
        else:
            found.append(part)
    return found


def _before(found: re.Match[str], text: str) -> str:
    """Return what comes before a word that points back; all of “When he rings, your brother …”."""
    return text if _TURNED.match(text) else text[: found.start()]
