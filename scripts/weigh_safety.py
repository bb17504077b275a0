"""Learns the weights of the safety screen's scale from written messages, the same each time.

    python -m scripts.weigh_safety

Logistic regression with AdaGrad in plain Python, averaged over a few orders of the examples; half a
minute. Messages marked `held` are never learned from. Write more messages into
`coaching/evals/examples/safety_written.jsonl`, run it, and run `tests/coaching/safety`.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, cast

from coaching.content.safety_weights import FILE
from coaching.safety.screen import heard_in, plain_words
from coaching.safety.weighing import features, load_concepts, size_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from coaching.safety.weighing import Feature

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "coaching/evals/examples"
TESTS = ROOT / "tests/coaching"
LABELLED = (
    *sorted(EXAMPLES.glob("safety_*.jsonl")),
    *(TESTS / "safety" / name for name in ("known.jsonl", "known.es.jsonl", "turned.jsonl")),
)
ORDINARY = (
    *sorted((ROOT / "coaching/evals").rglob("*.json*")),
    *sorted((TESTS / "offline").rglob("*.json*")),
)
"""Talks of other evals; what no rule hears in them is everyday talk."""
WEIGHED = ("suicidality", "self_harm", "domestic_economic_abuse", "harm_to_others")
CONCERN = 0.15
"""How much a message of concern counts as no crisis: it may sound like one."""
EVERYDAY = 0.5
"""How much an everyday sentence counts: nobody has labelled it."""
PASSES = 15
ORDERS = 3
RATE = 0.3
SMOOTHING = 0.1
DECAY = 0.05
"""Strong, so that a few messages don't decide: chosen by counts on half of `safety_dev2`."""
STEEP = 3.0
RARE = 2
"""A feature that is in fewer messages is left out."""
SMALL = 0.02


@dataclass(frozen=True, slots=True)
class Example:
    """A message as it is learned from."""

    found: tuple[Feature, ...]
    size: float
    is_crisis: bool
    counts: float
    category: str


def main() -> None:
    """Learn, and write the file."""
    examples = list(_examples())
    weights, bias = _average(examples, [example.is_crisis for example in examples])
    crises = [example for example in examples if example.is_crisis and example.category]
    categories: dict[str, dict[str, float]] = {}
    for name in WEIGHED:
        learned, lean = _average(crises, [example.category == name for example in crises])
        learned["c", "*", ""] = lean
        categories[name] = _named({f: w for f, w in learned.items() if f[0] in {"c", "o"}})
    data = {
        "note": "Written by `python -m scripts.weigh_safety` from written messages; not by hand.",
        "bias": round(bias, 3),
        "weights": _named(weights),
        "categories": categories,
    }
    path = ROOT / "coaching/content/data" / FILE
    path.write_text(json.dumps(data, indent=0, ensure_ascii=False) + "\n", "utf-8")
    print(f"{len(examples)} messages, {len(data['weights'])} weights")


def _examples() -> Iterator[Example]:
    seen: set[str] = set()
    for utterance, level, category in (*_labelled(), *_ordinary()):
        if utterance in seen or (level == "crisis" and category not in WEIGHED):
            continue
        seen.add(utterance)
        found = features(plain_words(utterance), load_concepts().of)
        counts = EVERYDAY if level == "everyday" else 1.0
        if level == "concern" and category in WEIGHED:
            counts = CONCERN
        is_crisis = level == "crisis"
        yield Example(tuple(sorted(found)), size_of(found), is_crisis, counts, category)


def _labelled() -> Iterator[tuple[str, str, str]]:
    for path in LABELLED:
        for row in _rows(path):
            if row.get("split") != "held":
                yield row["utterance"], row["expected_level"], row.get("category") or ""


def _ordinary() -> Iterator[tuple[str, str, str]]:
    for path in ORDINARY:
        if not path.name.startswith("safety_"):
            content = _rows(path) if path.suffix == ".jsonl" else json.loads(path.read_text())
            for text in _texts(content):
                if " " in text and not any(heard_in(text)):
                    yield text, "everyday", ""


def _texts(content: object) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        for part in cast("dict[str, object]", content).values():
            yield from _texts(part)
    elif isinstance(content, Iterable):
        for part in cast("Iterable[object]", content):
            yield from _texts(part)


def _rows(path: Path) -> Iterator[dict[str, str]]:
    for line in path.read_text("utf-8").splitlines():
        yield json.loads(line)


def _average(
    examples: Sequence[Example], wanted: Sequence[bool]
) -> tuple[dict[Feature, float], float]:
    common = Counter(feature for example in examples for feature in example.found)
    known = {feature for feature, times in common.items() if times >= RARE}
    total = dict.fromkeys(known, 0.0)
    bias = 0.0
    for order in range(ORDERS):
        weights, lean = _learned(examples, wanted, known, order)
        for feature, weight in weights.items():
            total[feature] += weight / ORDERS
        bias += lean / ORDERS
    return total, bias


def _learned(
    examples: Sequence[Example], wanted: Sequence[bool], known: set[Feature], order: int
) -> tuple[dict[Feature, float], float]:
    rows = [
        (tuple(feature for feature in example.found if feature in known), example, target)
        for example, target in zip(examples, wanted, strict=True)
    ]
    weights = dict.fromkeys(known, 0.0)
    steps = dict.fromkeys(known, SMOOTHING)
    bias, bias_step = 0.0, 1.0
    shuffled = random.Random(order)  # noqa: S311 - the same order each time
    for _ in range(PASSES):
        shuffled.shuffle(rows)
        for found, example, target in rows:
            scale = STEEP / example.size
            z = bias + scale * sum(weights[feature] for feature in found)
            wrong = (1 / (1 + exp(-max(-30.0, min(30.0, z)))) - target) * example.counts
            bias_step += wrong * wrong
            bias -= RATE * wrong / sqrt(bias_step)
            for feature in found:
                slope = wrong * scale + DECAY * weights[feature]
                steps[feature] += slope * slope
                weights[feature] -= RATE * slope / sqrt(steps[feature])
    return {feature: weight * STEEP for feature, weight in weights.items()}, bias


def _named(weights: dict[Feature, float]) -> dict[str, float]:
    kept = sorted(weights.items())
    return {
        " ".join(part for part in feature if part): round(weight, 2)
        for feature, weight in kept
        if abs(weight) >= SMALL
    }


if __name__ == "__main__":
    main()
