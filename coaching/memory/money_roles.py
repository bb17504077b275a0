"""Read who gives money and who gets it, so that no new sentence turns a debt round.

“You lent your sister 300” and “Your sister lent you 300” share every word. Read are the verbs that
have a giver and a receiver, in English and Spanish; what names neither is no difference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.memory.repeated import KIN
from coaching.memory.rules import straight
from coaching.text.content import language_of
from coaching.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

YOU = "you"
_ENGLISH = re.compile(
    r"\b(?:(?P<lend>lend(?:s|ing)?|lent|loan(?:s|ed|ing))|(?P<borrow>borrow(?:s|ed|ing)?)"
    r"|(?P<owe>ow(?:es?|ed|ing))|(?P<pay>pay(?:s|ing)?|paid)|(?P<give>giv(?:es?|ing|en)|gave)"
    r"|(?P<ask>ask(?:s|ed|ing)?))\b",
    re.IGNORECASE,
)
_SPANISH = re.compile(
    r"\b(?:(?P<borrow>(?:pid|ped)\w+ (?:\S+ )?prestad[oa]s?)|(?P<lend>prest(?!ad|amo)\w+)"
    r"|(?P<owe>de(?:b[eéo]s?|ben|bías?|ber(?:les?|te|me)?|biste|bió|bieron))"
    r"(?! (?:de )?\w+[aei]r\b)"
    r"|(?P<pay>pag(?:as?|ás|an|aste|ó|aron|ar(?:les?|te)?|abas?|ando)|devolv\w+|devuelv\w+)"
    r"|(?P<give>d(?:as?|an|iste|io|ieron|ar(?:les?|te)?|abas?|ando))"
    r"|(?P<ask>(?:pid|ped)(?:es?|ís|en|iste|ió|ieron|ir(?:les?|te)?|ías?|iendo)))\b",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    r"\b(?:is|are|was|were|be|been|being|get|gets|got|[’']re|[’']s)(?: still)? $", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"[,;:.]\s|\s(?:and|but|because|when|so|y|pero|porque|cuando)\s", re.IGNORECASE
)
_SOMEBODY = re.compile(
    rf"\b(?P<you>you|yourself|usted)\b(?!r)|\b(?P<other>he|she|they|him|them|her|él|ella"
    rf"|ellos|ellas)\b|(?P<kin>{KIN.pattern}|\b(?:mum|mom|dad|mamá|papá)\b)",
    re.IGNORECASE,
)
_NAME = re.compile(r"\b[A-ZÁÉÍÓÚÑ][a-záéíóúñ]+\b")
_NO_NAME = re.compile(
    r"You|Your|He|She|They|The|A|An|Tu|Tus|Su|Le|Les|Te|Ya|No|El|La|Usted|If|When"
)
_SECOND = re.compile(r"\w+(?:aste|iste)|\w{2,}[aeá]s|das|vas|has|pedís|debés", re.IGNORECASE)
_BEFORE_A = re.compile(r"\ba(?:l| \w+)? $", re.IGNORECASE)
_DEBTS = ("lend", "borrow", "owe")


@dataclass(frozen=True, slots=True)
class Deed:
    """One verb of money: the giver pays, gives, asks or owes, and the receiver is paid or asked."""

    kind: str
    giver: frozenset[str]
    receiver: frozenset[str]


def is_turned(new: str, old: str) -> bool:
    """Return True if a sentence turns round who gives, owes, pays or asks in another one."""
    before = list(_deeds(old))
    return any(
        all(_is_other_way(deed, known) for known in same)
        for deed in _deeds(new)
        if (same := [known for known in before if known.kind == deed.kind])
    )


def _is_other_way(one: Deed, other: Deed) -> bool:
    if one.giver & other.receiver - other.giver or one.receiver & other.giver - other.receiver:
        return True
    return bool(one.giver and other.giver) and (YOU in one.giver) is not (YOU in other.giver)


def _deeds(text: str) -> Iterator[Deed]:
    plain = straight(text)
    is_spanish = language_of(words(plain.casefold())) == "es"
    read = _in_spanish if is_spanish else _in_english
    for found in (_SPANISH if is_spanish else _ENGLISH).finditer(plain):
        kind = str(found.lastgroup)
        giver, receiver = read(plain, found)
        if kind == "lend":  # the one who gets it owes it
            giver, receiver = receiver, giver
        yield Deed("debt" if kind in _DEBTS else kind, giver, receiver)


def _in_english(text: str, verb: re.Match[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return who is named last before a verb, and who is named first after it."""
    before, after = text[: verb.start()], text[verb.end() :]
    clause = _CLAUSE.split(before)[-1]
    subject = frozenset(_people(clause)[-1:]) or frozenset(_people(before)[-1:])
    rest = _CLAUSE.split(after)[0]
    if _PASSIVE.search(before):
        return frozenset(_people(rest.partition(" by ")[2])[:1]), subject
    following = _ENGLISH.search(rest)
    return subject, frozenset(_people(rest[: following.start()] if following else rest)[:1])


def _in_spanish(text: str, verb: re.Match[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return who does it by its ending, and whom `te`, `le` and `a …` name."""
    clauses = [part for part in _CLAUSE.split(text) if verb.group() in part]
    clause = clauses[0] if clauses else text
    form = verb.group().casefold().split()[0]
    to_you = re.search(r"\b(?:te|a ti|a usted)\b", clause, re.IGNORECASE) or form.endswith("te")
    is_second = _SECOND.fullmatch(form) is not None or "usted" in clause.casefold().split()
    is_infinitive = re.fullmatch(r"\w+r(?:te|les?)?", form) is not None
    if is_infinitive:
        leading = text[: verb.start()].casefold().split()
        is_second = any(_SECOND.fullmatch(word) for word in leading)
    if form.endswith("te") and not is_infinitive:  # `prestaste`
        to_you = re.search(r"\bte\b", clause, re.IGNORECASE)
    others = [*_people(clause, is_object=False)], [*_people(clause, is_object=True)]
    giver = frozenset([YOU]) if is_second else frozenset(each for each in others[0] if each != YOU)
    named = frozenset(each for each in others[1] if each != YOU)
    receiver = frozenset([YOU]) if to_you and not is_second else named
    return giver or frozenset(["other"]), receiver


def _people(text: str, *, is_object: bool | None = None) -> list[str]:
    """Return who is named, in order; in Spanish those behind `a`, or those that aren't."""
    found = [(m.start(), YOU if m["you"] else "other" if m["other"] else m[0].casefold())
             for m in _SOMEBODY.finditer(text)]  # fmt: skip
    found += [(m.start(), m[0].casefold()) for m in _NAME.finditer(text)
              if not _NO_NAME.fullmatch(m[0]) and not KIN.search(m[0].casefold())]  # fmt: skip
    return [
        name
        for at, name in sorted(found)
        if is_object is None or (_BEFORE_A.search(text[:at]) is not None) is is_object
    ]
