"""The words of a language that rules look for: `lexicons/<language>.toml`, checked and cached."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, cast

from coaching.content import every_shame_word

LANGUAGES = ("en", "es")
_Table = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Feeling:
    """A feeling word: the noun of the same root, its family, whether it can follow `feeling`."""

    word: str
    noun: str
    family: str
    is_adjective: bool


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words and patterns of one language."""

    language: str
    stop: frozenset[str]
    joiners: frozenset[str]
    lead: re.Pattern[str]
    trail: re.Pattern[str]
    noise: re.Pattern[str]
    insults: re.Pattern[str]
    feelings: dict[str, Feeling]
    body_parts: frozenset[str]
    body_cues: re.Pattern[str]
    people_one: frozenset[str]
    people_many: frozenset[str]
    things: frozenset[str]
    cues: dict[str, re.Pattern[str]]
    modes: dict[str, re.Pattern[str]]
    observer: dict[str, re.Pattern[str]]
    strategist: dict[str, re.Pattern[str]]
    lists: dict[str, tuple[str, ...]]

    def says(self, mode: str, text: str) -> bool:
        """Return True if the plain text fits a pattern of this mode."""
        pattern = self.modes.get(mode)
        return bool(pattern and pattern.search(text))

    def sees(self, name: str, text: str) -> bool:
        """Return True if the plain text fits an Observer pattern."""
        pattern = self.observer.get(name)
        return bool(pattern and pattern.search(text))

    def shows(self, name: str, text: str) -> bool:
        """Return True if the plain text fits a Strategist pattern."""
        return bool(self.strategist[name].search(text))

    def has(self, cue: str, text: str) -> bool:
        """Return True if the plain text holds this cue."""
        pattern = self.cues.get(cue)
        return bool(pattern and pattern.search(text))


_CLASS = re.compile(r"(\[[^\]]*\])")
_LETTERS = re.compile(r"[a-záéíóúñ]{4,}")
_BARE = str.maketrans("áéíóú", "aeiou")
_ACCENTED = re.compile("[áéíóú]")
_OTHER_WORD_WITHOUT = frozenset(
    ["está", "estás", "están", "esté", "quién", "cuál", "cómo", "cuándo", "dónde", "cuánto"]
)


@cache
def lexicon(language: str) -> Lexicon:
    """Return the lexicon of a language; an unknown one gets English."""
    base = language.split("-", maxsplit=1)[0].lower()
    name = base if base in LANGUAGES else LANGUAGES[0]
    raw = resources.files("coaching.text").joinpath("lexicons", f"{name}.toml").read_text("utf-8")
    table = tomllib.loads(raw)
    return _build(name, _without_accents(table) if name == "es" else table)


def _without_accents(table: _Table) -> _Table:
    """Let every pattern and word be found as well where a quick hand leaves out the accents."""
    folded: _Table = {name: _part(name, table) for name in table}
    return folded | {"lists": table.get("lists", {})}


def _part(name: str, table: _Table) -> object:
    value = table[name]
    if name == "feelings":
        return {word.translate(_BARE): row for word, row in value.items()} | value
    if name in {"stop", "joiners"}:
        return _both_ways(value)
    if name in {"body", "people", "things"}:
        return {
            key: _both_ways(one) if key != "cues" else _folded(one) for key, one in value.items()
        }
    if isinstance(value, dict):
        tables = cast("dict[str, str | list[str]]", value)
        return {key: _folded(one) for key, one in tables.items()}
    return _folded(value)


def _both_ways(items: str) -> str:
    return f"{items} {items.translate(_BARE)}"


def _folded(value: str | list[str]) -> str | list[str]:
    if isinstance(value, list):
        return [str(_folded(one)) for one in value]
    parts = _CLASS.split(value)
    return "".join(part if at % 2 else _LETTERS.sub(_either, part) for at, part in enumerate(parts))


def _either(found: re.Match[str]) -> str:
    word = found.group()
    if word in _OTHER_WORD_WITHOUT or word[1:] in _OTHER_WORD_WITHOUT:
        return word
    return _ACCENTED.sub(lambda sign: f"[{sign.group()}{sign.group().translate(_BARE)}]", word)


def _build(language: str, table: _Table) -> Lexicon:
    body, people, things = table["body"], table["people"], table["things"]
    return Lexicon(
        language=language,
        stop=_set(table["stop"]),
        joiners=_set(table["joiners"]),
        lead=re.compile(rf"^{table['lead']}", re.IGNORECASE),
        trail=re.compile(table["trail"], re.IGNORECASE),
        noise=re.compile(table["noise"], re.IGNORECASE),
        insults=_whole_words([*table["insults"], *_shaming(language)]),
        feelings={word: _feeling(word, row) for word, row in table["feelings"].items()},
        body_parts=_set(body["parts"]),
        body_cues=_any(body["cues"]),
        people_one=_set(people["one"]),
        people_many=_set(people["many"]),
        things=_set(f"{things['openable']} {things['object']} {things['other']}"),
        cues={name: re.compile(pattern) for name, pattern in table["cues"].items()},
        modes={name: _any(patterns) for name, patterns in table["modes"].items()},
        observer={name: _any(patterns) for name, patterns in table["observer"].items()},
        strategist={name: _any(patterns) for name, patterns in table["strategist"].items()},
        lists={name: tuple(items.split()) for name, items in table.get("lists", {}).items()},
    )


def _set(items: str) -> frozenset[str]:
    return frozenset(items.split())


def _shaming(language: str) -> list[str]:
    """Return the words that shame, as patterns: the list that the prompt has, too."""
    words = every_shame_word(language)
    return [re.escape(word.rstrip("*")) + r"\w*" * word.endswith("*") for word in words]


def _any(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def _whole_words(patterns: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)", re.IGNORECASE)


def _feeling(word: str, row: list[str]) -> Feeling:
    noun, family, kind = row
    return Feeling(word, noun, family, kind == "adj")
