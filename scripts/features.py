"""Keeps docs/features.md whole: a row for every feature of the list, open until a test proves it.

`python -m scripts.features` adds missing rows; what people wrote in existing rows stays.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "docs" / "features.md"
# One feature per line: its ID, a tab, what it is.
LIST = ROOT / "docs" / "features.tsv"
HEAD = """\
# Features

A row for every feature that was asked for: the test that proves it, or `open` and why, or `decided`
with the decision (a K row below or a page in `docs/adr`) that something else is built. Rows whose
ID begins with T are our own. A test checks that no row is missing and that every named test exists.

| ID | feature | proof |
| --- | --- | --- |
"""
ROW = re.compile(r"^\| (?P<id>[A-Z]?\d[\w.]*) \| .* \| (?P<proof>[^|]*) \|$", re.MULTILINE)


def wanted() -> dict[str, str]:
    """Return every feature by its ID."""
    lines = LIST.read_text("utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines)


def proofs(text: str) -> dict[str, str]:
    """Return what the table says of each ID."""
    return {row["id"]: row["proof"] for row in ROW.finditer(text)}


def table(known: dict[str, str]) -> str:
    """Return the whole table; a feature without a proof is open."""
    rows = (
        f"| {feature} | {what} | {known.get(feature, 'open: not begun')} |"
        for feature, what in wanted().items()
    )
    return HEAD + "\n".join(rows) + "\n"


def main() -> None:
    known = proofs(TABLE.read_text("utf-8")) if TABLE.exists() else {}
    TABLE.write_text(table(known), "utf-8")


if __name__ == "__main__":
    main()
