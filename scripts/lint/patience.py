"""A test waits for a condition, never for time to pass; polling lives in tests/support."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from scripts.lint.imports import imported
from scripts.lint.source import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source

_SLEEPS = frozenset({"time.sleep", "asyncio.sleep", "sleep"})


def check(source: Source) -> Iterator[Problem]:
    """Find tests that sleep; `sleep(0)` lets others go first, virtual time does not pass."""
    if not source.is_in("tests/") or source.is_in("tests/support/", "tests/bench/"):
        return
    if any(module.endswith("virtual_time") for _, module in imported(source)):
        return
    for node in source.nodes:
        if isinstance(node, ast.Call) and ast.unparse(node.func) in _SLEEPS:
            is_turn = [ast.unparse(argument) for argument in node.args] == ["0"]
            if not is_turn:
                yield Problem(source.path, node.lineno, "wait for a condition, not for time")
