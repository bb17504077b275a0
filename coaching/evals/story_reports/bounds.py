"""Which figures of a run are out of the bounds that `stories/sets.json` has for each judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.stories.sets import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from coaching.evals.judges import Verdict
    from coaching.evals.stories.sets import Bound, Thresholds
    from coaching.evals.story_reports.report import StoryReport


def broken(report: StoryReport, table: Thresholds) -> list[str]:
    """Return each figure that is out of its bounds, with its places, in words."""
    return [
        line
        for story, verdicts in report.verdicts.items()
        for line in _broken(story, verdicts, table.on_each)
    ]


def _broken(who: str, verdicts: Sequence[Verdict], bounds: Mapping[str, Bound]) -> Iterator[str]:
    for verdict in verdicts:
        bound = bounds.get(verdict.judge)
        if bound is None:
            yield f"{verdict.judge} has no row in {TABLE.name}"
        elif not bound.holds(verdict.value):
            places = "".join(
                f"\n  session {fault.session}, line {fault.line}: {fault.because} “{fault.reply}”"
                for fault in verdict.faults
            )
            yield f"{who}/{verdict.judge}: {verdict.value}, but {bound}{places}"
