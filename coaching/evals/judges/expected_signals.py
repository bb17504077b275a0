"""What the story says has to be seen is seen, in its session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.judges.verdict import Fault, Verdict
from coaching.evals.report import share

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.stories.played import Told

MOST = 0.75


def expected_signals(told: Told) -> Verdict:
    """Return the share of expected kinds of signals, and urgencies, that were noted."""
    wanted = list(_wanted(told))
    faults = tuple(
        Fault(number, 0, "", f"{kind} was not seen") for number, kind, seen in wanted if not seen
    )
    value = share(len(wanted) - len(faults), len(wanted), if_none=1.0)
    return Verdict(
        judge="expected_signals",
        passed=value >= MOST,
        value=value,
        expected=f"at least {MOST:.0%}",
        got=f"{len(wanted) - len(faults)} of {len(wanted)}",
        faults=faults,
    )


def _wanted(told: Told) -> Iterator[tuple[int, str, bool]]:
    for session, played in zip(told.story.sessions, told.sessions, strict=True):
        kinds = {seen.kind for seen in played.noted.seen}
        for kind in session.expects.must_observe:
            yield played.number, kind, kind in kinds
        if session.expects.urgent:
            yield played.number, "something urgent", any(s.is_urgent for s in played.noted.seen)
