"""A test waits for a condition, never for a fixed time; polling is in tests/support."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from scripts.lint.imports import imported
from scripts.lint.source import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source

_WAITING = ("tests/support/", "tests/bench/", "tests/model_in_loop/")
_SLEEPS = frozenset({"time.sleep", "asyncio.sleep", "sleep"})


def check(source: Source) -> Iterator[Problem]:
    """Find tests that sleep; `sleep(0)` lets others go first, virtual time does not pass."""
    if not source.is_in("tests/") or source.is_in(*_WAITING):
        return
    if "sleep" not in source.text:
        return
    if any(module.endswith("virtual_time") for _, module in imported(source)):
        return
    for node in source.nodes:
        if isinstance(node, ast.Call) and ast.unparse(node.func) in _SLEEPS:
            is_turn = [ast.unparse(argument) for argument in node.args] == ["0"]
            if not is_turn:
                yield Problem(source.path, node.lineno, "wait for a condition, not for time")
