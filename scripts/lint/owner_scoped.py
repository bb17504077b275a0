"""Every query has an owner as its second argument, or is listed as one of the house.

The list, system_queries.txt, is short on purpose: sign-in, the scheduler, jobs, clean-up and
figures. A new line in it is a decision that a reviewer sees.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.lint.source import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.lint.source import Source

_FOLDER = "coaching/repositories/"
_OF_THE_HOUSE = frozenset(Path(__file__).with_name("system_queries.txt").read_text().split())


def check(source: Source) -> Iterator[Problem]:
    """Find public queries whose first arguments are not the session and the owner."""
    if not source.is_in(_FOLDER):
        return
    file = source.path.removeprefix(_FOLDER).removesuffix(".py")
    for node in source.tree.body:
        if isinstance(node, ast.AsyncFunctionDef) and not node.name.startswith("_"):
            arguments = [argument.arg for argument in node.args.args[:2]]
            is_query = arguments[:1] == ["s"]
            is_of_the_house = f"{file}.{node.name}" in _OF_THE_HOUSE
            if is_query and arguments != ["s", "owner"] and not is_of_the_house:
                yield Problem(source.path, node.lineno, f"{node.name}() has no owner")
