"""The quick part of the tests starts no process: what does, carries the marker `journey`."""

from __future__ import annotations

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
    "tests.support.served",
    "tests.support.supervised",
)


def check(source: Source) -> Iterator[Problem]:
    """Find test modules that can start processes and mark none of their tests."""
    if not source.is_in("tests/") or not source.path.rsplit("/", 1)[1].startswith("test_"):
        return
    if "pytest.mark.journey" in source.text:
        return
    for line, module in imported(source.tree):
        if module.startswith(_STARTERS):
            problem = f"{module} starts processes: mark these tests `journey`"
            yield Problem(source.path, line, problem)
            return
