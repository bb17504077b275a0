"""Components are functions of what they are given: they know neither state nor engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scripts.lint.imports import imported
from scripts.lint.source import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source

_VALUES = ("coaching.values.", "coaching.content.")


def check(source: Source) -> Iterator[Problem]:
    """Find imports that a component or a page part has no use for."""
    is_component = "/components/" in source.path
    is_drawing = source.is_in("toney_app/views/") and source.path.endswith(("page.py", "parts.py"))
    if not (is_component or is_drawing):
        return
    for line, module in imported(source):
        if module.startswith("coaching") and not module.startswith(_VALUES):
            yield Problem(source.path, line, f"what is drawn comes from a view model, not {module}")
        if is_component and module.split(".")[-1].endswith("State"):
            yield Problem(source.path, line, f"a component takes values, not {module}")
