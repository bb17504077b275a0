"""Whether a sentence on the page says nothing that another one doesn't say: then it may go.

It is careful in one direction. A repeat that stays is odd; a sentence that goes though it said
something of its own is lost. Both are counted on `tests/coaching/memory/page_pairs.toml`.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from functools import lru_cache
from typing import TYPE_CHECKING

from coaching.memory.plain_forms import DAYS, FORM, FRONT, LIGHT
from coaching.memory.rules import straight
from coaching.text.content import read
from coaching.text.similarity import containment
from coaching.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable

FEWEST = 2
"""Telling words in a note; with fewer nobody can be sure what it is about."""
HALF = 0.5
REMEMBERED = 4096
_AROUND = re.compile(
    r"^(?:you (?:said|told me|mentioned|noticed)(?: that\b|:)? (?=(?:you|your|i|my|the)\b)"
    r"|(?:dijiste|me (?:dijiste|contaste)|notaste) que |it can be hard (?=when)"
    r"|puede ser difícil (?=cuando))"
    r"|,? (?:you (?:said|told me|noticed)|dijiste|me contaste)(?=[.!]?$)",
    re.IGNORECASE,
)
"""What only says that something was said."""
_LET_GO = r"(?:were|was|been) (?:fired|sacked|laid off|let go|made redundant)"
_SAME_WORDS = (
    (r"\b(?:mum|mom|mama|mamá|madre)\b", "mother"),
    (r"\b(?:dad|daddy|papa|papá|padre)\b", "father"),
    (rf"\b(?:lost (?:your|the) job|{_LET_GO})\b", "let go"),
    (r"\b(?:perdiste el|(?:te )?quedaste sin(?: el)?) trabajo\b", "perdiste trabajo"),
    (r"\bsplit(?:ting)? up\b", "separated"),
    (r"\byou(?: have|'ve got) (?:an?|the)\b", "your"),
    (r"(?: would|'d) rather not\b|\bdo(?:n't| not) want(?: to)?\b|\bwant no\b", " don't"),
    (r"\b(?:prefieres no|no quieres)\b", "no"),
    (r"\bun(opened|paid|read)\b", r"not \1"),
    (r"\b(?:no longer|ya no|stop(?:s|ped|ping)?|quit|gave up|deja(?:ste|r|do) de)\b", "not"),
    (r"\bmade a joke\b", "joked"),
)
_SAME = [(re.compile(pattern), plain) for pattern, plain in _SAME_WORDS]
_OPEN = (
    r"\b(?:might|may|maybe|perhaps|not sure|thinking (?:of|about)|considering|wonder\w*)\b"
    r"|\b(?:quizás?|tal vez|a lo mejor|estás pensando|piensas en|no sabes si)\b"
)
_PLANNED = (
    r"\byou(?:'d| would)? (?:want|like|hope|plan|intend|mean|need|have) to\b|\byou want\b"
    r"|\byou(?:'ll| will|(?:'re| are) (?:going|planning|hoping|about) to"
    r"|(?:'ve| have) decided to)\b|\bwas planned\b|\bestaba previsto\b"
    r"|\b(?:quieres|vas a|piensas|planeas|esperas|necesitas|tienes que|te gustaría"
    r"|decidiste|\w{3,}[aei]rás)\b"
)
_PAST = (
    r"\b(?!(?:need|feed|bed|shed|red)\b)\w{2,}ed\b|\b(?:was|were|had|told|said|went|got"
    r"|sold|bought|paid|lost|left|sent|spent|gave|made|took|found|kept|knew|saw|spoke|lent"
    r"|rang|began|came|felt|hid|held|thought|sat|stood|wrote|slept|met|heard|done|did)\b"
    r"|\b\w{2,}(?:aste|iste|aron|ieron)\b|\b\w{2,}ó\b|\bfue\b"
)
_MODES = {
    "open": re.compile(_OPEN),
    "planned": re.compile(_PLANNED),
    "any": re.compile(r"\b(?:put|let|cut|set|read|hit|cost)\b"),
    "past": re.compile(_PAST),
}
"""Whether something is open, planned or past; what fits none is so now. The first that fits."""
KIN = re.compile(
    r"\b(?:mother|father|sister|brother|sons?|daughters?|husband|wife|partner|boyfriend|girlfriend"
    r"|aunt|uncle|cousin|nan|gran\w*|boss|landlord|landlady|friends?|parents|kids?|herman[oa]s?"
    r"|hij[oa]s?|marido|mujer|espos[oa]|pareja|novi[oa]|abuel[oa]s?|tí[oa]s?|prim[oa]s?|jef[ea]"
    r"|amig[oa]s?|padres|caser[oa])\b"
)
_PARTS = re.compile(
    r"[,;:–—]\s+|\s+(?=(?:and|but|so|because|which|while|when|before|after|that|y|pero|porque|cuando"
    r"|que|antes de|después de)\s)"
)
MAIN_CLAUSES = re.compile(r"[,;]?\s+(?:and|but|so|y|e|pero)\s+(?!that\b|eso\b)|;\s+|:\s+")
_APART = re.compile(r"\b(?:off|away|back)\b")
"""Small words that turn a verb round: turned off, gave back."""
_ORDER = re.compile(r"\b(?:before|after|antes de|después de)\b")
_BEFORE_WHO = re.compile(
    r"and|but|so|because|which|while|when|that|y|pero|porque|cuando|que|no|ya|te|les?|lo|se|me|not"
)
"""Words that may begin a clause before anybody is named."""
_BY_YOU = re.compile(
    r"you(?:'\w+)?|\w{2,}(?:aste|iste)|(?!tus|los|las|sus|unas|estas|tomás)\w{2,}[aeá]s|has|vas|das"
)
_DEED = re.compile(r"\w{3,}ing|\w{3,}[aei]r(?:l[aeo]s?)?")
"""A deed as a thing, which has no person: “putting it away helped”."""
_THING = re.compile(r"^(?:the|la|las|el|los)\b.*\b(?:is|are|están?)\b")


class Who(Enum):
    """Whose deed a clause tells."""

    YOU = auto()
    ANOTHER = auto()
    ANYBODY = auto()


_OF_MONEY = re.compile(
    r"\b(?:the|your|a|his|her) (\w+) (?:money|loan|payments?|insurance|bills?|fund|debt|tax|deposit"
    r"|costs?|account|card)\b"
)
"""Something that is only in the name of another thing: the car money is not the car."""


def adds_nothing(note: str, shown: str) -> bool:
    """Return True if all that a note says is said by a sentence that is shown.

    What differs in a number, a name, a person, a denial, who did it, or whether it is open,
    planned or done, is something of its own.
    """
    one, other = plain_of(note), plain_of(shown)
    told, there = telling_in(one), telling_in(other)
    if told and one == other:
        return True
    return (
        (len(told) >= FEWEST or told == there)
        and bool(told)
        and _is_all_there(told, there, mode_of(one))
        and set(_APART.findall(one)) == set(_APART.findall(other))
        and set(KIN.findall(one)) <= set(KIN.findall(other))
        and denied_in(one) & there == denied_in(other) & told
        and _agree(one, other, told)
        and not _is_in_a_name(one, other)
    )


def _is_all_there(told: frozenset[str], there: frozenset[str], mode: str) -> bool:
    """Return True if no telling word is new; what happened may have its day beside it."""
    new = told - there
    return not new or (mode == "past" and new <= _days() and not there & _days())


def is_told_by(note: str, others: Iterable[str]) -> bool:
    """Return True if one of the other sentences says all that a note says."""
    return any(adds_nothing(note, other) for other in others)


@lru_cache(1)
def _days() -> frozenset[str]:
    return frozenset(read(" ".join(DAYS.split())).words)


@lru_cache(REMEMBERED)
def plain_of(text: str) -> str:
    """Return a text in lower case, with one word for each of a few expressions."""
    low = _AROUND.sub("", straight(text).strip()).casefold()
    for pattern, plain in _SAME:
        low = pattern.sub(plain, low)
    return low


@lru_cache(REMEMBERED)
def telling_in(plain: str) -> frozenset[str]:
    """Return the words of a plain text that tell what it is about."""
    return frozenset(read(" ".join(word for word in _forms(plain) if word not in LIGHT)).words)


@lru_cache(REMEMBERED)
def denied_in(plain: str) -> frozenset[str]:
    """Return the words that a plain text denies."""
    return read(" ".join(_forms(plain))).denied


def _forms(plain: str) -> list[str]:
    return [FORM.get(word, word) for word in words(plain)]


def _agree(one: str, other: str, told: frozenset[str]) -> bool:
    """Return True if the same people do it in the same order, planned, open, past or now."""
    best = max(clauses_in(other), key=lambda part: len(telling_in(part) & told))
    modes = {mode_of(best), mode_of(other)}
    if "any" not in {mode_of(one), *modes} and mode_of(one) not in modes:
        return False
    first, second = _ORDER.search(one), _ORDER.search(other)
    if first and second and not telling_in(one[first.end() :]) & telling_in(other[second.end() :]):
        return False
    return all(
        any(_is_told_in(part, theirs) for theirs in MAIN_CLAUSES.split(other))
        for part in MAIN_CLAUSES.split(one)
        if telling_in(part)
    )


def _is_told_in(one: str, other: str) -> bool:
    """Return True if a main clause of another sentence tells this one, with its subordinate ones.

    What two main clauses tell isn't mixed: in “he paid the rent and you the gas” you paid no rent.
    """
    if not _is_all_there(telling_in(one), telling_in(other), mode_of(one)):
        return False
    parts = [part for part in clauses_in(one) if telling_in(part)]
    return all(
        any(_is_done_by_same(part, theirs) for theirs in clauses_in(other)) for part in parts
    )


def clauses_in(plain: str) -> list[str]:
    """Return the clauses of a plain text, main ones and those that hang on them."""
    return [part for part in _PARTS.split(plain) if part.strip()]


def _is_done_by_same(one: str, other: str) -> bool:
    """Return True if you do the same in both clauses, or others do, for half of what is told."""
    (who, does), (who_there, _) = subject_of(one), subject_of(other)
    told, there = telling_in(one), telling_in(other)
    if who is Who.ANYBODY or who is who_there is Who.ANOTHER:
        return containment(told, there) >= HALF
    return who is who_there and does in there


def mode_of(plain: str) -> str:
    """Return whether a plain text is open, planned, past, or true now."""
    return next((name for name, pattern in _MODES.items() if pattern.search(plain)), "now")


def subject_of(clause: str) -> tuple[Who, str]:
    """Return whose deed a clause tells, and the first telling word of it."""
    found = [word for word in words(clause) if not _BEFORE_WHO.fullmatch(word)]
    first = found[0] if found else ""
    if _DEED.fullmatch(first) or (_THING.match(clause) and not KIN.search(clause)):
        return Who.ANYBODY, ""
    is_yours = [_BY_YOU.fullmatch(word) is not None for word in found]
    at = is_yours.index(True) if True in is_yours else -1
    if at > 0 and first not in FRONT:
        at = -1
    rest = [word for word in _forms(" ".join(found[max(at, 0) :])) if word not in LIGHT]
    does = next(iter(read(" ".join(rest)).words), "")
    return (Who.YOU if at >= 0 else Who.ANOTHER), does


def _is_in_a_name(one: str, other: str) -> bool:
    named = set(_OF_MONEY.findall(other)) - set(_OF_MONEY.findall(one))
    return not named.isdisjoint(words(one))
