"""Settings are read once, by `Settings`; nothing else asks the environment for one (style 3.12)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from scripts.lint.source import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source

# They hand an environment to a process that they start, or were handed one.
_STARTERS = (
    "coaching/evals/stories/players.py",
    "coaching/serving/compose.py",
    "coaching/serving/frontend.py",
    "coaching/serving/process_environment.py",
    "coaching/serving/supervisor.py",
    "coaching/web/extract.py",
    # OpenTelemetry's own names, which are no settings of ours.
    "coaching/serving/traces.py",
)


def check(source: Source) -> Iterator[Problem]:
    """Find reads of the environment in the engine."""
    if not source.is_in("coaching/") or source.is_in("coaching/settings.py", *_STARTERS):
        return
    for node in source.nodes:
        if isinstance(node, ast.Attribute) and ast.unparse(node) in {"os.environ", "os.getenv"}:
            yield Problem(source.path, node.lineno, "a setting belongs into coaching/settings.py")
