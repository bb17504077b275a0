"""Report phrases that are rarely plain English, in texts, documentation and docstrings.

The patterns are questions, not verdicts: reword the line, or add it to `plain_words.txt` once you
have read it aloud and it is what you would say. `python -m scripts.lint.plain_words` prints all
lines that the list does not have, in the form of the list.
"""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from typing import TYPE_CHECKING

from scripts.lint.source import ROOT, Problem, source_of, text_of, tracked_files

if TYPE_CHECKING:
    from collections.abc import Iterator

SAYS = "reword it, or add it to plain_words.txt: "
ACCEPTED = ROOT / "scripts" / "lint" / "plain_words.txt"
_THINGS_THAT_ACT = (
    r"\b(?:stands?|stood|lies|lands?|lives|rests?|sits) (?:here|there|open|beside|in|on|with)\b"
    r"|goes with you|\btake .* along\b|within reach|in front\b"
)
_BOOKISH = (
    r"\bof (?:theirs|yours|ours|his|hers)\b|\b(?:is|are) yours to\b"
    r"|\bmay (?:stay|rest|be left)\b|\b(?:nothing|nobody) (?:is|has|needs)\b"
)
_INVERTED = (
    r"^\W*(?:What|Whether|Who) [^?.]* (?:is|was|stands) [^?.]*\."
    r"|, and (?:that|it)(?:'s|’s| is) |, and no |\bat present\b|\bput (?:right|down)\b"
)
PATTERNS = tuple(
    re.compile(pattern, re.MULTILINE) for pattern in (_THINGS_THAT_ACT, _BOOKISH, _INVERTED)
)
TEXTS = (
    "coaching/content/locales/en.json",
    "coaching/content/data/onboarding.json",
    "coaching/content/data/tensions.json",
    "coaching/rules/copy.toml",
    "coaching/rules/story.toml",
)
# Prompts and played conversations have their own rules; transcripts and quoted requirements stay as
# they are.
EXEMPT = (
    "coaching/prompts/",
    "coaching/evals/",
    "docs/examples/",
    "docs/features.md",
    "docs/texts.md",
    "tests/",
)


def check_file(name: str) -> Iterator[Problem]:
    """Yield the lines that match a pattern and are not in the list of accepted lines."""
    if name.startswith(EXEMPT):
        return
    for start, text in _texts(name):
        if not _is_hit(text):
            continue
        for line, words in enumerate(map(str.strip, text.splitlines()), start):
            if _is_hit(words) and f"{name}: {words}" not in _accepted():
                yield Problem(name, line, f"{SAYS}{words}")


def _is_hit(text: str) -> bool:
    return any(pattern.search(text) for pattern in PATTERNS)


def _texts(name: str) -> Iterator[tuple[int, str]]:
    """Yield what is to be read, and the line on which it begins."""
    if name.endswith(".md") or name in TEXTS:
        yield 1, text_of(name)
    elif name.endswith(".py"):
        for node in source_of(name).nodes:
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.body[0].lineno if node.body else 1, ast.get_docstring(node) or ""


@cache
def _accepted() -> frozenset[str]:
    return frozenset(ACCEPTED.read_text("utf-8").splitlines())


def main() -> int:
    """Print what is not accepted, in the form of the list."""
    found = [problem for name in tracked_files() for problem in check_file(name)]
    for problem in found:
        sys.stdout.write(f"{problem.path}: {problem.says.removeprefix(SAYS)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
