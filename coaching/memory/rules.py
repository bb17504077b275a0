"""The patterns of `rules.toml`, read once."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})


@dataclass(frozen=True, slots=True)
class Rules:
    """What keeps a sentence out, what makes it sensitive, and which words mean the same.

    `written` are short forms with the word they stand for. Weekdays and months are English in both
    languages once a text is written out.
    """

    reports: re.Pattern[str]
    patterns: dict[str, re.Pattern[str]]
    sensitive: dict[str, re.Pattern[str]]
    same: dict[str, str]
    phrases: tuple[tuple[re.Pattern[str], str], ...]
    frame: frozenset[str]
    people: tuple[str, ...]
    helpers: frozenset[str]
    verbs: dict[str, str]
    written: tuple[tuple[re.Pattern[str], str], ...]
    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    shorthand: frozenset[str]
    starts: frozenset[str]

    def fits(self, name: str, text: str) -> bool:
        """Return True if a text fits one of the patterns of this name."""
        return self.patterns[name].search(straight(text)) is not None

    def last(self, name: str, text: str) -> re.Match[str] | None:
        """Return the last place where a text fits one of the patterns of this name."""
        return max(
            self.patterns[name].finditer(straight(text)), key=lambda m: m.start(), default=None
        )

    def without(self, name: str, text: str) -> str:
        """Return a text without what fits the patterns of this name."""
        return self.patterns[name].sub(" ", straight(text))

    def written_out(self, text: str) -> str:
        """Return a text in lower case with the short forms of a text message written out."""
        return _written_out(text)

    def is_sensitive(self, text: str) -> bool:
        """Return True if a text is of a kind that asks before it is kept."""
        plain = straight(text)
        return any(pattern.search(plain) for pattern in self.sensitive.values())


@cache
def load_rules() -> Rules:
    """Return the rules."""
    file = resources.files("coaching.memory").joinpath("rules.toml")
    table: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
    same, sensitive, reports = table.pop("same"), table.pop("sensitive"), table.pop("reports")
    written = table.pop("written")
    return Rules(
        reports=_any(reports),
        patterns={
            name: _any(patterns) for group in table.values() for name, patterns in group.items()
        },
        sensitive={name: _any(patterns) for name, patterns in sensitive.items()},
        same=_firsts(same["words"]),
        phrases=tuple((_any([pattern]), plain) for pattern, plain in same["phrases"]),
        frame=frozenset(same["frame"].split()),
        people=tuple(same["people"].split()),
        helpers=frozenset(same["helpers"].split()),
        verbs=_firsts(same["verbs"].split(",")),
        written=tuple((re.compile(pattern), plain) for pattern, plain in written["out"]),
        weekdays=tuple(written["weekdays"].split()),
        months=tuple(written["months"].split()),
        shorthand=frozenset(written["shorthand"].split()),
        starts=frozenset(written["starts"].split()),
    )


@lru_cache(maxsize=2048)
def _written_out(text: str) -> str:
    plain = straight(text).casefold()
    for pattern, word in load_rules().written:
        plain = pattern.sub(word, plain)
    return plain


def straight(text: str) -> str:
    """Return a text with straight quotation marks, for the patterns."""
    return text.translate(_STRAIGHT)


def _firsts(groups: list[str]) -> dict[str, str]:
    """Return for each word the first one of its group."""
    return {word: group.split()[0] for group in groups for word in group.split()}


def _any(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)
