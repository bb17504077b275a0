"""The deterministic floor of the safety screen, one file per language.

It finds what is said plainly or by a known pattern; it is never the only net.
All languages are searched in every text: people switch when it gets hard.
"""

from __future__ import annotations

from dataclasses import field
from functools import cache

from coaching.content.reading import data_file, read, record
from coaching.values.enums import SafetyLevel

LANGUAGES = ("en", "es")


@record
class SafetyRule:
    """Phrases that mean the same.

    `about` says in a few words what the rule hears. `near` names classes of words that all have to
    be close and no further than the sentence before, or the one after; `beside` the same, however
    long these two sentences are; `within` in the same sentence. `unless` is one that must not be
    close, `unless_within` classes that must not be in the sentence, `unless_anywhere` in the
    message. A class of `lowered_by` in
    the same sentence, or a negation right before it, lowers the level by one. Right after words of
    the class `not_after` the phrase means something else.
    """

    level: SafetyLevel
    category: str
    phrases: tuple[str, ...]
    about: str = ""
    near: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    unless: str = ""
    unless_within: tuple[str, ...] = ()
    unless_anywhere: tuple[str, ...] = ()
    lowered_by: tuple[str, ...] = ()
    negatable: bool = False
    not_after: str = ""


@record
class SafetyLexicon:
    """One language: how words are read, what is an idiom, what is serious.

    `threat_jokes` are idioms too, unless the sentence has a word of the class `serious`; where
    somebody controls the person's money they are never only a joke. `secrets` are things bought
    or opened in secret, which is what many people come for: idioms too, unless the sentence has a
    word of the class `alarming`.
    """

    language: str
    version: str
    note: str
    shortened: dict[str, str]
    pairs: dict[str, str]
    filler: tuple[str, ...]
    glued: dict[str, str]
    words: dict[str, str]
    negation: str
    idioms: tuple[str, ...]
    threat_jokes: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    rules: tuple[SafetyRule, ...] = field(default_factory=tuple)


@record
class SafetyMeanings:
    """Rules that put a meaning together from who, what and how, beside those of the lexicon.

    `jokes` are idioms in a sentence with a word of the class `laugh` and none of `concrete`.
    """

    language: str
    note: str
    words: dict[str, str]
    idioms: tuple[str, ...]
    jokes: tuple[str, ...]
    rules: tuple[SafetyRule, ...]


@record
class SafetyScenes:
    """What happens to people in danger: rules that need two or three parts, close to each other.

    They are about what is told, not about the words for it, so everyday words around them don't
    outweigh them.
    """

    language: str
    note: str
    words: dict[str, str]
    rules: tuple[SafetyRule, ...]


@cache
def load_safety_scenes(language: str) -> SafetyScenes:
    """Return the scenes of one language."""
    return read(data_file(f"safety_scenes.{language}.json"), SafetyScenes)


@cache
def load_safety_meanings(language: str) -> SafetyMeanings:
    """Return the meanings of one language."""
    return read(data_file(f"safety_meanings.{language}.json"), SafetyMeanings)


@cache
def load_safety_lexicon(language: str) -> SafetyLexicon:
    """Return the lexicon of one language."""
    return read(data_file(f"safety_lexicon.{language}.json"), SafetyLexicon)
