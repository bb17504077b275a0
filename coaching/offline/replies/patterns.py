"""The pattern files of the rules: TOML tables in which `<NAME>` stands for a piece of a pattern."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any

Table = dict[str, Any]
_PART = re.compile(r"<([A-Z]+)>")


@cache
def read(name: str, folder: str = "replies") -> Table:
    """Return a file of `replies` or of `words`.

    Raises:
        FileNotFoundError: if there is no file of this name.
    """
    file = resources.files("coaching.offline").joinpath(folder, name)
    return tomllib.loads(file.read_text("utf-8"))


def compiled(*patterns: str) -> re.Pattern[str]:
    """Return one pattern that fits where any of these does.

    Raises:
        KeyError: if a pattern names a piece that isn't in `parts.toml`.
    """
    return re.compile(_filled("|".join(f"(?:{pattern})" for pattern in patterns)))


def pattern(name: str) -> re.Pattern[str]:
    """Return a pattern of `parts.toml`.

    Raises:
        KeyError: if there is none of this name.
    """
    return compiled(str(read("parts.toml")["patterns"][name]))


def group(name: str) -> frozenset[str]:
    """Return names of `parts.toml` that go together.

    Raises:
        KeyError: if there are none of this name.
    """
    return frozenset(str(read("parts.toml")["groups"][name]).split())


def _filled(text: str) -> str:
    """Return a pattern with its pieces, which may hold pieces themselves."""
    parts: dict[str, str] = read("parts.toml")["parts"]
    return _PART.sub(lambda part: _filled(parts[part[1]]), text)
