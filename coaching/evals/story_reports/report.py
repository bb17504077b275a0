"""What a run of stories came to: every judge on every person, figures, the talks themselves."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from coaching.evals.judges import judge_story
from coaching.evals.report import Case, Report
from coaching.evals.stories.sets import thresholds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from coaching.evals.judges import Verdict
    from coaching.evals.stories.played import Told
    from coaching.evals.story_reports.versions import Versions


@dataclass(frozen=True, slots=True)
class Summed:
    """A judge over all people: on how many it passed, the mean and the worst of its figure."""

    judge: str
    passed: int
    people: int
    mean: float
    worst: float
    worst_of: str


@dataclass(frozen=True, slots=True)
class StoryReport:
    """A run: the stories in their order, and what was said of each."""

    told: tuple[Told, ...]
    verdicts: Mapping[str, tuple[Verdict, ...]]
    versions: Versions

    @property
    def cases(self) -> tuple[Case, ...]:
        """Return every judge on every person."""
        return tuple(
            Case(f"{story}/{verdict.judge}", verdict.expected, verdict.got, passed=verdict.passed)
            for story, verdicts in self.verdicts.items()
            for verdict in verdicts
        )

    @property
    def summed(self) -> tuple[Summed, ...]:
        """Return each judge over all people, in the order of the judges."""
        return self._summed_over(self.verdicts)

    @property
    def held_out(self) -> tuple[Summed, ...]:
        """Return each judge over the people nobody tunes the coach on; nothing without them."""
        return self._summed_over([told.story.id for told in self.told if told.story.held_out])

    @property
    def replies(self) -> int:
        """Return how many replies were read."""
        return sum(len(session.said) for told in self.told for session in told.sessions)

    def as_json(self) -> dict[str, object]:
        """Return the object that the command prints; the keys of the contract come first."""
        return Report(self.cases, self._figures()).as_json()

    def _figures(self) -> dict[str, object]:
        return {
            "people": {story: _verdicts(found) for story, found in self.verdicts.items()},
            "figures": {
                "people": len(self.told),
                **self._counts(),
                "judges": {one.judge: _sum(one) for one in self.summed},
                "held_out": {one.judge: _sum(one) for one in self.held_out},
            },
            "versions": asdict(self.versions),
            "talks": {told.story.id: list(_talk(told)) for told in self.told},
        }

    def _summed_over(self, people: Iterable[str]) -> tuple[Summed, ...]:
        by_judge: dict[str, list[tuple[str, Verdict]]] = {}
        for story in people:
            for verdict in self.verdicts[story]:
                by_judge.setdefault(verdict.judge, []).append((story, verdict))
        return tuple(_summed(judge, found) for judge, found in by_judge.items())

    def _counts(self) -> dict[str, int]:
        """Return how much was played and noted by all people together."""
        sessions = [session for told in self.told for session in told.sessions]
        noted = [told.first for told in self.told] + [session.noted for session in sessions]
        return {
            "sessions": len(sessions),
            "replies": self.replies,
            "signals": sum(len(each.seen) for each in noted),
            "memories": sum(not memory.was for each in noted for memory in each.remembered),
            "versions": sum(len(each.versions) for each in noted),
            "cards": sum(_cards(told) for told in self.told),
            "wins": sum(len(each.wins) for each in noted),
        }


def report_on(told: Sequence[Told], versions: Versions) -> StoryReport:
    """Ask every judge about stories that were played."""
    verdicts = {each.story.id: judge_story(each) for each in told}
    return StoryReport(tuple(told), verdicts, versions)


def _cards(told: Told) -> int:
    noted = (told.first, *(session.noted for session in told.sessions))
    return len({card.title for each in noted for card in each.cards})


def _summed(judge: str, found: Sequence[tuple[str, Verdict]]) -> Summed:
    bound = thresholds().on_each.get(judge)
    sign = -1 if bound is not None and bound.at_most is not None else 1
    worst_of, worst = min(found, key=lambda each: (each[1].passed, sign * each[1].value))
    return Summed(
        judge,
        passed=sum(verdict.passed for _, verdict in found),
        people=len(found),
        mean=round(fmean(verdict.value for _, verdict in found), 4),
        worst=worst.value,
        worst_of=worst_of,
    )


def _sum(one: Summed) -> dict[str, object]:
    return {"passed": one.passed, "of": one.people, "mean": one.mean, "worst": one.worst}


def _verdicts(verdicts: Iterable[Verdict]) -> dict[str, dict[str, object]]:
    return {
        verdict.judge: {
            "value": verdict.value,
            "got": verdict.got,
            "expected": verdict.expected,
            "passed": verdict.passed,
            "faults": [asdict(fault) for fault in verdict.faults],
        }
        for verdict in verdicts
    }


def _talk(told: Told) -> Iterator[dict[str, object]]:
    for session in told.sessions:
        for line, one in enumerate(session.said, 1):
            yield {
                "session": session.number,
                "line": line,
                "person": one.person,
                "toney": one.toney,
            }
