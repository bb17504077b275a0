"""What a run of stories came to: every judge on every person, figures, the talks themselves."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from coaching.evals import story_scores
from coaching.evals.judges import judge_story, judge_together
from coaching.evals.report import Case, Report
from coaching.evals.stories import figures_of
from coaching.evals.story_sets import thresholds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from coaching.evals.judges import Verdict
    from coaching.evals.judges.by_model import Panel
    from coaching.evals.playing import Told
    from coaching.evals.story_scores import Scored
    from coaching.evals.story_versions import Versions

TOGETHER = "together"
COUNTED = ("sessions", "replies", "signals", "memories", "versions", "cards", "wins")


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
    """A run: the stories in their order, and what was said of each and of all."""

    told: tuple[Told, ...]
    verdicts: Mapping[str, tuple[Verdict, ...]]
    together: tuple[Verdict, ...]
    replies: tuple[Scored, ...]
    versions: Versions
    panel: Panel | None = None

    @property
    def cases(self) -> tuple[Case, ...]:
        """Return every judge on every person, then those that read all talks at once."""
        return tuple(
            Case(f"{story}/{verdict.judge}", verdict.expected, verdict.got, passed=verdict.passed)
            for story, verdicts in (*self.verdicts.items(), (TOGETHER, self.together))
            for verdict in verdicts
        )

    @property
    def summed(self) -> tuple[Summed, ...]:
        """Return each judge over all people, in the order of the judges."""
        by_judge: dict[str, list[tuple[str, Verdict]]] = {}
        for story, verdicts in self.verdicts.items():
            for verdict in verdicts:
                by_judge.setdefault(verdict.judge, []).append((story, verdict))
        return tuple(_summed(judge, found) for judge, found in by_judge.items())

    @property
    def best(self) -> list[Scored]:
        """Return the three best replies."""
        return story_scores.best(self.replies)

    @property
    def worst(self) -> list[Scored]:
        """Return the three worst replies."""
        return story_scores.worst(self.replies)

    def as_json(self) -> dict[str, object]:
        """Return the object that the command prints; the keys of the contract come first."""
        return Report(self.cases, self._figures()).as_json()

    def _figures(self) -> dict[str, object]:
        return {
            "people": {story: _verdicts(found) for story, found in self.verdicts.items()},
            TOGETHER: _verdicts(self.together),
            "figures": {
                "people": len(self.told),
                **self._counts(),
                "judges": {one.judge: _sum(one) for one in self.summed},
            },
            "best": [_reply(one) for one in self.best],
            "worst": [_reply(one) for one in self.worst],
            "versions": asdict(self.versions),
            **({"panel": self.panel.as_json()} if self.panel else {}),
            "talks": {told.story.id: list(_talk(told)) for told in self.told},
        }

    def _counts(self) -> dict[str, int]:
        counted = [figures_of(told) for told in self.told]
        return {name: sum(int(str(each[name])) for each in counted) for name in COUNTED}


def report_on(told: Sequence[Told], versions: Versions, panel: Panel | None = None) -> StoryReport:
    """Ask every judge about stories that were played; `panel` is what a model said of them."""
    verdicts = {each.story.id: judge_story(each) for each in told}
    replies = story_scores.scored(told, verdicts)
    together = judge_together(told) + ((panel.verdict(),) if panel else ())
    return StoryReport(tuple(told), verdicts, together, tuple(replies), versions, panel)


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


def _reply(one: Scored) -> dict[str, Any]:
    return asdict(one) | {"score": one.score}


def _talk(told: Told) -> Iterator[dict[str, object]]:
    for session in told.sessions:
        for line, one in enumerate(session.said, 1):
            yield {
                "session": session.number,
                "line": line,
                "person": one.person,
                "toney": one.toney,
            }
