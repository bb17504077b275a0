"""Example files: one JSON document or one JSON object a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

from coaching.errors import ToneyError

if TYPE_CHECKING:
    from pathlib import Path

    from coaching.evals.report import Row

PERSONAS = "onboarding_personas"


class BadExamples(ToneyError):
    """An example file can't be read; the message says where."""


def read_rows(path: Path, needs: tuple[str, ...]) -> list[Row]:
    """Return the examples of a file, whichever of the known forms it has."""
    text = path.read_text("utf-8")
    try:
        rows = _rows(json.loads(text))
    except json.JSONDecodeError:
        rows = [_line(path, number, line) for number, line in _lines(text)]
    if not rows:
        raise BadExamples(f"{path.name}: holds no examples")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or not row.keys() >= set(needs):
            raise BadExamples(f"{path.name}: example {number}: needs {', '.join(needs)}")
    return cast("list[Row]", rows)


def _rows(document: object) -> list[object]:
    if isinstance(document, dict):
        found = cast("dict[str, object]", document)
        return cast("list[object]", found.get(PERSONAS, [found]))
    return cast("list[object]", document) if isinstance(document, list) else []


def _lines(text: str) -> list[tuple[int, str]]:
    return [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _line(path: Path, number: int, line: str) -> object:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise BadExamples(f"{path.name}: line {number}: {error.msg}") from error
