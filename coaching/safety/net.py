"""All lexicons compiled into one net: phrases are found by their first two words.

A text is read once however long the lexicon is, and a phrase is tried only where it can begin.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from coaching.content.safety_lexicon import LANGUAGES, SafetyLexicon, load_safety_lexicon
from coaching.safety.normalise import STOP, Dictionary
from coaching.safety.phrases import ANY, NUMBER, PREFIX, literal_words, prefix, read_phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

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


@dataclass(frozen=True, slots=True)
class Idiom:
    """A phrase that means nothing serious, unless a word of `serious` stands in the sentence."""

    serious: Group | None = None


Entry = tuple[re.Pattern[str], Meaning | Idiom]


class Index:
    """Phrases by their first two words; by the first alone where the second can be anything."""

    def __init__(self) -> None:
        self._by_word: defaultdict[str, defaultdict[str, list[Entry]]] = defaultdict(
            lambda: defaultdict(list)
        )

    def add(self, source: str, words: dict[str, str], meaning: Meaning | Idiom) -> None:
        """Take in one phrase."""
        part = read_phrase(source, words)
        entry = (re.compile(part.regex), meaning)
        open_firsts = {lead[0] for lead in part.leads if _is_open(lead)}
        for first in open_firsts:
            self._by_word[_key(first)][ANY].append(entry)
        for first, second in {lead for lead in part.leads if len(lead) == 2}:
            if first not in open_firsts:
                self._by_word[_key(first)][second].append(entry)

    def entries(self, word: str, following: str) -> list[Entry]:
        """Return the phrases that can begin with these two words."""
        found: list[Entry] = []
        for key in (word, f"{word[:PREFIX]}*", NUMBER if word.isdigit() else ANY):
            if seconds := self._by_word.get(key):
                found += seconds.get(ANY, ())
                found += seconds.get(following, ())
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


def _key(first: str) -> str:
    return f"{prefix(first)}*" if first.endswith("*") else first


def _is_open(lead: tuple[str, ...]) -> bool:
    return len(lead) < 2 or lead[1] in {ANY, NUMBER} or lead[1].endswith("*")


def _meaning(rule: SafetyRule, lexicon: SafetyLexicon) -> Meaning:
    negation = read_phrase(lexicon.negation, lexicon.words).regex
    return Meaning(
        level=rule.level,
        category=rule.category,
        near=tuple(_group(name, lexicon) for name in rule.near),
        unless=_group(rule.unless, lexicon) if rule.unless else None,
        lowered_by=tuple(_group(name, lexicon) for name in rule.lowered_by),
        negation=re.compile(f" {negation}$") if rule.negatable else None,
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
    for lexicon in lexicons:
        for source in _sources(lexicon):
            readings |= {word: word for word in literal_words(source)}
        glued |= lexicon.glued
    for lexicon in lexicons:
        readings |= lexicon.glued | lexicon.shortened | dict.fromkeys(lexicon.filler, "")
    return Dictionary(readings, glued)


def _sources(lexicon: SafetyLexicon) -> Iterator[str]:
    yield from lexicon.words.values()
    yield from lexicon.idioms
    yield from lexicon.threat_jokes
    for rule in lexicon.rules:
        yield from rule.phrases
