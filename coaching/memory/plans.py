"""Which memories can be done, and which ones a newer memory tells as done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.memory.dates import due
from coaching.memory.money_roles import is_turned
from coaching.memory.plain_forms import DAYS, FORM
from coaching.memory.repeated import (
    FEWEST,
    KIN,
    MAIN_CLAUSES,
    clauses_in,
    denied_in,
    mode_of,
    plain_of,
    subject_of,
    telling_in,
)
from coaching.text.content import common, content_words, language_of
from coaching.text.stems import stem
from coaching.text.words import words
from coaching.values.enums import MemoryKind, MemoryState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.models import CoachMemory

PLANS = frozenset({MemoryKind.COMMITMENT, MemoryKind.DECISION})
MOST_ADDED = 3
CAN_BE_DONE = frozenset({MemoryState.ACTIVE, MemoryState.EXPIRED, MemoryState.WAITING})
_PLAN = re.compile(
    r"\b(?:(?:want|like|hope|plan|intend|mean|need|have|going|planning|hoping|about|decided) to"
    r"|will|'ll|(?:quieres|vas a|piensas|planeas|esperas|necesitas|te gustaría"
    r"|decidiste|quiere|va a|piensa)) (?P<verb>\w+)"
)
_ENCLITIC = re.compile(r"(?<=[aei]r)(?:me|te|se|l[aeo]s?|sel[ao]s?)$")
_DAY = re.compile(r"\d")
"""Of a month; a weekday by itself may be the last one or the next one."""
_MUST = re.compile(r"\b(?:tienes|tiene) que\b")
_IN_MAY = re.compile(r"\b(?:in|by|before|until|of|on \d+) may\b")
"""The month, which otherwise reads as “might”."""
_PAST = {
    "saw": "see",
    "seen": "see",
    "did": "do",
    "done": "do",
    "brought": "bring",
    "drove": "drive",
}
_ALMOST = re.compile(
    r"\b(?:almost|nearly|tried|trying|thought (?:of|about)|wanted|meant|were going|forgot"
    r"|casi|intentaste|querías|pensaste|ibas a|olvidaste)\b"
)


def is_open(memory: CoachMemory) -> bool:
    """Return True for a plan or an appointment that isn't done yet."""
    return memory.done_at is None and can_be_done(memory)


def can_be_done(memory: CoachMemory) -> bool:
    """Return True for a plan, and for an event with a day to come when it was told."""
    if memory.state not in CAN_BE_DONE:
        return False
    return memory.kind in PLANS or (
        memory.kind is MemoryKind.LIFE_EVENT
        and due(memory.content, memory.created_at.date()) is not None
        and (_DAY.search(memory.content) is not None or mode_of(plain_of(memory.content)) == "now")
    )


def with_open_plans(found: Sequence[CoachMemory], limit: int) -> list[CoachMemory]:
    """Return the first `limit` memories; a few open plans behind them take the last places.

    Only what the coach can read can be marked as done. What is pinned keeps its place.
    """
    first = list(found[:limit])
    missing = [row for row in found[limit:] if row.kind in PLANS and is_open(row)]
    left_out = [row for row in first if not (row.is_pinned or is_open(row))][::-1]
    added = missing[: min(MOST_ADDED, len(left_out))]
    gone = left_out[: len(added)]
    return [row for row in first if row not in gone] + added


def is_carried_out(plan: str, told: str) -> bool:
    """Return True if a sentence tells, as past, all that the main clause of a plan says.

    Its day may be another one. What somebody nearly did, or didn't, ends no plan.
    """
    plain = _IN_MAY.sub(" ", _MUST.sub("vas a", plain_of(plan)))
    wanted = clauses_in(MAIN_CLAUSES.split(plain)[0])[0]
    found = _PLAN.search(wanted)
    if found is None or mode_of(wanted) != "planned" or is_turned(told, plan):
        return False
    matter = telling_in(wanted[found.start("verb") :]) - common() - content_words(DAYS)
    return len(matter) >= FEWEST and any(
        _does(part, wanted, found["verb"], matter) for part in MAIN_CLAUSES.split(plain_of(told))
    )


def _does(told: str, wanted: str, verb: str, matter: frozenset[str]) -> bool:
    there = telling_in(told)
    return (
        mode_of(told) == "past"
        and not _ALMOST.search(told)
        and matter <= there
        and not denied_in(told) & there
        and _form(verb, wanted) in {_form(word, told) for word in words(told)}
        and subject_of(told)[0] is subject_of(wanted)[0]
        and set(KIN.findall(wanted)) <= set(KIN.findall(told))
    )


def _form(word: str, text: str) -> str:
    bare = _ENCLITIC.sub("", word)
    return _PAST.get(bare) or FORM.get(bare, stem(bare, language_of(words(text))))
