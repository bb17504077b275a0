"""Words on the screen come from the catalogue through `t()`, never from a view."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from scripts.lint.source import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source

_READ = frozenset({"alt", "aria_description", "aria_label", "label", "placeholder", "title"})
_WORD = re.compile(r"[A-Za-z]{2,}")
# Calls that draw: `rx.el.*` and our own components; their texts are what a person reads.
_DRAWS = re.compile(r"^(rx\.el\.\w+|rx\.fragment|rx\.text)$")


def check(source: Source) -> Iterator[Problem]:
    """Find words in the places that a person reads."""
    if not source.is_in("toney_app/views/", "toney_app/components/", "toney_app/frame.py"):
        return
    for node in source.nodes:
        if isinstance(node, ast.Call):
            drawn = node.args if _DRAWS.match(ast.unparse(node.func)) else []
            named = [word.value for word in node.keywords if word.arg in _READ]
            for part in (*drawn, *named):
                if isinstance(part, ast.Constant | ast.JoinedStr) and _has_words(part):
                    yield Problem(source.path, part.lineno, f"words in a view: {ast.unparse(part)}")


def _has_words(part: ast.Constant | ast.JoinedStr) -> bool:
    pieces = part.values if isinstance(part, ast.JoinedStr) else [part]
    texts = [p.value for p in pieces if isinstance(p, ast.Constant)]
    return any(isinstance(text, str) and _WORD.search(text) for text in texts)
