"""What was asked of a described person's story is met, as far as code can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.judges.verdict import Fault, Verdict
from coaching.evals.report import share
from coaching.evals.stories.checking import decide

if TYPE_CHECKING:
    from coaching.evals.stories.played import Told


def wishes(told: Told) -> Verdict:
    """Return the share of checks and “must not” that hold; what needs a model is only counted."""
    found = decide(told)
    judged = [each for each in found if each.holds is not None]
    missed = [each for each in judged if not each.holds]
    left = len(found) - len(judged)
    return Verdict(
        judge="wishes",
        passed=not missed,
        value=share(len(judged) - len(missed), len(judged), if_none=1.0),
        expected="every check that needs no model",
        got=f"{len(judged) - len(missed)} of {len(judged)}, {left} not judged without a model",
        faults=tuple(Fault(each.session, each.line, each.reply, each.wish) for each in missed),
    )
