"""What an eval found, in the form of the contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

Model = Literal["offline", "claude"]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """One example, what was expected of it and what came out."""

    id: str
    expected: object
    got: object
    passed: bool


@dataclass(frozen=True, slots=True)
class Report:
    """All cases, and the figures that this eval is judged by."""

    cases: tuple[Case, ...]
    figures: Mapping[str, object]

    def as_json(self) -> dict[str, object]:
        """Return the object that the command prints."""
        failures = [
            {"id": case.id, "expected": case.expected, "got": case.got}
            for case in self.cases
            if not case.passed
        ]
        return {
            "cases": len(self.cases),
            "passed": len(self.cases) - len(failures),
            "failures": failures,
            **self.figures,
        }


@dataclass(frozen=True, slots=True)
class Eval:
    """An eval by name: `run` takes the rows of an example file and the model that answers.

    `needs` are the fields that every row has to have.
    """

    name: str
    about: str
    needs: tuple[str, ...]
    run: Callable[[list[Row], Model], Coroutine[Any, Any, Report]]


def share(part: int, whole: int, *, if_none: float) -> float:
    """Return a share from 0 to 1, rounded; `if_none` when there is nothing to share."""
    return round(part / whole, 4) if whole else if_none
