"""Sentences that “What Toney thinks” folds for what they say, however well they stand alone.

They are counted on `tests/coaching/memory/open_notes.toml`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.memory.evidence import Quote

_TELLS = r"(?:talk|speak|think|hear|go into|discuss|mention)\w*"
_DICE = r"(?:hablar|conversar|tocar|comentar|mencionar|acordar)\w*"
_UNWILLING = (
    r"(?:(?:do(?:n[’']?t| not)|did(?:n[’']?t| not)) (?:want|wish|like)(?: to)?"
    r"|(?:would|[’']d) rather not|prefer not to|refuse to|are not ready to|aren[’']t ready to)"
)
_REFUSED = re.compile(
    rf"\byou(?: would|[’']d)? ?{_UNWILLING} {_TELLS}\b(?! (?:to|with)\b)"
    r"(?!.*\b(?:to|with) (?:your|him|her|them|(?-i:[A-Z])))"
    r"|\byou(?:[’']ve| have)? (?:asked|told Toney) (?:Toney )?(?:not to (?:ask|bring|talk|speak|go"
    r" into)\b|to (?:leave|keep|skip|drop) [^.;]*\b(?:alone|out|aside|that)\b)"
    r"|\byou want(?:ed)? [^.;]*\bleft (?:alone|out)\b"
    r"|\b(?:is|are) (?:off[- ]limits|not up for discussion|a closed subject)\b"
    rf"|\b(?:no quieres|no querés|no quiere|prefieres no|preferís no|prefiere no) {_DICE}"
    r"(?: (?:de|sobre|nunca|hoy|más))*\b(?! con\b)(?!.*\bcon (?:tu|él|ella|(?-i:[A-ZÁÉÍÓÚÑ])))"
    r"|\b(?:pediste|pide|pides|pedís|prefieres|quieres) (?:que )?(?:no |dejar|se deje)"
    r"\w* ?(?:\S+ ){0,4}(?:en paz|de lado|fuera|hable|pregunte|mencione)\b",
    re.IGNORECASE,
)
"""A subject that they won't go into with Toney; not what they keep from somebody else."""
_THIS = r"(?:this app|this coach|Toney|esta (?:app|aplicación))"
_ARRIVAL = re.compile(
    r"\b(?:put|installed|install|downloaded|download|found|set up|signed up|recommended|suggested"
    rf"|told you about|showed you|sent you|came)\b[^.;]*\b{_THIS}\b"
    r"|\b(?:put|installed|downloaded|set up) (?:the|an) app (?:\w+ )?on your (?:phone|telephone)\b"
    rf"|\b(?:puso|instal[óa]\w*|baj(?:ó|aste)|descarg(?:ó|aste)|recomendó|habló|mandó|encontraste"
    rf"|llegaste)\b[^.;]*\b{_THIS}\b",
    re.IGNORECASE,
)
"""How they came to Toney."""
_ERRAND = re.compile(
    r"\b(?:you (?:want|mean|plan|have|need|hope)(?: to)?|you[’'](?:re|ll)|you are|you will)\b"
    r"[^.;]*\b(?:tonight|today|this (?:morning|afternoon|evening)|in \w+ minutes|right now)\b"
    r"|\b(?:quieres|querés|vas a|tienes que|tenés que|piensas|estás) [^.;]*"
    r"\b(?:hoy|esta (?:noche|tarde|mañana)|ahora mismo)\b"
    r"|\byou[’']?(?:re| are|ll| will| plan to| want to| mean to)? (?:going to )?"
    r"(?:mak(?:e|ing)|cook(?:ing)?|hav(?:e|ing)) [^.;]*\bfor"
    r" (?:dinner|tea|lunch|supper|breakfast)\b"
    r"|\bvas a (?:hacer|cocinar|preparar|comer|cenar) [^.;]*"
    r"\b(?:para (?:la cena|cenar|comer)|de cena)\b"
    r"|\b(?:bus|train|tram|taxi) to catch\b"
    r"|\byou(?:[’']re| are) (?:on|waiting for|off to|about to catch) (?:the|a|your) "
    r"(?:bus|train|tram|taxi|bed)\b"
    r"|\b(?:as (?:it|they|things) stands? now|tal (?:y )?como están? ahora)\b"
    r"|\byou(?: had)? wanted to (?:check|compare|be reminded|remember what)\b"
    r"|\b(?:querías|quería) (?:comprobar|comparar|recordar cuánto|ver si|ver cuánto)\b",
    re.IGNORECASE,
)
"""What is done or forgotten by the next day."""
_MONTHS = re.compile(
    r"\b(January|February|March|April|May|June|July|August|September|October|November|December"
    r"|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre"
    r"|diciembre)\b"
)
_LETTERS = 3  # of a month, as people shorten it


def is_refusal(text: str) -> bool:
    """Return True if a memory tells of a subject that they don't want to go into."""
    return _REFUSED.search(text) is not None


def is_trifle(text: str) -> bool:
    """Return True for an errand of the day, or how they came to Toney."""
    return (_ARRIVAL.search(text) or _ERRAND.search(text)) is not None


def has_unsaid_month(text: str, said: Iterable[Quote]) -> bool:
    """Return True if a sentence names a month that they never named themselves."""
    named = _MONTHS.findall(text)
    spoken = " ".join(quote.words for quote in said) if named else ""
    return not all(
        re.search(rf"\b{month[:_LETTERS]}(?:t|{month[_LETTERS:]})?\b", spoken, re.IGNORECASE)
        for month in named
    )
