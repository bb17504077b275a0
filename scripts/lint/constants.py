"""Each number that the code is tuned by has a line of its own, with room for its reason."""

from __future__ import annotations

import ast
from itertools import zip_longest
from typing import TYPE_CHECKING

from scripts.lint.source import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source

_FEW = 2


def check(source: Source) -> Iterator[Problem]:
    """Find module-level assignments of three or more numbers at once that no docstring explains."""
    if not source.is_in("coaching/", "toney_app/", "admin_app/"):
        return
    body = source.tree.body
    for node, after in zip_longest(body, body[1:]):
        if isinstance(node, ast.Assign) and _numbers(node) > _FEW and not _is_docstring(after):
            yield Problem(
                source.path, node.lineno, "several numbers in one line, give each its own"
            )


def _numbers(node: ast.Assign) -> int:
    if not isinstance(node.targets[0], ast.Tuple) or not isinstance(node.value, ast.Tuple):
        return 0
    values = (part.value for part in node.value.elts if isinstance(part, ast.Constant))
    return sum(isinstance(value, int | float) for value in values)


def _is_docstring(node: ast.stmt | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
