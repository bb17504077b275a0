"""Refuse citations of documents and ids that are not in the repository.

State the fact in a few words, or link a page in `docs`. Feature ids (A12) are in docs/features.md.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scripts.lint.source import Problem, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_MISSING = re.compile(
    r"\b(?:domain|claude-api|design|data|contracts|reliability|style)\.md\b"
    r"|\breliability §|\bvoice\.md (?:§ ?)?\d|\bfact sheet §"
    r"|\b(?:AP|CR|DA|ID|LL|SS)-X?\d+\b"
)
# These two files name what is refused.
_EXEMPT = ("scripts/lint/citations.py", "tests/house/test_citations.py")


def check_text(path: str, text: str) -> Iterator[Problem]:
    """Yield each line that cites something a reader can't find here."""
    if not _MISSING.search(text):
        return
    for number, line in enumerate(text.splitlines(), 1):
        if found := _MISSING.search(line):
            yield Problem(path, number, f"`{found[0]}` is not in the repository: state the fact")


def check_file(name: str) -> Iterator[Problem]:
    """Check a Python or Markdown file."""
    if name.endswith((".py", ".md")) and name not in _EXEMPT:
        yield from check_text(name, text_of(name))
