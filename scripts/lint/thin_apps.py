"""The apps draw; they know no SQL, no environment and no SDK (style 3.9)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from scripts.lint.imports import imported
from scripts.lint.source import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source

_APPS = ("toney_app/", "admin_app/")
_FOREIGN = ("sqlalchemy", "sqlmodel", "alembic", "aiosqlite", "psycopg", "anthropic")
_REFLEX_DATA = frozenset({"session", "Model", "asession"})


def check(source: Source) -> Iterator[Problem]:
    """Find database, SDK and environment access in an app."""
    if not source.is_in(*_APPS):
        return
    for line, module in imported(source):
        if module.split(".")[0] in _FOREIGN:
            yield Problem(source.path, line, f"an app does not import {module}")
    for node in source.nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = f"{node.value.id}.{node.attr}"
            if name in {"os.environ", "os.getenv"} or (
                node.value.id == "rx" and node.attr in _REFLEX_DATA
            ):
                yield Problem(source.path, node.lineno, f"an app does not use {name}")
