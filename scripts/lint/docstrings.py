"""One line on every public function of the engine says what it returns or does, verb first."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from scripts.lint.source import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source

# A docstring that begins so describes a thing; a function returns it, yields it or does something.
_NO_VERB = frozenset(
    (
        *("a", "all", "an", "each", "every", "everything", "how", "no", "nobody", "none", "not"),
        *("nothing", "one", "somebody", "that", "the", "their", "they", "those", "two", "what"),
        *("when", "where", "whether", "who", "whose", "words"),
    )
)


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
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_property(node):
            first = (ast.get_docstring(node) or "").split(" ", 1)[0]
            if first.lower() in _NO_VERB:
                says = f"the docstring of {node.name} begins with “{first}”, not with a verb"
                yield Problem(source.path, node.lineno, says)


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
