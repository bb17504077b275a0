"""`python -m scripts.lint`: the rules of this house that no other tool knows."""

from __future__ import annotations

import gc
import sys

from scripts.lint import (
    citations,
    constants,
    docstrings,
    environment,
    literals,
    no_commit,
    owner_scoped,
    patience,
    plain_components,
    plain_words,
    practices,
    quick_part,
    size,
    thin_apps,
    traces,
)
from scripts.lint.source import Problem, source_of, tracked_files

RULES = (
    constants,
    docstrings,
    environment,
    literals,
    no_commit,
    owner_scoped,
    patience,
    plain_components,
    quick_part,
    size,
    thin_apps,
)
BY_NAME = (citations, traces, plain_words, size)


def problems() -> list[Problem]:
    """Return everything that breaks a rule."""
    found: list[Problem] = []
    for name in tracked_files():
        found += [problem for rule in BY_NAME for problem in rule.check_file(name)]
        if name.endswith(".py"):
            found += [problem for rule in RULES for problem in rule.check(source_of(name))]
    return [*found, *practices.problems()]


def main() -> int:
    gc.disable()  # a parsed file leaves no garbage; looking for it takes a quarter of the time
    found = problems()
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
