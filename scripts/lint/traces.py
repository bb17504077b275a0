"""No file may contain the address of a package registry or a path of someone's machine."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scripts.lint.source import Problem, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

# Written so that this file does not find itself.
_PIECES = (
    r"registry\.npm",
    r"npmjs\.(?:org|com)",
    r"pypi\.org",
    r"python[h]osted",
    r"deb\.debian",
    r"(?<![\w.])/(?:work|farm|home|Users)/[a-z]",
)
_TRACE = re.compile("|".join(_PIECES))


def check_text(path: str, text: str) -> Iterator[Problem]:
    """Find traces of where the project was made."""
    if not _TRACE.search(text):
        return
    for number, line in enumerate(text.splitlines(), 1):
        if _TRACE.search(line):
            yield Problem(path, number, "an address or path that belongs to one machine")


def check_file(path: str) -> Iterator[Problem]:
    """Look through one file; what is not text can't hold such a trace to be read."""
    try:
        text = text_of(path)
    except UnicodeDecodeError:
        return
    yield from check_text(path, text)
