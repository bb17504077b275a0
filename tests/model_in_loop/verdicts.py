"""What blind judges found: wins, ties and losses of each pair, grades, and memory questions."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import combinations
from statistics import mean
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from tests.model_in_loop.files import load
from tests.model_in_loop.grading import DIMENSIONS, Grades

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

Pair = tuple[str, str]
RESAMPLES, SEED = 2000, 20261122


@dataclass
class Verdicts:
    """Every mark under the names of the versions. `problems`: what is missing or does not fit."""

    arms: list[str]
    held: list[str]
    outcomes: list[tuple[str, str, Pair, str]] = field(default_factory=list)
    """Packet, person, pair, and "win", "tie" or "loss" of the pair's first."""
    grades: dict[str, list[Grades]] = field(default_factory=lambda: defaultdict(list))
    right: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    reasons: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    problems: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return the summary."""
        people = sorted({person for _, person, _, _ in self.outcomes})
        groups = {
            "all": people,
            "held": [person for person in people if person in self.held],
            "seen": [person for person in people if person not in self.held],
            **{person: [person] for person in people},
        }
        return {
            "pairs": {
                f"{one} against {other}": {
                    name: self._pair((one, other), who) for name, who in groups.items() if who
                }
                for one, other in combinations(self.arms, 2)
            },
            "grades": {arm: _means(grades) for arm, grades in self.grades.items()},
            "memory": {
                arm: {"right": sum(found), "of": len(found)} for arm, found in self.right.items()
            },
            "problems": self.problems,
        }

    def _pair(self, pair: Pair, people: Sequence[str]) -> dict[str, Any]:
        here = [o for o in self.outcomes if o[2] == pair and o[1] in people]
        counts = Counter(outcome for _, _, _, outcome in here)
        by_packet: dict[str, list[str]] = defaultdict(list)
        for packet, _, _, outcome in here:
            by_packet[packet].append(outcome)
        told = {name: counts[name] for name in ("win", "tie", "loss")}
        return {**told, "wins": _share(here), "interval": _interval(list(by_packet.values()))}


def read_verdicts(out: Path) -> Verdicts:
    """Read the key and all marks; several judges mark in folders of their own below `marks`."""
    key = load(out / "key.json")
    found = Verdicts(key["arms"], key["held"])
    for name, packet in key["packets"].items():
        for suffix, take in (("", _take_ranks), ("-whole", _take_grades)):
            files = sorted((out / "marks").rglob(f"{name}{suffix}.json"))
            if not files:
                found.problems.append(f"{name}{suffix}: no marks")
            for file in files:
                marks = load(file)
                if isinstance(marks, dict):
                    take(found, name, packet, marks)
                else:
                    found.problems.append(f"{file.name}: no JSON object")
    return found


def _take_ranks(found: Verdicts, name: str, packet: dict[str, Any], marks: dict[str, Any]) -> None:
    for place, order in enumerate(packet["messages"]):
        mark = marks.get(str(place), {})
        ranks = {order[letter]: rank for letter, rank in mark.get("rank", {}).items()}
        if set(ranks) != set(found.arms):
            found.problems.append(f"{name}: message {place} is not ranked")
            continue
        for pair in combinations(found.arms, 2):
            found.outcomes.append((name, packet["person"], pair, _outcome(ranks, pair)))
        for letter, is_right in mark.get("right", {}).items():
            found.right[order[letter]].append(bool(is_right))
        found.reasons[f"{name}:{place}"].append(mark.get("because", ""))


def _take_grades(found: Verdicts, name: str, packet: dict[str, Any], marks: dict[str, Any]) -> None:
    for letter, arm in packet["whole"].items():
        try:
            found.grades[arm].append(Grades.model_validate(marks.get(letter)))
        except ValidationError as error:
            where = ", ".join(".".join(map(str, e["loc"])) for e in error.errors())
            found.problems.append(f"{name}-whole: {letter}: {where or 'no grades'}")


def _outcome(ranks: dict[str, float], pair: Pair) -> str:
    one, other = (ranks[arm] for arm in pair)
    if one == other:
        return "tie"
    return "win" if one < other else "loss"


def _means(grades: Sequence[Grades]) -> dict[str, Any]:
    points = [one.points() for one in grades]
    means = {name: round(mean(each[name] for each in points), 2) for name in DIMENSIONS}
    fails = sum(bool(one.hard_fails) for one in grades)
    overall = round(mean(one.score for one in grades), 2)
    return {"sessions": len(grades), "mean": overall, "hard fails": fails, **means}


def _share(outcomes: Sequence[Any]) -> float:
    wins = sum(outcome[-1] == "win" for outcome in outcomes)
    return round(wins / len(outcomes), 3) if outcomes else 0.0


def _interval(sessions: Sequence[Sequence[str]]) -> list[float]:
    """Return where 95 % of the win shares lie when sessions are drawn again."""
    chance = random.Random(SEED)  # noqa: S311 - the same interval each time
    shares = sorted(_resampled(sessions, chance)) if sessions else [0.0]
    edge = len(shares) * 25 // 1000
    return [round(shares[edge], 3), round(shares[-1 - edge], 3)]


def _resampled(sessions: Sequence[Sequence[str]], chance: random.Random) -> Iterator[float]:
    for _ in range(RESAMPLES):
        drawn = [outcome for s in chance.choices(sessions, k=len(sessions)) for outcome in s]
        yield drawn.count("win") / len(drawn)
