from __future__ import annotations

import re

import pytest

from coaching.content.safety_lexicon import (
    LANGUAGES,
    load_safety_lexicon,
    load_safety_meanings,
    load_safety_scenes,
)
from coaching.safety.normalise import normalise
from coaching.safety.phrase_index import load_net
from coaching.safety.phrases import BadPhrase, literal_words, read_phrase
from coaching.safety.screen import PRECEDENCE

WORDS = {"weapon": "gun|big knife", "self": "myself|my self"}


def matches(phrase: str, text: str) -> bool:
    return re.match(read_phrase(phrase, WORDS).regex, f"{text} ") is not None


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("want to (die|be dead)", "want to be dead"),
        ("my own? life", "my life"),
        ("<weapon> .. him", "big knife right behind him"),
        ("suicid*", "suicidal"),
        ("for # (days|nights)", "for 5 days"),
        ("for # (days|nights)", "for five nights"),
        ("take ## pills", "take 30 pills"),
        ("live !(in|with) here", "live here"),
        ("(cut|burn (my|the) arm) again", "burn the arm again"),
    ],
)
def test_a_phrase_matches_what_it_says(phrase: str, text: str) -> None:
    assert matches(phrase, text)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("want to die", "want to diet"),
        ("<weapon> .. him", "gun one two three four him"),
        ("<weapon> .. him", "gun . him"),
        ("take ## pills", "take 2 pills"),
        ("live !(in|with)", "live in London"),
        ("suicid*", "suicide1"),
    ],
)
def test_a_phrase_matches_nothing_else(phrase: str, text: str) -> None:
    assert not matches(phrase, text)


@pytest.mark.parametrize(
    ("phrase", "problem"),
    [
        ("(a b", "not closed"),
        ("a b)", "too many"),
        ("<nothing> a", "unknown class"),
        (".. a", "does not start"),
        ("a? b?", "does not start"),
        ("a & b", "means nothing"),
    ],
)
def test_a_phrase_that_cannot_be_understood_says_why(phrase: str, problem: str) -> None:
    with pytest.raises(BadPhrase, match=problem):
        read_phrase(phrase, WORDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_waits_for_a_word_that_never_arrives(language: str) -> None:
    """A filler is dropped and a short form is spelled out before phrases are looked for."""
    lexicon = load_safety_lexicon(language)
    gone = {*lexicon.filler, *lexicon.shortened}
    sources = [
        *lexicon.words.values(),
        *lexicon.idioms,
        *lexicon.threat_jokes,
        *lexicon.secrets,
        lexicon.negation,
    ]
    meanings = load_safety_meanings(language)
    sources += [*meanings.words.values(), *meanings.idioms, *meanings.jokes]
    rules = (*lexicon.rules, *meanings.rules)
    sources += [phrase for rule in rules for phrase in rule.phrases]

    assert {word for source in sources for word in literal_words(source)} & gone == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_waits_for_a_word_that_another_language_spells_out(language: str) -> None:
    """Every text is read with the short forms of all languages: `papá` arrives as `dad`."""
    gone = {short for each in LANGUAGES for short in load_safety_lexicon(each).shortened}
    files = (load_safety_lexicon, load_safety_meanings, load_safety_scenes)
    sources = [
        source
        for data in (load(language) for load in files)
        for source in (*data.words.values(), *(p for rule in data.rules for p in rule.phrases))
    ]

    assert {word for source in sources for word in literal_words(source)} & gone == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_category_has_its_place(language: str) -> None:
    rules = (*load_safety_lexicon(language).rules, *load_safety_meanings(language).rules)
    assert {rule.category for rule in rules} <= set(PRECEDENCE)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("I\u2019m FINE!! Really?", ". im fine . . ."),
        ("gonna  pay\nrent", ". going to pay . rent ."),
        ("it's 1,000.50 now", ". its 100050 now ."),
        ("I do not know", ". i dont know ."),
        ("she is 15 yo, he 9yo", ". she is 15 years old he 9 years old ."),
        ("yo limpio de noche", ". yo limpio de noche ."),
        ("\u00e1\u00e9\u00ed \u00f1", ". aei n ."),
        ("", ". ."),
    ],
)
def test_what_is_typed_is_read_as_plain_words(typed: str, read: str) -> None:
    assert " ".join(normalise(typed, load_net().dictionary)) == read


def test_every_phrase_can_be_compiled() -> None:
    """They are compiled when they are first tried, so this is where a bad one shows."""
    patterns = [phrase.pattern for phrase in load_net().index.phrases()]

    assert len(patterns) > 1000
    assert all(pattern.pattern for pattern in patterns)
