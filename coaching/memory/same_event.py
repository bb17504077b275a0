"""Compare sentences that tell of one event or one figure, although neither repeats the other."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from coaching.memory.money_roles import is_turned
from coaching.memory.repeated import (
    FEWEST,
    HALF,
    KIN,
    MAIN_CLAUSES,
    REMEMBERED,
    Who,
    adds_nothing,
    clauses_in,
    denied_in,
    mode_of,
    plain_of,
    subject_of,
    telling_in,
)
from coaching.text.content import common
from coaching.text.lexicon import LANGUAGES, lexicon
from coaching.text.similarity import Relation, containment, relation
from coaching.text.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 0.67
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_DAY = re.compile(
    r"\b(?:on|from|by|until|since) (?:the )?\d{1,2}(?:st|nd|rd|th)?\b"
    r"|\b(?:the )?\d{1,2}(?:st|nd|rd|th)\b"
    r"|\b\d{1,2} (?:de )?"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)[a-z]*\b"
    r"|\b(?:el|del|día) \d{1,2}\b|\b(?:19|20)\d\d\b"
)
"""A day or a year, which is no figure of the matter itself."""
_SETTLED = re.compile(
    r"\b(?:decided|will be|will (?:charge|pay|earn|owe|cost|get|send)|(?:you|it|they)'ll"
    r"|going (?:up|down)|(?:goes|went|gone|came|come) (?:up|down)|raising|lowering|instead"
    r"|any ?more|from now on|as of|now|not \d[\d.,]*|decid\w+|será|serán|subes?|subirás"
    r"|bajas?|en vez de|a partir de|pasa a|pasará|ahora|va a|vas a)\b"
)
"""What is so from now on, whatever was so before."""
_BESIDE = re.compile(
    r"\b(?:extra|more|less|another|also|too|on top|toward|towards|save|saving|más|menos|otr[oa]s?"
    r"|además|también|ahorrar)\b"
)
"""A second figure beside the first one, or only a part of it."""
_TURNS = re.compile(r"\b(?:off|away|back|down|before|after|antes|después)\b")
"""Small words that turn a deed or its order round."""
_OFF = re.compile(
    r"\b(?:is|are|was|were) (?:now )?(?:off|cancelled|canceled|over)\b|\b(?:fell|fallen) through\b"
    r"|\b(?:dropped|gave up|given up|decided against|cancelled|canceled|abandoned)\b"
    r"|\b(?:no|not) va\b|\bnot (?:quieres|vas)\b|\b(?:cancelaste|descartaste"
    r"|abandonaste|renunciaste)\b"
)


def tells_half(shown: str, note: str) -> bool:
    """Return True if one sentence tells half of what a note tells: both are about one event."""
    told = telling_in(plain_of(note))
    return bool(told) and containment(told, telling_in(plain_of(shown))) >= HALF


def is_event_of(note: str, others: Iterable[str]) -> bool:
    """Return True if other sentences tell most of each main clause, with no other person or number.

    It takes more near misses for repeats than `adds_nothing`: use it where a memory stays shown.
    """
    there = [plain_of(other) for other in others]
    parts = [part for part in MAIN_CLAUSES.split(plain_of(note)) if telling_in(part)]
    return bool(parts) and all(any(_is_event(part, each) for each in there) for part in parts)


def _is_event(one: str, other: str) -> bool:
    told, there = telling_in(one), telling_in(other)
    return (
        containment(told, there) >= MOST
        and not any(word[:1].isdigit() for word in told - there)
        and denied_in(one) & there == denied_in(other) & told
        and set(KIN.findall(one)) <= set(KIN.findall(other))
        and mode_of(one) == mode_of(other)
    )


def tells_same(one: str, other: str) -> bool:
    """Return True if of two sentences the shorter one says the same, perhaps with less about it.

    It takes a near miss or two more than `adds_nothing`: use it where the sentence stays readable.
    """
    less, more = sorted((one, other), key=lambda text: len(telling_in(plain_of(text))))
    if adds_nothing(less, more):
        return True
    short, long = plain_of(less), plain_of(more)
    told, there = telling_in(short), telling_in(long)
    kin, others = set(KIN.findall(short)), set(KIN.findall(long))
    return (
        bool(told)
        and told - common() <= there
        and relation(one, other) is Relation.SAME
        and not is_turned(one, other)
        and (not kin or not others or kin <= others)
        and denied_in(short) & there == denied_in(long) & told
        and told & _feelings() == there & _feelings()
        and set(_TURNS.findall(short)) == set(_TURNS.findall(long))
        and all(any(_is_beside(part, each) for each in _heads(long)) for part in _heads(short))
    )


def _heads(plain: str) -> list[str]:
    """Return each main clause without the clauses that hang on it."""
    return [clauses_in(part)[0] for part in MAIN_CLAUSES.split(plain) if telling_in(part)]


def _is_beside(one: str, other: str) -> bool:
    """Return True if the same people do most of a clause in another one, planned, done or now."""
    who, modes = {subject_of(one)[0], subject_of(other)[0]}, {mode_of(one), mode_of(other)}
    is_by_same = len(who) == 1 or Who.ANYBODY in who
    is_as_far = len(modes) == 1 or "any" in modes
    return is_by_same and is_as_far and containment(telling_in(one), telling_in(other)) > HALF


def is_newer_figure(new: str, old: str) -> bool:
    """Return True if an older sentence tells of the same thing as now, with another number."""
    return any(
        _is_other_figure(mine, theirs)
        for mine in MAIN_CLAUSES.split(plain_of(new))
        for theirs in MAIN_CLAUSES.split(plain_of(old))
    )


def is_newer_plan(new: str, old: str) -> bool:
    """Return True if a later sentence settles or ends what an older one tells as so or as open."""
    return any(
        _is_settled_anew(mine, theirs) or _is_ended(mine, theirs) or _is_decided(mine, theirs)
        for mine in MAIN_CLAUSES.split(plain_of(new))
        for theirs in MAIN_CLAUSES.split(plain_of(old))
    )


def _is_settled_anew(one: str, other: str) -> bool:
    """Return True if a clause tells what a price, a sum or an amount is from now on."""
    (told, numbers), (there, before) = (_figured(_DAY.sub(" ", part)) for part in (one, other))
    return (
        bool(numbers and before and there)
        and numbers.isdisjoint(before)
        and _SETTLED.search(one) is not None
        and not _BESIDE.search(f"{one} {other}")
        and mode_of(other) in {"now", "any"}
        and there <= told
        and subject_of(other)[0] is subject_of(one)[0]
        and set(KIN.findall(one)) == set(KIN.findall(other))
    )


def _is_ended(one: str, other: str) -> bool:
    """Return True if a clause says of what was planned or open that it is off."""
    found = _OFF.search(one)
    if found is None or mode_of(other) not in {"planned", "open"}:
        return False
    matter = telling_in(_OFF.sub(" ", one)) - common()
    return bool(matter) and matter <= telling_in(other) and not _OFF.search(other)


def _is_decided(one: str, other: str) -> bool:
    """Return True if a clause decides what another one leaves open."""
    told, there = telling_in(one) - common(), telling_in(other) - common()
    is_open = mode_of(other) == "open" and mode_of(one) in {"planned", "past"}
    return is_open and len(there) >= FEWEST and there <= told and denied_in(one) == denied_in(other)


def _is_other_figure(one: str, other: str) -> bool:
    if not _FIGURE.search(one) or not _FIGURE.search(other):
        return False
    (told, numbers), (there, before) = _figured(one), _figured(other)
    return (
        numbers.isdisjoint(before)
        and mode_of(one) == mode_of(other) == "now"
        and (told == there or (len(told & there) >= FEWEST and there <= told))
        and denied_in(one) == denied_in(other)
        and subject_of(one)[0] is subject_of(other)[0]
        and set(KIN.findall(one)) == set(KIN.findall(other))
    )


@lru_cache(REMEMBERED)
def _figured(plain: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return what a clause is about, and its numbers."""
    told = telling_in(plain) - common()
    words = frozenset(word for word in told if not word[:1].isdigit())
    return words, frozenset(_FIGURE.findall(plain))


def is_same_moment(note: str, memories: Iterable[str]) -> bool:
    """Return True if memories from the same message tell half of a note, and it names no feeling.

    They were written side by side about a few words: half is enough to know that both are about
    the same.
    """
    told = telling_in(plain_of(note))
    there = frozenset[str]().union(*(telling_in(plain_of(memory)) for memory in memories))
    is_felt = bool((told - there) & _feelings())
    return not is_felt and bool(told) and containment(told, there) >= HALF


@lru_cache(1)
def _feelings() -> frozenset[str]:
    return frozenset(
        stem(word, language) for language in LANGUAGES for word in lexicon(language).feelings
    )
