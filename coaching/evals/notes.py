"""The notes that a model gets in front of a message: right, wrong and missed, by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.report import Case, Eval, Model, Report, Row
from coaching.services.misunderstandings import note_for
from coaching.values.enums import Gap

if TYPE_CHECKING:
    from collections.abc import Sequence

NONE = "none"


async def run(rows: list[Row], model: Model) -> Report:
    """Look at each message with what came before it; rules, the same for every model."""
    del model
    cases = tuple(Case(str(row["id"]), row["label"], _note(row), passed=True) for row in rows)
    found = tuple(
        Case(case.id, case.expected, case.got, passed=case.got in (NONE, case.expected))
        for case in cases
    )
    return Report(found, {"types": {kind.value: _counts(found, kind.value) for kind in Gap}})


EVAL = Eval(
    "notes",
    "Notes in front of a message: none may be wrong; a missed one is only counted.",
    needs=("id", "history", "message", "label"),
    run=run,
)


def _note(row: Row) -> str:
    lines = row["history"]
    said = [line["text"] for line in lines if line["role"] == "user"]
    replies = [line["text"] for line in lines if line["role"] == "coach"]
    note = note_for(row["message"], said, replies)
    return note.value if note else NONE


def _counts(cases: Sequence[Case], kind: str) -> dict[str, int]:
    given = [case for case in cases if case.got == kind]
    meant = [case for case in cases if case.expected == kind]
    return {
        "given": len(given),
        "right": sum(case.expected == kind for case in given),
        "wrong": sum(case.expected != kind for case in given),
        "missed": sum(case.got != kind for case in meant),
    }
