"""The edge owns the transaction (ADR 0007): nothing but `unit` commits or rolls back."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from scripts.lint.source import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source

_ENDS = frozenset({"commit", "rollback"})
_OWN = tuple(f"coaching/repositories/{name}.py" for name in ("db", "engines", "sqlite_connection"))


def check(source: Source) -> Iterator[Problem]:
    """Find calls that end a transaction outside the repositories' own unit."""
    if not source.is_in("coaching/", "toney_app/", "admin_app/"):
        return
    if source.is_in(*_OWN):
        return
    for node in source.nodes:
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in _ENDS:
            yield Problem(source.path, called.lineno, f"{called.attr}() belongs to the unit")
