"""The texts of `answers.toml` and `situations.toml`, in two languages."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

Table = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wording:
    """One answer: what is said, without an offer too, and what may stand under it."""

    name: str
    texts: Mapping[str, tuple[str, ...]]
    plain: Mapping[str, tuple[str, ...]]
    practices: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()
    slots: Mapping[str, str] = field(default_factory=dict[str, str])

    def said(self, language: str, turn: int = 0, *, offers: bool = True) -> str:
        """Return the text; another one each turn where there are several."""
        texts = self.texts if offers or not self.plain else self.plain
        found = texts[language]
        return found[turn % len(found)]


@cache
def table() -> Table:
    """Return the answers, with those to situations."""
    return _read("answers.toml") | situations()


@cache
def situations() -> Table:
    """Return the answers to situations: their words, and chips of their own or the usual ones."""
    return {name: _chips(row) | row for name, row in _read("situations.toml").items()}


def _chips(row: Table) -> Table:
    return {"chips": ["practice" if "practice" in row else "short", "keep_talking"]}


def _read(name: str) -> Table:
    file = resources.files("coaching.offline.replies") / name
    return tomllib.loads(file.read_text("utf-8"))


@cache
def wording(name: str) -> Wording:
    """Return the answer of this name."""
    row: Table = table()[name]
    return Wording(
        name,
        _texts(row),
        _texts(row.get("plain", {})),
        tuple(row.get("practice", ())),
        tuple(row.get("chips", ())),
    )


def names() -> frozenset[str]:
    """Return the names of all answers."""
    return frozenset(name for name, row in table().items() if "en" in row)


def small(name: str, key: str, language: str) -> str:
    """Return a piece of a sentence, such as where words are kept."""
    return table()[name][key][language]


def _texts(row: Table) -> dict[str, tuple[str, ...]]:
    found: dict[str, str | list[str]] = {k: v for k, v in row.items() if k in {"en", "es"}}
    return {k: (v,) if isinstance(v, str) else tuple(v) for k, v in found.items()}
