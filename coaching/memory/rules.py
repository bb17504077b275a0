"""The patterns of `rules.toml`, read once."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})


@dataclass(frozen=True, slots=True)
class Rules:
    """What keeps a sentence out, what makes it sensitive, and which words mean the same."""

    reports: re.Pattern[str]
    patterns: dict[str, re.Pattern[str]]
    sensitive: dict[str, re.Pattern[str]]
    same: dict[str, str]
    phrases: tuple[tuple[re.Pattern[str], str], ...]
    frame: frozenset[str]

    def fits(self, name: str, text: str) -> bool:
        """Whether a text fits one of the patterns of this name."""
        return self.patterns[name].search(straight(text)) is not None

    def is_sensitive(self, text: str) -> bool:
        """Whether a text is of a kind that asks before it is kept."""
        plain = straight(text)
        return any(pattern.search(plain) for pattern in self.sensitive.values())


@cache
def load_rules() -> Rules:
    """Return the rules."""
    file = resources.files("coaching.memory").joinpath("rules.toml")
    table: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
    same, sensitive, reports = table.pop("same"), table.pop("sensitive"), table.pop("reports")
    return Rules(
        reports=_any(reports),
        patterns={
            name: _any(patterns) for group in table.values() for name, patterns in group.items()
        },
        sensitive={name: _any(patterns) for name, patterns in sensitive.items()},
        same={word: group.split()[0] for group in same["words"] for word in group.split()},
        phrases=tuple((_any([pattern]), plain) for pattern, plain in same["phrases"]),
        frame=frozenset(same["frame"].split()),
    )


def straight(text: str) -> str:
    """Return a text with straight quotation marks, for the patterns."""
    return text.translate(_STRAIGHT)


def _any(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)
