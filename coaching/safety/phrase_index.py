"""Phrase index: all lexicons in one, looked up by the first two words.

A text is read once however long the lexicon is, and a phrase is tried only where it can begin.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from coaching.content.safety_lexicon import (
    LANGUAGES,
    SafetyLexicon,
    SafetyScenes,
    load_safety_lexicon,
    load_safety_meanings,
    load_safety_scenes,
)
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
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from coaching.content.safety_lexicon import SafetyMeanings, SafetyRule
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
    about: str
    near: tuple[Group, ...]
    within: tuple[Group, ...]
    beside: tuple[Group, ...]
    unless: Group | None
    unless_within: tuple[Group, ...]
    unless_anywhere: tuple[Group, ...]
    lowered_by: tuple[Group, ...]
    negation: re.Pattern[str] | None
    not_after: re.Pattern[str] | None
    is_scene: bool
    """It needs several parts of the message, so the weight of the other words doesn't matter."""


@dataclass(frozen=True, slots=True)
class Idiom:
    """A phrase that means nothing serious.

    Not if the sentence has a word of `serious`. With `laugh`, only if it has one of those too.
    """

    serious: Group | None = None
    laugh: Group | None = None

    @property
    def is_threat(self) -> bool:
        """Say whether it is a threat told as a joke, which counts where somebody is controlled."""
        return self.serious is not None and self.laugh is None


class Phrase:
    """A phrase and what it means; its pattern is compiled at its first try, or with all others."""

    __slots__ = ("_pattern", "meaning", "regex")

    def __init__(self, regex: str, meaning: Meaning | Idiom) -> None:
        self.regex = regex
        self.meaning = meaning
        self._pattern: re.Pattern[str] | None = None

    @property
    def pattern(self) -> re.Pattern[str]:
        """Return the compiled pattern."""
        if self._pattern is None:
            self._pattern = re.compile(self.regex)
        return self._pattern


Seconds = dict[str, tuple[Phrase, ...]]


class Index:
    """Phrases by their first two words; by the first alone where the second can be anything."""

    def __init__(self) -> None:
        self._by_word: dict[str, Seconds] = {}
        self._by_prefix: dict[str, Seconds] = {}

    def add(self, source: str, words: dict[str, str], meaning: Meaning | Idiom) -> None:
        """Take in one phrase."""
        part = read_phrase(source, words)
        entry = Phrase(part.regex, meaning)
        open_firsts = {lead[0] for lead in part.leads if _is_open(lead)}
        leads = {lead for lead in part.leads if lead[0] not in open_firsts}
        for first, second in {*leads, *((first, ANY) for first in open_firsts)}:
            is_prefix = first.endswith("*")
            by_first = self._by_prefix if is_prefix else self._by_word
            seconds = by_first.setdefault(prefix(first) if is_prefix else first, {})
            seconds[second] = (*seconds.get(second, ()), entry)

    def phrases(self) -> Iterator[Phrase]:
        """Yield every phrase."""
        for by_first in (self._by_word, self._by_prefix):
            for seconds in by_first.values():
                for found in seconds.values():
                    yield from found

    def entries(self, word: str, following: str) -> Sequence[Phrase]:
        """Return the phrases that can begin with these two words."""
        found: tuple[Phrase, ...] = ()
        by_prefix = self._by_prefix.get(word[:PREFIX])
        for seconds in (self._by_word.get(NUMBER if word.isdigit() else word), by_prefix):
            if seconds is not None:
                found += seconds.get(ANY, ()) + seconds.get(following, ())
        return found


@dataclass(frozen=True, slots=True)
class Net:
    """Everything the screen needs."""

    dictionary: Dictionary
    index: Index


@cache
def load_net() -> Net:
    """Return the net over all languages; a quarter of a second, once per process."""
    index = Index()
    lexicons = [load_safety_lexicon(language) for language in LANGUAGES]
    meanings = [load_safety_meanings(language) for language in LANGUAGES]
    scenes = [load_safety_scenes(language) for language in LANGUAGES]
    for lexicon, more, told in zip(lexicons, meanings, scenes, strict=True):
        _add_lexicon(index, lexicon)
        _add_meanings(index, more, lexicon)
        words = lexicon.words | more.words | told.words
        _add_rules(index, told.rules, words, lexicon.negation, is_scene=True)
    return Net(_dictionary(lexicons, meanings, scenes), index)


def compile_phrases() -> int:
    """Compile every phrase, a third of a second, and return how many there are.

    Else a message waits 3 to 20 ms for those that it is the first to try.
    """
    return len([phrase.pattern for phrase in load_net().index.phrases()])


def _add_lexicon(index: Index, lexicon: SafetyLexicon) -> None:
    words = lexicon.words
    serious, alarming = _group("serious", words), _group("alarming", words)
    for source in lexicon.idioms:
        index.add(source, words, Idiom())
    for source in lexicon.threat_jokes:
        index.add(source, words, Idiom(serious))
    for source in lexicon.secrets:
        index.add(source, words, Idiom(alarming))
    _add_rules(index, lexicon.rules, words, lexicon.negation)


def _add_meanings(index: Index, more: SafetyMeanings, lexicon: SafetyLexicon) -> None:
    words = lexicon.words | more.words
    joke = Idiom(_group("concrete", words), _group("laugh", words))
    for source in more.idioms:
        index.add(source, words, Idiom())
    for source in more.jokes:
        index.add(source, words, joke)
    _add_rules(index, more.rules, words, lexicon.negation)


def _add_rules(
    index: Index,
    rules: Iterable[SafetyRule],
    words: dict[str, str],
    negation: str,
    *,
    is_scene: bool = False,
) -> None:
    @cache
    def groups(name: str) -> Group:
        return _group(name, words)

    for rule in rules:
        meaning = _meaning(rule, words, negation, groups, is_scene=is_scene)
        for source in rule.phrases:
            index.add(source, words, meaning)


def _is_open(lead: tuple[str, ...]) -> bool:
    return len(lead) < LEAD or lead[1] in {ANY, NUMBER} or lead[1].endswith("*")


def _meaning(
    rule: SafetyRule,
    words: dict[str, str],
    negation: str,
    group: Callable[[str], Group],
    *,
    is_scene: bool,
) -> Meaning:
    def before(source: str) -> re.Pattern[str]:
        return re.compile(f" {read_phrase(source, words).regex}$")

    return Meaning(
        level=rule.level,
        category=rule.category,
        about=rule.about,
        near=tuple(group(name) for name in rule.near),
        within=tuple(group(name) for name in rule.within),
        beside=tuple(group(name) for name in rule.beside),
        unless=group(rule.unless) if rule.unless else None,
        unless_within=tuple(group(name) for name in rule.unless_within),
        unless_anywhere=tuple(group(name) for name in rule.unless_anywhere),
        lowered_by=tuple(group(name) for name in rule.lowered_by),
        negation=before(negation) if rule.negatable else None,
        not_after=before(words[rule.not_after]) if rule.not_after else None,
        is_scene=is_scene,
    )


def _group(name: str, words: dict[str, str]) -> Group:
    options = list(_top_level(words[name]))
    simple = frozenset(option for option in options if option.isalnum())
    rest = "|".join(option for option in options if not option.isalnum())
    if not rest:
        return Group(simple, None)
    return Group(simple, re.compile(f" {read_phrase(rest, words).regex}"))


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


def _dictionary(
    lexicons: list[SafetyLexicon], meanings: list[SafetyMeanings], scenes: list[SafetyScenes]
) -> Dictionary:
    readings: dict[str, str] = {STOP: STOP}
    glued: dict[str, str] = {}
    pairs: dict[str, str] = {}
    for lexicon in lexicons:
        readings |= {word: word for pair in lexicon.pairs for word in pair.split()}
        glued |= lexicon.glued
        pairs |= lexicon.pairs
    for data in (*lexicons, *meanings, *scenes):
        for source in _sources(data):
            readings |= {word: word for word in literal_words(source)}
    for lexicon in lexicons:
        readings |= lexicon.glued | lexicon.shortened | dict.fromkeys(lexicon.filler, "")
    any_pair = re.compile(rf"(?<![a-z])(?:{'|'.join(pairs)})(?![a-z])")
    return Dictionary(readings, glued, pairs, any_pair)


def _sources(data: SafetyLexicon | SafetyMeanings | SafetyScenes) -> Iterator[str]:
    yield from data.words.values()
    for rule in data.rules:
        yield from rule.phrases
    if isinstance(data, SafetyScenes):
        return
    yield from data.idioms
    if isinstance(data, SafetyLexicon):
        yield from (*data.threat_jokes, *data.secrets)
    else:
        yield from data.jokes
