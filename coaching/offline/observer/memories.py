"""What the rules would remember of a message: names, jobs, days, events, decisions, plans.

They propose, as a model does; `coaching.memory.gate` decides about both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from coaching.offline.replies.texts import grouped, read
from coaching.text.days import ahead
from coaching.text.lexicon import lexicon
from coaching.text.words import sentences, tidy, upper_first, words
from coaching.values.enums import Importance, MemoryKind
from coaching.values.observation import MemoryCandidate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.values.context import MemoryView, ObserverContext

MOST, LEAST_WORDS = 5, 3
NONE = "none"
_MY, _THE = re.compile(r"\b(?:my|our|their) ", re.IGNORECASE), "the "
_YOURS = {"my": "your", "our": "your", "me": "you", "us": "you", "mi": "tu", "mis": "tus"}
_MINE = re.compile(rf"\b(?:{'|'.join(_YOURS)})\b", re.IGNORECASE)
_SUBJECT = re.compile(r"^(?:you're|you|your|is|tu) ")
_SPANISH = ("cobra", "vive", "tiene", "trabaja", "ahorra")
_ENGLISH = {"gets": "get", "works": "work", "lives": "live", "has": "have"}
_FORMS = _ENGLISH | {f"{verb}s": verb for verb in _SPANISH}
_MONTHS = re.findall(r"\S+", "jan|ene feb mar apr|abr may jun jul aug|ago sep oct nov dec|dic")
_NEXT_WEEK, _WEEK = re.compile(r"\bnext week\b|\bsemana que viene\b"), re.compile(r"week|semana")
_MONTH = re.compile(r"month|\bmes\b")
_DECEMBER = 12


@dataclass(frozen=True, slots=True)
class Rule:
    """Patterns of one kind of memory. `ends`: over after the day it names."""

    kind: MemoryKind
    importance: Importance
    text: str
    patterns: tuple[re.Pattern[str], ...]
    is_single: bool
    is_sensitive: bool
    ends: bool


def propose(context: ObserverContext, language: str) -> list[MemoryCandidate]:
    """Return what may be worth remembering, at most five, in the order of the rules."""
    found: dict[str, MemoryCandidate] = {}
    spanish = language.startswith("es")
    for sentence in sentences(context.user):
        for rule in (*load_rules(language), *load_rules("en" if spanish else "es")):
            for candidate in _in_sentence(rule, tidy(sentence), language, context):
                found.setdefault(candidate.content.casefold(), candidate)
    return list(found.values())[:MOST]


def _in_sentence(
    rule: Rule, sentence: str, language: str, context: ObserverContext
) -> Iterator[MemoryCandidate]:
    seen: set[int] = set()
    for pattern in rule.patterns:
        for match in pattern.finditer(sentence):
            said = {name: part.strip(" ,") for name, part in match.groupdict("").items()}
            if match.start() in seen or _is_no_name(said.get("name", ""), language):
                continue
            seen.add(match.start())
            yield _candidate(rule, match, said, context)


def _candidate(
    rule: Rule, match: re.Match[str], said: dict[str, str], context: ObserverContext
) -> MemoryCandidate:
    quote, when = _long_enough(match), said.get("when", "")
    if "when" in said and not when and rule.kind is MemoryKind.LIFE_EVENT:
        when, quote = _named_elsewhere(match, quote)
    if rule.kind is MemoryKind.LIFE_EVENT and when:
        when = f" {when[:1].lower()}{when[1:]}"
    ends = day_meant(when, context.today) if rule.ends and context.today else None
    parts = said | {"when": when, "name": upper_first(said.get("name", ""))}
    return MemoryCandidate(
        kind=rule.kind,
        content=_content(rule, parts),
        quote=quote,
        source="stated",
        importance=rule.importance,
        expires=ends.isoformat() if ends else NONE,
        sensitive=rule.is_sensitive,
        supersedes=_replaces(rule, parts, context.memories),
    )


def _content(rule: Rule, parts: dict[str, str]) -> str:
    plain = {name: _to_the_person(rule, part) for name, part in parts.items()}
    text = rule.text.format_map(plain).replace(" .", ".")
    return upper_first(" ".join(text.split()))


def _to_the_person(rule: Rule, part: str) -> str:
    """Return the person's words in the second person; text in quotation marks is unchanged."""
    if rule.kind is MemoryKind.LIFE_EVENT:
        return _MY.sub(_THE, part)
    if rule.kind is MemoryKind.FACT and "“" not in rule.text:
        return _MINE.sub(lambda found: _YOURS[found[0].casefold()], part)
    return part


def _long_enough(match: re.Match[str]) -> str:
    """Return what was matched, with the words that follow or go before when it is very short."""
    quote = match[0].strip(" ,")
    after = words(match.string[match.end() :])
    if len(words(quote)) >= LEAST_WORDS:
        return quote
    missing = LEAST_WORDS - len(words(quote))
    if len(after) >= missing:
        last = after[missing - 1]
        end = match.string.index(last, match.end()) + len(last)
        return match.string[match.start() : end].strip(" ,")
    return match.string


def _named_elsewhere(match: re.Match[str], quote: str) -> tuple[str, str]:
    """Return when it was, if the sentence says so before the event, and the quote with it."""
    before = f" {match.string[: match.start()]}"
    found = list(_whens().finditer(before))
    if not found:
        return "", quote
    begins = max(0, found[-1].start() - 1)
    return found[-1][0].strip(" ,"), match.string[begins : match.end()].strip(" ,")


def _replaces(rule: Rule, parts: dict[str, str], known: tuple[MemoryView, ...]) -> str:
    """Return which known memory the same rule made with other words in it."""
    if not rule.is_single:
        return NONE
    new = _content(rule, parts)
    last = rule.text.rindex("{")
    begins = _without_subject(_content(replace(rule, text=rule.text[:last]), parts))
    for place, memory in enumerate(known, 1):
        old = _without_subject(memory.content)
        if begins and old.startswith(begins) and old != _without_subject(new):
            return f"m{place}"
    return NONE


def _without_subject(text: str) -> str:
    """Return a memory without its subject: older ones have none ("Gets paid on the 25th.")."""
    first, space, rest = _SUBJECT.sub("", text.casefold()).partition(" ")
    return f"{_FORMS.get(first, first)}{space}{rest}"


def _is_no_name(name: str, language: str) -> bool:
    """Return True if a capitalised word isn't a name, or begins the sentence."""
    low = name.casefold()
    days = set(lexicon(language).lists["weekdays"])
    return bool(low) and (low in lexicon(language).stop or low in days)


@cache
def load_rules(language: str) -> tuple[Rule, ...]:
    """Return the rules of a language; an unknown one gets English."""
    base: Literal["en", "es"] = "es" if language.startswith("es") else "en"
    return tuple(_rule(row, _table(base)["parts"]) for row in _table(base)["rule"])


def _table(language: str) -> dict[str, Any]:
    return read(f"memories_{language}.toml", "words")


@cache
def _whens() -> re.Pattern[str]:
    parts = (_filled("WHEN", _table(language)["parts"]) for language in ("en", "es"))
    return re.compile("|".join(parts), re.IGNORECASE)


def _rule(row: dict[str, Any], parts: dict[str, str]) -> Rule:
    return Rule(
        kind=MemoryKind(row.get("kind", "fact")),
        importance=Importance(row.get("importance", "medium")),
        text=row["text"],
        patterns=tuple(re.compile(_filled(p, parts), re.IGNORECASE) for p in row["patterns"]),
        is_single=row.get("single", False),
        is_sensitive=row.get("sensitive", False),
        ends=row.get("ends", False),
    )


def _filled(pattern: str, parts: dict[str, str]) -> str:
    """Return a pattern with its parts put in; `WHEN` holds others, so it goes first."""
    for name in ("WHEN", "WHAT", "KIN", "NAME", "MONTH", "DAY"):
        pattern = pattern.replace(name, parts[name])
    return grouped(pattern)


def day_meant(when: str, today: date) -> date | None:
    """Return the last day that a phrase means, in the future; None when it names none."""
    low = when.casefold()
    for period, days in ((_MONTH, 31), (_NEXT_WEEK, 14), (_WEEK, 7)):
        if period.search(low):
            return today + timedelta(days=days)
    if day := ahead(when, today).on:
        return day
    named = (n for n, name in enumerate(_MONTHS, 1) if re.search(rf"\b(?:{name})[a-z]*$", low))
    month = 0 if re.search(r"\d", low) else next(named, 0)
    if not month:
        return None
    year = today.year if month >= today.month else today.year + 1
    after = date(year + month // _DECEMBER, month % _DECEMBER + 1, 1)
    return after - timedelta(days=1)
