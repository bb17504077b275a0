"""What a judge says of a story: one figure, whether it is good enough, and where it isn’t."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.evals.report import share

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Fault:
    """One place that a judge objects to: `session` and `line` count from 1.

    A line of 0 means the session as a whole; `because` says in words what is wrong.
    """

    session: int
    line: int
    reply: str
    because: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one judge says; what `value` counts stands in the judge's docstring."""

    judge: str
    passed: bool
    value: float
    expected: str
    got: str
    faults: tuple[Fault, ...] = ()


def of_all(judge: str, faults: Iterable[Fault], whole: int, what: str = "reply") -> Verdict:
    """Return the verdict of a judge that wants all of something: the share without a fault."""
    found = tuple(faults)
    places = {(fault.session, fault.line) for fault in found}
    good = max(whole - len(places), 0)
    return Verdict(
        judge=judge,
        passed=not found,
        value=share(good, whole, if_none=1.0),
        expected=f"every {what}",
        got=f"{good} of {whole}",
        faults=found,
    )
