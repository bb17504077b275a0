"""The deterministic floor of the safety screen, one file per language.

It finds what is said plainly or by a known pattern; it is never the only net (domain.md 5.1).
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

    `near` names classes of words that all have to be close, `unless` one that must not be. A class
    of `lowered_by` in the same sentence, or a negation right before it, lowers the level by one.
    Right after words of the class `not_after` the phrase means something else.
    """

    level: SafetyLevel
    category: str
    phrases: tuple[str, ...]
    near: tuple[str, ...] = ()
    unless: str = ""
    lowered_by: tuple[str, ...] = ()
    negatable: bool = False
    not_after: str = ""


@record
class SafetyLexicon:
    """One language: how words are read, what is an idiom, what is serious.

    `threat_jokes` are idioms too, unless the sentence has a word of the class `serious`; where
    somebody controls the person's money they are never only a joke.
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
    rules: tuple[SafetyRule, ...] = field(default_factory=tuple)


@cache
def load_safety_lexicon(language: str) -> SafetyLexicon:
    """Return the lexicon of one language."""
    return read(data_file(f"safety_lexicon.{language}.json"), SafetyLexicon)
