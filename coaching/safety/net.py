"""All lexicons compiled into one net: phrases are found by their first two words.

A text is read once however long the lexicon is, and a phrase is tried only where it can begin.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from coaching.content.safety_lexicon import LANGUAGES, SafetyLexicon, load_safety_lexicon
from coaching.safety.normalise import STOP, Dictionary
from coaching.safety.phrases import (
    ANY,
    LEAD,
    NUMBER,
    PREFIX,
    literal_words,
    prefix,
    read_phrase,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from coaching.content.safety_lexicon import SafetyRule
    from coaching.values.enums import SafetyLevel


@dataclass(frozen=True, slots=True)
class Group:
    """A class of words: single ones, and a pattern for the rest."""

    words: frozenset[str]
    pattern: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a matched phrase means, and what around it changes that."""

    level: SafetyLevel
    category: str
    near: tuple[Group, ...]
    unless: Group | None
    lowered_by: tuple[Group, ...]
    negation: re.Pattern[str] | None
    not_after: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Idiom:
    """A phrase that means nothing serious, unless a word of `serious` stands in the sentence."""

    serious: Group | None = None


Entry = tuple[re.Pattern[str], Meaning | Idiom]
Seconds = dict[str, tuple[Entry, ...]]


class Index:
    """Phrases by their first two words; by the first alone where the second can be anything."""

    def __init__(self) -> None:
        self._by_word: dict[str, Seconds] = {}
        self._by_prefix: dict[str, Seconds] = {}

    def add(self, source: str, words: dict[str, str], meaning: Meaning | Idiom) -> None:
        """Take in one phrase."""
        part = read_phrase(source, words)
        entry = (re.compile(part.regex), meaning)
        open_firsts = {lead[0] for lead in part.leads if _is_open(lead)}
        leads = {lead for lead in part.leads if lead[0] not in open_firsts}
        for first, second in {*leads, *((first, ANY) for first in open_firsts)}:
            is_prefix = first.endswith("*")
            by_first = self._by_prefix if is_prefix else self._by_word
            seconds = by_first.setdefault(prefix(first) if is_prefix else first, {})
            seconds[second] = (*seconds.get(second, ()), entry)

    def entries(self, word: str, following: str) -> Sequence[Entry]:
        """Return the phrases that can begin with these two words."""
        found: tuple[Entry, ...] = ()
        by_prefix = self._by_prefix.get(word[:PREFIX])
        for seconds in (self._by_word.get(NUMBER if word.isdigit() else word), by_prefix):
            if seconds is not None:
                found += seconds.get(ANY, ()) + seconds.get(following, ())
        return found


@dataclass(frozen=True, slots=True)
class Net:
    """Everything the screen needs, compiled once."""

    dictionary: Dictionary
    index: Index


@cache
def load_net() -> Net:
    """Return the net over all languages; a quarter of a second, once per process."""
    index = Index()
    lexicons = [load_safety_lexicon(language) for language in LANGUAGES]
    for lexicon in lexicons:
        serious = _group("serious", lexicon)
        for source in lexicon.idioms:
            index.add(source, lexicon.words, Idiom())
        for source in lexicon.threat_jokes:
            index.add(source, lexicon.words, Idiom(serious))
        for rule in lexicon.rules:
            meaning = _meaning(rule, lexicon)
            for source in rule.phrases:
                index.add(source, lexicon.words, meaning)
    return Net(_dictionary(lexicons), index)


def _is_open(lead: tuple[str, ...]) -> bool:
    return len(lead) < LEAD or lead[1] in {ANY, NUMBER} or lead[1].endswith("*")


def _meaning(rule: SafetyRule, lexicon: SafetyLexicon) -> Meaning:
    def before(source: str) -> re.Pattern[str]:
        return re.compile(f" {read_phrase(source, lexicon.words).regex}$")

    return Meaning(
        level=rule.level,
        category=rule.category,
        near=tuple(_group(name, lexicon) for name in rule.near),
        unless=_group(rule.unless, lexicon) if rule.unless else None,
        lowered_by=tuple(_group(name, lexicon) for name in rule.lowered_by),
        negation=before(lexicon.negation) if rule.negatable else None,
        not_after=before(lexicon.words[rule.not_after]) if rule.not_after else None,
    )


def _group(name: str, lexicon: SafetyLexicon) -> Group:
    options = list(_top_level(lexicon.words[name]))
    simple = frozenset(option for option in options if option.isalnum())
    rest = "|".join(option for option in options if not option.isalnum())
    if not rest:
        return Group(simple, None)
    return Group(simple, re.compile(f" {read_phrase(rest, lexicon.words).regex}"))


def _top_level(source: str) -> Iterator[str]:
    depth = 0
    option = ""
    for char in source:
        depth += (char == "(") - (char == ")")
        if char == "|" and not depth:
            yield option
            option = ""
        else:
            option += char
    yield option


def _dictionary(lexicons: list[SafetyLexicon]) -> Dictionary:
    readings: dict[str, str] = {STOP: STOP}
    glued: dict[str, str] = {}
    pairs: dict[str, str] = {}
    for lexicon in lexicons:
        for source in _sources(lexicon):
            readings |= {word: word for word in literal_words(source)}
        readings |= {word: word for pair in lexicon.pairs for word in pair.split()}
        glued |= lexicon.glued
        pairs |= lexicon.pairs
    for lexicon in lexicons:
        readings |= lexicon.glued | lexicon.shortened | dict.fromkeys(lexicon.filler, "")
    any_pair = re.compile(rf"(?<![a-z])(?:{'|'.join(pairs)})(?![a-z])")
    return Dictionary(readings, glued, pairs, any_pair)


def _sources(lexicon: SafetyLexicon) -> Iterator[str]:
    yield from lexicon.words.values()
    yield from lexicon.idioms
    yield from lexicon.threat_jokes
    for rule in lexicon.rules:
        yield from rule.phrases
