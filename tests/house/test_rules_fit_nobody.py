"""No rule is made for one of the people it is measured on: no name of theirs, no words in a row."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

from scripts.lint.source import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES = ("memory", "agents", "offline", "safety", "services", "rules", "text")
KINDS = {".py", ".toml", ".json", ".jsonl"}
PEOPLE = ROOT / "coaching" / "evals" / "stories" / "people"
RUN = 4
_WORD = re.compile(r"[^\W\d_]+(?:[_'][^\W\d_]+)*")
_BREAK = re.compile(r"[|()\[\]\n]")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}")
ANYBODY_SAYS = frozenset(
    {
        "can feel the difference",
        "can look at the",
        "end of the month",
        "es una forma de",
        "i don't want to",
        "i'd like to hear",
        "next to each other",
        "the end of the",
        "to be able to",
        "to do here and",
        "to tell me what",
        "want to talk about",
        "want to tell you",
        "what do you do",
        "when it gets close",
    }
)
"""Everyday runs of words that no story was the source of."""
NO_NAMES = frozenset(
    {
        "april",
        "ate",
        "august",
        "bill",
        "christmas",
        "dan",
        "december",
        "english",
        "february",
        "friday",
        "god",
        "july",
        "jun",
        "june",
        "mam",
        "march",
        "may",
        "monday",
        "november",
        "october",
        "ola",
        "saturday",
        "september",
        "spanish",
        "sunday",
        "thursday",
        "toney",
        "tuesday",
        "weather",
        "wednesday",
    }
)
"""Words with a capital that name nobody, and words that are also a name."""


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'"))


def _runs(words: list[str]) -> Iterator[str]:
    return (" ".join(words[at : at + RUN]) for at in range(len(words) - RUN + 1))


def _texts(part: object) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for each in part.values():
            yield from _texts(each)
    elif isinstance(part, list):
        for each in part:
            yield from _texts(each)


@cache
def _said() -> tuple[str, ...]:
    files = (json.loads(file.read_text("utf-8")) for file in sorted(PEOPLE.glob("*.json")))
    return tuple(text for file in files for text in _texts(file))


@cache
def _told() -> frozenset[str]:
    return frozenset(run for text in _said() for run in _runs(_words(text))) - ANYBODY_SAYS


@cache
def _names() -> frozenset[str]:
    found = {name.lower() for text in _said() for name in _NAME.findall(text)}
    return frozenset(found | {file.stem for file in PEOPLE.glob("*.json")}) - NO_NAMES


def _source(folder: str) -> Iterator[tuple[str, str]]:
    for file in sorted((ROOT / "coaching" / folder).rglob("*")):
        if file.suffix in KINDS:
            text = re.sub(r"\\[a-zA-Z]", " ", file.read_text("utf-8"))
            for number, line in enumerate(text.split("\n"), 1):
                yield f"{file.relative_to(ROOT)}:{number}", line


@pytest.mark.parametrize("folder", RULES)
def test_no_rule_holds_four_words_in_a_row_of_a_story(folder: str) -> None:
    found = [
        f"{where}: {run}"
        for where, line in _source(folder)
        for piece in _BREAK.split(line)
        for run in _runs(_words(piece))
        if run in _told()
    ]
    assert found == []


@pytest.mark.parametrize("folder", RULES)
def test_no_rule_holds_a_name_of_a_story(folder: str) -> None:
    found = [
        f"{where}: {word}"
        for where, line in _source(folder)
        for word in re.split(r"[ _]", " ".join(_words(line)))
        if word in _names()
    ]
    assert found == []
