"""What holds beyond its own clause: a story, a report, a taking back, words about our memory.

Where it is open whether a claim still belongs to it, the claim is in doubt rather than refused.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import TYPE_CHECKING

from coaching.memory.deduplication import telling
from coaching.memory.rules import load_rules, straight
from coaching.text.words import sentence_spans, sentences

if TYPE_CHECKING:
    from coaching.memory.attribution import QuoteMatch


class Doubt(IntEnum):
    """How far something is from being said in earnest."""

    NONE = 0
    SOME = 1
    SURE = 2


_AND = re.compile(r"\b(?:and|y)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"^\W*(?:(?:and|y) )?(?:that|que)\b", re.IGNORECASE)
_ADDS = re.compile(r"^\W*(?:and|y)\b", re.IGNORECASE)
_ENDS_REPORT = re.compile(r"\b(?:but|so|anyway|btw|then|pero|así que)\b|[.!?;]", re.IGNORECASE)
_DIRECTLY = re.compile(
    r"\W*(?:(?:them|people|everyone|everybody|him|her|me|us|that)\W*)*", re.IGNORECASE
)
_GENERIC_YOU = re.compile(r"^\W*(?:and |so |cos |that )*(?:you|u)\b", re.IGNORECASE)
_ABOUT = re.compile(r"^\W*(?:about|on|re)\b (.*)", re.IGNORECASE)


NOT_ME = "not me"


def in_story(found: QuoteMatch) -> Doubt:
    """Return the doubt if the quote follows words about a story, a song, a game or a dream."""
    rules = load_rules()
    for match in rules.patterns["story"].finditer(straight(found.sentence)):
        between = found.sentence[match.end() : len(found.before)]
        if match.end() > len(found.before) or rules.fits("returns", between):
            continue
        return Doubt.SOME if _AND.search(between) else Doubt.SURE
    return Doubt.NONE


def in_report(content: str, found: QuoteMatch) -> Doubt:
    """Return the doubt if an earlier report goes on: `mum says … and that i …`."""
    rules = load_rules()
    earlier = found.before[: len(found.before) - len(found.lead)]
    told = rules.last("said_by_others", earlier)
    if told is None or _ENDS_REPORT.search(earlier[told.end() :]):
        return Doubt.NONE
    if telling(told[0]) & telling(content) or not rules.fits("mine", found.clause):
        return Doubt.NONE
    if rules.fits("reported", content):
        return Doubt.SOME
    if _GOES_ON.match(found.clause):
        return Doubt.SURE
    is_reported_first = rules.fits("mine", earlier[told.end() :])
    if _DIRECTLY.fullmatch(earlier[told.end() :]):
        return Doubt.SURE
    return Doubt.SOME if is_reported_first and _ADDS.match(found.clause) else Doubt.NONE


def taken_back(found: QuoteMatch) -> Doubt:
    """Return True if the claim is taken back later in the message.

    What comes after another claim may take back that one only, so this one is in doubt.
    """
    rules = load_rules()
    rest = straight(f"{found.after}{found.later}")
    said = straight(f"{found.quote}{rest}")
    for match in rules.patterns["back"].finditer(said):
        if match.start() > 0:
            doubt = _takes_back(found, said, match, len(found.quote))
            if doubt:
                return doubt
    for start in _starts(rest):
        match = rules.patterns["back"].match(rest[start:])
        if match is not None:
            shift = len(found.quote) + start
            doubt = _takes_back(found, said, match, len(found.quote), shift)
            if doubt:
                return doubt
    return Doubt.NONE


def about_our_memory(content: str, found: QuoteMatch) -> Doubt:
    """Return the doubt if it tells the app what to keep, or what to do."""
    rules = load_rules()
    if rules.fits("addressed", found.clause) or content.split(maxsplit=1)[0] == "Toney":
        return Doubt.SURE
    lead = f"{found.before}{found.quote}"
    if rules.fits("to_memory", lead):
        is_ours = any(rules.fits("of_the_app", text) for text in (content, found.quote))
        return Doubt.SURE if is_ours else Doubt.SOME
    is_to_you = _GENERIC_YOU.match(found.clause) and not rules.fits("mine", found.clause)
    return Doubt.SOME if is_to_you else Doubt.NONE


def _starts(text: str) -> list[int]:
    """Return where the sentences of a text begin."""
    return [0, *(start for start, _ in sentence_spans(text))]


def _takes_back(
    found: QuoteMatch, said: str, match: re.Match[str], after_quote: int, shift: int = 0
) -> Doubt:
    start, end = match.start() + shift, match.end() + shift
    if match[0].casefold() == NOT_ME and not load_rules().fits("mine", found.clause):
        return Doubt.NONE  # they say whose it is
    about = _ABOUT.match(said[end:])
    if about is not None and not telling(about[1]) & telling(found.clause):
        return Doubt.NONE
    between = said[after_quote:start]
    claims = [part for part in sentences(between)[1:] if _is_claim(part)]
    return Doubt.SOME if claims else Doubt.SURE


def _is_claim(text: str) -> bool:
    rules = load_rules()
    return rules.fits("mine", text) or rules.fits("another", text.strip(" ,"))
