"""Small files and functions (style 3.3); past the stop, split by verb or by section."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from scripts.lint.source import Problem, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source

FILE_LINES = 300
FUNCTION_LINES = 50
COMPONENT_LINES = 70
# A longer file needs a reason here.
LONGER_FILES: dict[str, str] = {}


def check(source: Source) -> Iterator[Problem]:
    """Find files and functions that have grown too long; a migration is a list of columns."""
    if source.is_in("alembic/"):
        return
    yield from _file(source.path, source.text)
    draws = source.is_in("toney_app/views/", "toney_app/components/", "admin_app/")
    most = COMPONENT_LINES if draws else FUNCTION_LINES
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > most:
                yield Problem(source.path, node.lineno, f"{node.name}() has {length} lines")


def check_file(name: str) -> Iterator[Problem]:
    """Find a JavaScript file that has grown too long."""
    if name.endswith(".js"):
        yield from _file(name, text_of(name))


def _file(path: str, text: str) -> Iterator[Problem]:
    lines = text.count("\n")
    if lines > FILE_LINES and path not in LONGER_FILES:
        yield Problem(path, 1, f"{lines} lines, more than {FILE_LINES}")
