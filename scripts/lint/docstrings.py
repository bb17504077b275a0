"""One line on every public function of the engine says what it is for (style 3.5)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from scripts.lint.source import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source


def check(source: Source) -> Iterator[Problem]:
    """Find public modules, classes and functions of the engine that don't say what they are."""
    if not source.is_in("coaching/"):
        return
    if not ast.get_docstring(source.tree):
        yield Problem(source.path, 1, "the module has no docstring")
    for node in source.tree.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if not node.name.startswith("_") and not ast.get_docstring(node):
            yield Problem(source.path, node.lineno, f"{node.name} has no docstring")
