"""What a run of stories came to, in words for a terminal of 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from coaching.evals.judges import Verdict
    from coaching.evals.story_reports.report import StoryReport, Summed

PLACES, WIDTH = 2, 100


def table(report: StoryReport, *, all_places: bool = False) -> str:
    """Return the judges over all people, and what failed with its places."""
    parts = (
        _head(report),
        _judges("judge", report.summed),
        _judges("held out", report.held_out),
        _people(report),
        _failing(report, None if all_places else PLACES),
    )
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part)))


def _head(report: StoryReport) -> Iterator[str]:
    cases = report.cases
    passed = sum(case.passed for case in cases)
    people, replies = len(report.told), report.replies
    yield f"{passed} of {len(cases)} as expected: {people} people, {replies} replies"
    by = report.versions
    yield f"by {by.model} · prompts {by.prompts} · tools {by.tools}" + (
        f" · git {by.git}" if by.git else ""
    )


def _judges(title: str, summed: Sequence[Summed]) -> Iterator[str]:
    if not summed:
        return
    wide = max(len(one.judge) for one in summed)
    yield f"{title:<{wide}}  passed   mean   worst"
    for one in summed:
        where = f"  ({one.worst_of})" if one.passed < one.people else ""
        passed = f"{one.passed}/{one.people}"
        yield f"{one.judge:<{wide}}  {passed:>6}  {one.mean:>5.2f}  {one.worst:>6.2f}{where}"


def _people(report: StoryReport) -> Iterator[str]:
    wide = max((len(told.story.id) for told in report.told), default=0)
    for told in report.told:
        verdicts = report.verdicts[told.story.id]
        failed = [verdict.judge for verdict in verdicts if not verdict.passed]
        passed = f"{len(verdicts) - len(failed)}/{len(verdicts)}"
        held_out = "  (held out)" if told.story.held_out else ""
        yield f"{told.story.id:<{wide}}  {passed:>5}{held_out}  {', '.join(failed)}".rstrip()


def _failing(report: StoryReport, places: int | None) -> Iterator[str]:
    for story, verdicts in report.verdicts.items():
        for verdict in verdicts:
            if not verdict.passed:
                yield f"{story}/{_line(verdict)}"
                yield from _places(verdict, places)


def _line(verdict: Verdict) -> str:
    mark = "ok" if verdict.passed else "FAIL"
    return f"{verdict.judge}: {mark}, {verdict.got} (expected {verdict.expected})"


def _places(verdict: Verdict, places: int | None) -> Iterator[str]:
    for fault in verdict.faults[:places]:
        where = f"session {fault.session}" + (f", line {fault.line}" if fault.line else "")
        yield f"  {where}: {fault.because}"
        yield from ([f"    “{_short(fault.reply)}”"] if fault.reply else [])
    if places is not None and len(verdict.faults) > places:
        yield f"  and {len(verdict.faults) - places} more (--verbose shows them)"


def _short(text: str, width: int = WIDTH) -> str:
    words = " ".join(text.split())
    return words if len(words) <= width else f"{words[: width - 1].rstrip()}…"
