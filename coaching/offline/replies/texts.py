"""The texts of `answers.toml` and `classes.toml`, in two languages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from coaching.offline.replies.patterns import Table, compiled, read

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

MOODS = "moods"
"""The table of `classes.toml` that is no class."""


@dataclass(frozen=True, slots=True)
class Wording:
    """One answer: what is said, without an offer too, what can help, and what may be under it."""

    name: str
    texts: Mapping[str, tuple[str, ...]]
    plain: Mapping[str, tuple[str, ...]]
    tips: Mapping[str, str]
    practices: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()

    def said(self, language: str, turn: int = 0, *, offers: bool = True) -> str:
        """Return the text; another one each turn where there are several."""
        texts = self.texts if offers or not self.plain else self.plain
        found = texts[language]
        return found[turn % len(found)]

    @property
    def is_on_topic(self) -> bool:
        """Return True if it names what was talked about before."""
        return "{topic}" in self.said("en")

    def tip(self, language: str) -> str:
        """Return what can help with it, or an empty text."""
        return self.tips.get(language, "")


@cache
def table() -> Table:
    """Return the answers, with those to what people tell."""
    return read("answers.toml") | classes()


@cache
def moods() -> dict[str, str]:
    """Return the mood of each class that has one, also of those without an answer."""
    rows = read("classes.toml")
    lines = rows[MOODS].items()
    others = {name: mood.removeprefix("none") for mood, line in lines for name in line.split()}
    return others | {name: row["mood"] for name, row in classes().items() if "mood" in row}


@cache
def classes() -> Table:
    """Return the classes of what people tell."""
    rows = read("classes.toml").items()
    return {name: _class(row) for name, row in rows if name != MOODS}


def _class(row: Table) -> Table:
    """Return a row as the answers have it: its second text is what can help."""
    texts = {key: row[key][0] for key in ("en", "es")}
    tips = {key: row[key][1] for key in texts if len(row[key]) > 1}
    chips = ["practice", "keep_talking"] if "practice" in row else ["keep_talking", "short"]
    return {"chips": chips} | row | texts | {"tip": tips}


@cache
def wording(name: str) -> Wording:
    """Return the answer of this name."""
    row: Table = table()[name]
    return Wording(
        name,
        _texts(row),
        _texts(row.get("plain", {})),
        row.get("tip", {}),
        tuple(row.get("practice", ())),
        tuple(row.get("chips", ())),
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


def small(name: str, key: str, language: str) -> str:
    """Return a piece of a sentence, such as where words are kept."""
    return str(table()[name][key][language])


def _texts(row: Table) -> dict[str, tuple[str, ...]]:
    found: dict[str, str | list[str]] = {k: v for k, v in row.items() if k in {"en", "es"}}
    return {k: (v,) if isinstance(v, str) else tuple(v) for k, v in found.items()}
