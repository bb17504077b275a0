"""The TOML files of the rules: patterns, in which `<NAME>` stands for a piece, and texts."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from coaching.settings import Settings

Table = dict[str, Any]
_HERE = frozenset({"", "localhost", "127.0.0.1", "::1"})
_PART = re.compile(r"<([A-Z]+)>")
_GROUP = re.compile(r"(?<!\\)\((?!\?)")


@cache
def read(name: str, folder: str = "replies") -> Table:
    """Return a file of `replies` or of `words`."""
    file = resources.files("coaching.offline").joinpath(folder, name)
    return tomllib.loads(file.read_text("utf-8"))


def compiled(*patterns: str) -> re.Pattern[str]:
    """Return one pattern that fits where any of these does."""
    return re.compile(grouped(_filled("|".join(f"({one})" for one in patterns))))


def grouped(pattern: str) -> str:
    """Return a pattern whose plain brackets group and don't capture."""
    return _GROUP.sub("(?:", pattern)


def pattern(name: str) -> re.Pattern[str]:
    """Return a pattern of `parts.toml`."""
    return compiled(str(read("parts.toml")["patterns"][name]))


def group(name: str) -> frozenset[str]:
    """Return names of `parts.toml` that go together."""
    return frozenset(str(read("parts.toml")["groups"][name]).split())


def _filled(text: str) -> str:
    """Return a pattern with its pieces, which may hold pieces themselves."""
    parts: dict[str, str] = read("parts.toml")["parts"]
    return _PART.sub(lambda part: _filled(parts[part[1]]), text)


@dataclass(frozen=True, slots=True)
class Wording:
    """One answer: what is said, without an offer too, and what may be under it."""

    name: str
    texts: Mapping[str, tuple[str, ...]]
    plain: Mapping[str, tuple[str, ...]]
    practices: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()

    def said(self, language: str, turn: int = 0, *, offers: bool = True) -> str:
        """Return the text; another one each turn where there are several."""
        texts = self.texts if offers or not self.plain else self.plain
        found = texts[language]
        return found[turn % len(found)]


@cache
def table() -> Table:
    """Return the answers."""
    return read("answers.toml")


def tips_on(folded: str) -> list[str]:
    """Return the answers that say what can help with what a text is about."""
    return [name for name, about in _tips().items() if about.search(folded)]


@cache
def _tips() -> dict[str, re.Pattern[str]]:
    return {name: compiled(row["about"]) for name, row in table().items() if "about" in row}


@cache
def wording(name: str) -> Wording:
    """Return the answer of this name."""
    row: Table = table()[name]
    return Wording(
        name,
        _texts(row),
        _texts(row.get("plain", {})),
        tuple(row.get("practice", "").split()),
        tuple(row.get("chips", "keep_talking practice" if "practice" in row else "").split()),
    )


def names() -> frozenset[str]:
    """Return the names of all answers."""
    return frozenset(name for name, row in table().items() if "en" in row)


def variant(intent: str, folded: str) -> str:
    """Return the name of the answer that fits a message best, among those to one intent."""
    fits = (name for name, words in _variants().get(intent, ()) if words.search(folded))
    return next(fits, intent)


@cache
def _variants() -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    found: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    for name, row in table().items():
        if "when" in row:
            found.setdefault(row["of"], []).append((name, compiled(row["when"])))
    return found


def office_on(folded: str, language: str) -> str:
    """Return who knows the rules that a question is about, or an empty text."""
    rows = (row for row in table()["offices"].values() if compiled(row["when"]).search(folded))
    return next((row[language] for row in rows), "")


def small(name: str, key: str, language: str) -> str:
    """Return a piece of a sentence, such as where words are kept."""
    return str(table()[name][key][language])


def _texts(row: Table) -> dict[str, tuple[str, ...]]:
    found: dict[str, str | list[str]] = {k: v for k, v in row.items() if k in {"en", "es"}}
    return {k: (v,) if isinstance(v, str) else tuple(v) for k, v in found.items()}


@dataclass(frozen=True, slots=True)
class House:
    """Where words are stored, whether a model may read them, and how many messages a day."""

    is_here: bool = True
    has_model: bool = False
    messages_a_day: int = 50

    @staticmethod
    def of(settings: Settings) -> House:
        """Return what the settings say."""
        database = settings.database_url
        stored_here = not database or database.startswith("sqlite") or _is_here(database)
        return House(
            is_here=stored_here and _is_here(settings.public_url),
            has_model=settings.has_model and not settings.is_model_on_this_machine,
            messages_a_day=settings.interactions_per_day,
        )

    @property
    def stays(self) -> str:
        """The key of what happens to what somebody writes."""
        place = "here" if self.is_here else "server"
        return f"{place}_model" if self.has_model else place

    def slots(self, language: str) -> dict[str, Any]:
        """Return what is true of this installation, for the answers that say it."""
        kept = {key: str(text[language]) for key, text in table()["house"][self.stays].items()}
        return {"messages": str(self.messages_a_day), **kept}


def _is_here(address: str) -> bool:
    return (urlsplit(address).hostname or "") in _HERE
