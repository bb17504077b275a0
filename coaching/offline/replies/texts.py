"""The texts of `answers.toml` and `topics.toml`, in two languages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from coaching.offline.replies.patterns import Table, compiled, read

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping


PREFIX = "area_"
"""What the name of an answer about an area begins with."""


@dataclass(frozen=True, slots=True)
class Wording:
    """One answer: what is said, without an offer too, what can help, and what may be under it."""

    name: str
    texts: Mapping[str, tuple[str, ...]]
    plain: Mapping[str, tuple[str, ...]]
    tips: Mapping[str, tuple[str, ...]]
    practices: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()

    def said(self, language: str, turn: int = 0, *, offers: bool = True) -> str:
        """Return the text; another one each turn where there are several."""
        texts = self.texts if offers or not self.plain else self.plain
        found = texts[language]
        return found[turn % len(found)]

    def tip(self, language: str) -> str:
        """Return what can help with it, or an empty text."""
        return next(iter(self.tips.get(language, ())), "")


@cache
def table() -> Table:
    """Return the answers, with those to subjects and to what a message does in a story."""
    areas = {f"{PREFIX}{name}": row for name, row in read("areas.toml").items()}
    return read("answers.toml") | subjects() | areas | _moves()


def _moves() -> Table:
    rows = read("moves.toml").items()
    second = {name: "practice" if "practice" in row else "what_to_do" for name, row in rows}
    return {name: {"chips": ["keep_talking", second[name]]} | row for name, row in rows}


@cache
def subjects() -> Table:
    """Return what is said about each subject: the first text, and a tip where there is a second."""
    return {name: _subject(row) for name, row in read("topics.toml").items()}


def _subject(row: Table) -> Table:
    """Return a row as the answers have it."""
    first = {key: row[key][0] for key in ("en", "es")}
    tips = {key: row[key][1] for key in first if len(row[key]) > 1}
    chips = ["practice" if "practice" in row else "short", "keep_talking"]
    return {"chips": chips} | row | first | {"tip": tips}


def area_of(name: str) -> str:
    """Return the area of a subject, a feeling or an answer about an area, or an empty text."""
    return name.removeprefix(PREFIX) if name.startswith(PREFIX) else _areas().get(name, "")


@cache
def _areas() -> dict[str, str]:
    rows = read("areas.toml").items()
    return {topic: name for name, row in rows for topic in row["topics"].split()}


@cache
def wording(name: str) -> Wording:
    """Return the answer of this name."""
    row: Table = table()[name]
    return Wording(
        name,
        _texts(row),
        _texts(row.get("plain", {})),
        _texts(row.get("tip", {})),
        tuple(row.get("practice", ())),
        tuple(row.get("chips", ())),
    )


def names() -> frozenset[str]:
    """Return the names of all answers."""
    return frozenset(name for name, row in table().items() if "en" in row)


@cache
def guided() -> frozenset[str]:
    """Return the names of the answers that have a tip."""
    return frozenset(name for name in names() if wording(name).tips)


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


def small(name: str, key: str, language: str) -> str:
    """Return a piece of a sentence, such as where words are kept."""
    return str(table()[name][key][language])


def _texts(row: Table) -> dict[str, tuple[str, ...]]:
    found: dict[str, str | list[str]] = {k: v for k, v in row.items() if k in {"en", "es"}}
    return {k: (v,) if isinstance(v, str) else tuple(v) for k, v in found.items()}
