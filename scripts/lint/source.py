"""What a rule looks at, and what it says."""

from __future__ import annotations

import ast
import subprocess
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Source:
    """A Python file of the project; `path` is relative to its root."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """The parsed file."""
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All that is in it, walked through once for all rules, in the order of `ast.walk`.

        Without `ctx`, which is a third of all nodes.
        """
        found: list[ast.AST] = [self.tree]
        for node in found:  # which grows meanwhile
            for name in node._fields:
                value = None if name == "ctx" else getattr(node, name, None)
                if type(value) is list:
                    found += [one for one in value if isinstance(one, ast.AST)]
                elif isinstance(value, ast.AST):
                    found.append(value)
        return found

    def is_in(self, *folders: str) -> bool:
        """Return True if the file is in one of the folders, or is one of the files."""
        return self.path.startswith(folders)


@dataclass(frozen=True, slots=True)
class Problem:
    """A place that breaks a rule."""

    path: str
    line: int
    says: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.says}"


@lru_cache(maxsize=1)
def text_of(name: str) -> str:
    """Return the text of a file of the project, read once for all rules."""
    return (ROOT / name).read_text("utf-8")


@lru_cache(maxsize=1)  # all rules look at a file before the next one
def source_of(name: str) -> Source:
    """Return a Python file of the project, parsed once for all rules."""
    return Source(name, text_of(name))


def tracked_files() -> list[str]:
    """Return the files that are in the project or about to be."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in sorted(set(listed.stdout.splitlines())) if (ROOT / name).is_file()]
