"""A test waits for a condition, never for time to pass; polling lives in tests/support."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from scripts.lint.source import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source

_SLEEPS = frozenset({"time.sleep", "asyncio.sleep", "sleep"})


def check(source: Source) -> Iterator[Problem]:
    """Find tests that sleep; `asyncio.sleep(0)` only lets others go first."""
    if not source.is_in("tests/") or source.is_in("tests/support/", "tests/bench/"):
        return
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in _SLEEPS:
            is_turn = [ast.unparse(argument) for argument in node.args] == ["0"]
            if not is_turn:
                yield Problem(source.path, node.lineno, "wait for a condition, not for time")
