"""Short enough to read on a phone; what a crisis asks for has its own length."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from coaching.evals.judges.replies import replies_of, words_of
from coaching.evals.judges.verdict import Verdict
from coaching.evals.report import share
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from coaching.evals.stories.played import Told

MIDDLE, LONGEST = 60, 110


def length(told: Told) -> Verdict:
    """Return the share of replies of at most 110 words; half of them have at most 60."""
    replies = [r for r in replies_of(told) if r.said.behind.safety is not SafetyLevel.CRISIS]
    counts = [len(words_of(one.text)) for one in replies]
    middle = median(counts) if counts else 0
    faults = [
        one.fault(f"{count} words")
        for one, count in zip(replies, counts, strict=True)
        if count > LONGEST
    ]
    return Verdict(
        judge="length",
        passed=not faults and middle <= MIDDLE,
        value=share(len(counts) - len(faults), len(counts), if_none=1.0),
        expected=f"half up to {MIDDLE} words, none above {LONGEST}",
        got=f"half up to {middle:g}, the longest {max(counts, default=0)}",
        faults=tuple(faults),
    )
