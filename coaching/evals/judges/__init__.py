"""Judges of a played story: small functions without a model, each with one figure (issue 4, A76).

A judge objects rarely and names the place. Where it can't know, it lets a reply pass: one that
cries wolf is worse than none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.judges.one_question import one_question
from coaching.evals.judges.opening_again import opening_again
from coaching.evals.judges.verdict import Fault, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from coaching.evals.playing import Told

__all__ = ["JUDGES", "TOGETHER", "Fault", "Verdict", "judge_story", "judge_together"]

JUDGES: tuple[Callable[[Told], Verdict], ...] = (
    one_question,
    opening_again,
)
TOGETHER: tuple[Callable[[Sequence[Told]], Verdict], ...] = ()


def judge_story(told: Told) -> tuple[Verdict, ...]:
    """Return what every judge says of one story, in a fixed order."""
    return tuple(judge(told) for judge in JUDGES)


def judge_together(tolds: Sequence[Told]) -> tuple[Verdict, ...]:
    """Return what is said of several stories at once, in a fixed order."""
    return tuple(judge(tolds) for judge in TOGETHER)
