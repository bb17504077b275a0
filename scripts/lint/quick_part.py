"""The quick part of the tests: on all cores at once, and without starting a process.

Tests that start one have the marker `journey`; test ids are the same in each worker.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from scripts.lint.imports import imported
from scripts.lint.source import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source

_STARTERS = (
    "multiprocessing",
    "playwright",
    "subprocess",
    "tests.crash",
    "tests.support.browser",
    "tests.support.forked",
    "tests.support.served",
    "tests.support.supervised",
)


def check(source: Source) -> Iterator[Problem]:
    """Find test modules that start processes unmarked, and parameters that chance has made."""
    if not source.is_in("tests/") or not source.path.rsplit("/", 1)[1].startswith("test_"):
        return
    if "uuid4()" in source.text:
        yield from _made_by_chance(source)
    if "pytest.mark.journey" not in source.text:
        yield from _starts_processes(source)


def _made_by_chance(source: Source) -> Iterator[Problem]:
    for node in source.nodes:
        for decorator in getattr(node, "decorator_list", ()):
            if "parametrize" in ast.unparse(decorator) and any(map(_is_random, _names(decorator))):
                problem = "each worker would call this test something else: write the id down"
                yield Problem(source.path, decorator.lineno, problem)


def _names(decorator: ast.Call) -> Iterator[ast.expr]:
    """Yield the values that become part of a test's name: no collections."""
    for listed in decorator.args[1:]:
        for value in getattr(listed, "elts", ()):
            yield from getattr(value, "elts", (value,))


def _is_random(value: ast.expr) -> bool:
    return isinstance(value, ast.Call | ast.JoinedStr) and "uuid4()" in ast.unparse(value)


def _starts_processes(source: Source) -> Iterator[Problem]:
    for line, module in imported(source):
        if module.startswith(_STARTERS):
            problem = f"{module} starts processes: mark these tests `journey`"
            yield Problem(source.path, line, problem)
            return
