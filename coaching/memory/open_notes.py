"""Choose the notes that “What Toney thinks” shows openly; the others are folded, not deleted.

Both measures are careful: what they fold can still be read there, deleted or called true. They are
counted on `tests/coaching/memory/open_notes.toml`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.memory.evidence import leans
from coaching.memory.repeated import KIN
from coaching.text.content import content_words
from coaching.values.enums import Importance

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coaching.memory.belief import Belief
    from coaching.memory.evidence import Quote
    from coaching.models import CoachMemory

TWICE = 2
"""Days: what was said on so many is no passing remark."""
ALONE = ("helps", "noticed")
"""Sections besides the memories whose sentences are read one by one."""
_QUOTED = re.compile(r"“[^“”]*”|«[^«»]*»")
_FRAME = re.compile(r"^It can be hard (?=when)")
_HANGS = re.compile(
    r"(?:n[’']t|\bnot|\bnever|\bnor)\b[^.;]*\beither\b(?=\s*(?:[.,;!]|$))|\bneither\b(?=\s*[.,;!]|$)"
    r"|\bwhich (?:is|was|feels|felt) (?:even )?(?:worse|better|harder|easier|the same)\b"
    r"|\b(?:even worse|worse still)\b"
    r"|\b(?:that|this|the other|the second|the first|the last|the next) ones?\b(?! of)"
    r"|\b(?:do|does|did|done|doing|feel|felt|say|said|think|thought) the same\b"
    r"|\b(?:think|thought|said|say|hope|hoped|do|did|done|doing) so\b(?! much| many| well)"
    r"|\btampoco\b|\b(?:hacer|haces|hiciste|sientes|sentiste|dijiste) lo mismo\b(?! que)"
    r"|\b(?:lo que|que) es peor\b|\b(?:es[ea]|est[ea]|el otro|la otra)(?=\s*(?:[.,;!]|$))",
    re.IGNORECASE,
)
"""Words that only mean something beside another sentence, whatever comes before them."""
_PERSON = re.compile(
    r"\b(?:he|she|him|her|his|hers|himself|herself|él|ella)\b(?! (?:mism[oa]))", re.IGNORECASE
)
_THING = re.compile(
    r"\b(?:they|them|their|theirs|ellos|ellas|those|both)\b"
    r"|\b(?:do|did|done|doing|say|said|tell|told|pay|paid|want|wanted|know|mean|meant|need|use|used"
    r"|sell|sold|keep|kept|see|saw|like|hate|open|opened|of|about|with|to|from|after|before"
    r"|by|into|on|at) (?:it|this|that)\b(?! \w+(?:s|ed)\b)(?=\s*(?:[.,;!]|$|again\b|yet\b|anymore\b"
    r"|any more\b|on\b|at\b|before\b|after\b|until\b|by\b|alone\b|yourself\b|now\b|and\b|but\b))"
    r"|\bthe (?:rest|others|other half|remainder)\b(?! of\b)|\bthe other\b(?=\s*(?:[.,;]|$))"
    r"|\b(?:go|goes|went|going|been|gone|live|lived|work|worked) there\b|\bby then\b"
    r"|\b(?:eso|esto|aquello|allí|ahí|lo demás|los demás|el resto)\b(?! de\b)"
    r"|\b\w{2,}[aeiáéí]r(?:se|te)?l[oa]s?\b"
    r"|(?:^|\b(?:no|ya|se|te) )l[oa]s? (?=\w+(?:aste|iste)\b|has\b|vas\b|quieres\b|tienes\b"
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
    r"\b(?:your|the|an?|my|his|her|their|this|these|some|any|every|each|no|two|three|four|five|six"
    r"|both|tu|tus|su|sus|el|los|las?|un|una|unos|unas|este|esta|cada|algún|alguna|del|al)"
    r" (?!rest\b|other|resto|demás|(?:has|vas|quieres|tienes|haces|\w+[ai]ste)\b)\w+"
    r"|\d|\b(?!(?:always|sometimes|does|quieres|piensas|puedes|tienes|debes|sabes|haces|dices)\b)"
    r"\w{4,}(?:s|ing)\b",
    re.IGNORECASE,
)
"""Words that name a thing, which a later “it” or “them” may mean."""
_TURNED = re.compile(
    r"^(?:when|if|after|before|once|while|cuando|si|después|antes)\b", re.IGNORECASE
)
_LASTING = re.compile(
    r"\b(?:never|ever|always|any ?more|no more|no longer|from now on|for good|whatever happens"
    r"|not once|off[- ]limits|off the table|not up for|in general|at all|any of (?:it|that|this)"
    r"|stop \w+ing|leave (?:\S+ ){1,4}(?:out|alone)|keep (?:\S+ ){1,4}out"
    r"|nunca|jamás|siempre|ya no|nunca más|de ahora en adelante|en ningún caso|para nada"
    r"|dej[aáe](?:s|me|d)? de|deja (?:\S+ ){1,4}(?:fuera|en paz))\b"
    r"|(?:^|[,;:—–] ?|\b(?:please|just|and|but|so|ok|and please|pls|por favor|y|pero) )"
    r"(?:please |pls |just )?(?:don[’']?t|do not|no more)\b(?! (?:know|want|think|have|need|like"
    r"|feel|get|care|mind|really|even|worry|own|understand|see)\b)"
    r"|\b(?:no|ni) (?:me |le |lo |la |nos )?(?:preguntes?|preguntés|hables|hablemos|menciones|digas"
    r"|llames|mandes|escribas|uses|toques|saques|vuelvas|sugieras|recuerdes|propongas|des|pidas)\b",
    re.IGNORECASE,
)
"""How somebody says what holds from now on, or tells Toney what not to do."""
_ONCE = re.compile(
    r"\b(?:today|tonight|now(?! on\b)|right now|yet|this (?:time|morning|evening|week)|for now"
    r"|at the moment|not in the mood|hoy|esta (?:noche|vez|semana|tarde)|ahora(?! en adelante)"
    r"|todavía|por ahora|de momento)\b",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"\b(?:not|no|never|don[’']?t|won[’']?t|rather|stop|leave|hate|nunca|prefiero|deja|odio)\b",
    re.IGNORECASE,
)
_OF_A_WORD = re.compile(
    r"\b(?:word|words|call|calling|called|say|saying|label|term|name|using|use|palabras?|digas"
    r"|llames|llamen|decir|decirle|uses|usar|término)\b",
    re.IGNORECASE,
)


def opened(
    found: Iterable[Belief], memories: Sequence[CoachMemory], said: Sequence[Quote]
) -> Iterable[Belief]:
    """Yield the items; one that is minor, leans on another or is a passing remark is folded."""
    by_id = {f"remembers:{memory.id}": memory for memory in memories}
    for belief in found:
        is_open = belief.is_aside or _may_stand_open(belief, by_id.get(belief.id), said)
        yield belief if is_open else replace(belief, is_aside=True, is_minor=True)


def _may_stand_open(belief: Belief, memory: CoachMemory | None, said: Sequence[Quote]) -> bool:
    if belief.section == "holds":
        is_word = len(belief.said.split()) == 1
        return is_unwanted(belief.said, said) if is_word else is_set_for_good(belief.said, said)
    if memory is not None:
        is_theirs = belief.is_yours or memory.is_pinned or memory.fingerprint.startswith("asked:")
        is_minor = memory.importance is Importance.LOW
        return is_theirs or (not is_minor and stands_alone(belief.text))
    return belief.section not in ALONE or stands_alone(belief.text)


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


def _before(found: re.Match[str], text: str) -> str:
    """Return what comes before a word that points back; all of “When he rings, your brother …”."""
    return text if _TURNED.match(text) else text[: found.start()]


def is_set_for_good(boundary: str, said: Iterable[Quote]) -> bool:
    """Return True if their own words set a boundary: with a word that lasts, or on two days."""
    about = content_words(boundary)
    behind = [quote for quote in said if content_words(quote.words) & about]
    refused = [quote for quote in behind if _REFUSES.search(quote.words)]
    is_lasting = any(
        _LASTING.search(quote.words) and not _ONCE.search(quote.words) for quote in behind
    )
    return is_lasting or len({quote.at.date() for quote in refused}) >= TWICE


def is_unwanted(word: str, said: Iterable[Quote]) -> bool:
    """Return True if they spoke of a word as a word, as in “don't call it debt”."""
    named = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
    return any(named.search(each.words) and _OF_A_WORD.search(each.words) for each in said)
