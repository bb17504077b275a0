"""`python -m scripts.lint`: the rules of this house that no other tool knows."""

from __future__ import annotations

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
from scripts.lint.source import ROOT, Problem, Source, tracked_files

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


def problems() -> list[Problem]:
    """Return everything that breaks a rule."""
    names = tracked_files()
    by_name = (citations, traces, plain_words, size)
    found = [problem for name in names for rule in by_name for problem in rule.check_file(name)]
    for name in names:
        if name.endswith(".py"):
            source = Source(name, (ROOT / name).read_text("utf-8"))
            found += [problem for rule in RULES for problem in rule.check(source)]
    return [*found, *practices.problems()]


def main() -> int:
    found = problems()
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
