"""What changed between two runs of the same people: judges, and the replies side by side.

A run is the object of its report (`report.json`), so that one may come from a file and the other
from a version that was played a moment ago.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from coaching.errors import ToneyError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


Run = dict[str, Any]
Place = tuple[str, int, int]
NEEDS = ("people", "talks", "versions")


class NoReport(ToneyError):
    """A file is no report of stories; the message says what it needs."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A judge before and after: on how many people it passed, and the mean of its figure."""

    judge: str
    people: int
    passed: tuple[int, int]
    mean: tuple[float, float]

    @property
    def arrow(self) -> str:
        """Return where the figure went."""
        before, after = self.mean
        return "↑" if after > before else "↓" if after < before else "="


@dataclass(frozen=True, slots=True)
class Differs:
    """A reply that differs, at the same place of the same talk."""

    story: str
    session: int
    line: int
    message: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs; `notes` say in a sentence what could not be compared, and why."""

    before: str
    after: str
    replies: int
    judges: tuple[Moved, ...]
    now_passes: tuple[str, ...]
    now_fails: tuple[str, ...]
    differ: tuple[Differs, ...]
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return what the command prints under `compare`."""
        return {
            "before": self.before,
            "after": self.after,
            "judges": {
                one.judge: {"passed": one.passed, "of": one.people, "mean": one.mean}
                for one in self.judges
            },
            "now_passes": self.now_passes,
            "now_fails": self.now_fails,
            "replies": [asdict(one) for one in self.differ],
            "notes": self.notes,
        }


def read_run(path: Path) -> Run:
    """Return the run of a report file."""
    try:
        found: Run = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise NoReport(f"{path.name} is no JSON: it takes what --json prints") from error
    if type(found) is not dict or not found.keys() >= set(NEEDS):
        raise NoReport(f"{path.name} is no report of stories: it takes what --json prints")
    return found


def compared(
    before: Run,
    after: Run,
    names: tuple[str, str],
    *,
    notes: tuple[str, ...] = (),
) -> Comparison:
    """Compare two runs where both have the same people and judges."""
    both = [story for story in after["people"] if story in before["people"]]
    flips = list(_flips(before, after, both))
    old, new = _replies(before, both), _replies(after, both)
    return Comparison(
        *names,
        replies=len(new),
        judges=tuple(_moved(before, after, both)),
        now_passes=tuple(case for case, passed in flips if passed),
        now_fails=tuple(case for case, passed in flips if not passed),
        differ=tuple(_differing(old, new)),
        notes=(*notes, *_alone(before, after)),
    )


def _moved(before: Run, after: Run, both: list[str]) -> Iterator[Moved]:
    judges = dict.fromkeys(judge for story in both for judge in after["people"][story])
    for judge in judges:
        pairs = [
            (before["people"][story][judge], after["people"][story][judge])
            for story in both
            if judge in before["people"][story] and judge in after["people"][story]
        ]
        if pairs:
            old, new = zip(*pairs, strict=True)
            yield Moved(
                judge,
                len(pairs),
                passed=(_passed(old), _passed(new)),
                mean=(_mean(old), _mean(new)),
            )


def _passed(verdicts: tuple[dict[str, Any], ...]) -> int:
    return sum(bool(verdict["passed"]) for verdict in verdicts)


def _mean(verdicts: tuple[dict[str, Any], ...]) -> float:
    return round(fmean(float(verdict["value"]) for verdict in verdicts), 4)


def _flips(before: Run, after: Run, both: list[str]) -> Iterator[tuple[str, bool]]:
    for story in both:
        for judge, verdict in after["people"][story].items():
            old = before["people"][story].get(judge)
            if old is not None and old["passed"] != verdict["passed"]:
                yield f"{story}/{judge}", bool(verdict["passed"])


def _replies(run: Run, both: list[str]) -> dict[Place, dict[str, Any]]:
    return {
        (story, said["session"], said["line"]): said
        for story in both
        for said in run["talks"].get(story, ())
    }


def _differing(
    old: Mapping[Place, dict[str, Any]], new: Mapping[Place, dict[str, Any]]
) -> Iterator[Differs]:
    nothing = {"person": "", "toney": ""}
    for place in (*new, *(place for place in old if place not in new)):
        was, now = old.get(place, nothing), new.get(place, nothing)
        if was["toney"] != now["toney"]:
            message = now["person"] or was["person"]
            yield Differs(*place, message=message, before=was["toney"], after=now["toney"])


def _alone(before: Run, after: Run) -> Iterator[str]:
    for run, other, where in ((after, before, "before"), (before, after, "now")):
        missing = [story for story in run["talks"] if story not in other["talks"]]
        if missing and other["talks"]:
            yield f"not played {where}: {', '.join(missing)}"
