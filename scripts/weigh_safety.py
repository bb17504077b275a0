"""Learns the weights of the safety screen's scale from written messages, the same each time.

    python -m scripts.weigh_safety

A linear support vector machine (squared hinge) by dual coordinate descent in plain Python; a
minute. Messages marked `held` are never learned from. Write more messages into
`coaching/evals/examples/safety_written.jsonl`, run it, and run `tests/coaching/safety`.
"""

from __future__ import annotations

import argparse
import json
import random
from array import array
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast
from zlib import compress, crc32

from coaching.content.safety_weights import FILE
from coaching.safety.concepts import glosses, load_concepts
from coaching.safety.hashed_words import PLACES, gloss_pairs, pairs, pieces
from coaching.safety.linear_model import features, size_of
from coaching.safety.screen import heard_in, plain_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from coaching.safety.linear_model import Feature

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
    *sorted((TESTS / "offline").rglob("*.tsv")),
    *sorted((ROOT / "tests/model_in_loop/held_out").glob("*.json")),
    ROOT / "tests/support/planted_talks.json",
)
"""Talks of other evals and of used-up people; what no rule hears in them is everyday talk."""
OWN = [
    ROOT / "coaching/content/data" / f"{name}.json"
    for name in ("tensions", "onboarding", "offers", "knowledge", "practices")
]
"""What the app itself says; one half is learned from, the other is left to the tests."""
TRANSLATED = ROOT / "coaching/content/data/translations.es.json"
LOCALES = sorted((ROOT / "coaching/content/locales").glob("*.json"))
"""Cards and the page's own texts, which people keep, edit and quote: all are learned from."""
NOT_SHOWN = ("admin.", "safety.")
WEIGHED = ("suicidality", "self_harm", "domestic_economic_abuse", "harm_to_others")
CONCERN = 0.15
"""How much a message of concern counts as no crisis: it may sound like one."""
EVERYDAY = 2.0
"""How much an everyday sentence counts: there are few beside what is really said."""
PASSES = 20
COST = 1.0
"""What a message on the wrong side costs against large weights: chosen by counts."""
CAUTION = 0.1
"""What is taken from the bias, so that everyday talk stays everyday talk: chosen by counts."""
STEEP = 3.0
"""The weights are written three times as large, so that two decimals are enough."""
RARE = 2
"""A named feature that is in fewer messages is left out."""
SMALL = 0.12
TABLES = 3
"""Hashed features: pairs of words, pieces of words and pairs of glosses."""
JOINED = 3_000
"""So many longer messages are put together from everyday sentences."""
LARGEST = 127
"""A hashed weight is written as a whole number up to this, in one byte."""


@dataclass(frozen=True, slots=True)
class Example:
    """A message as it is learned from: its named features, and the places of hashed ones."""

    named: tuple[Feature, ...]
    hashed: tuple[tuple[int, ...], ...]
    is_crisis: bool
    counts: float
    category: str


@dataclass(slots=True)
class Learned:
    """Weights by feature and by place, and what is added to their sum."""

    named: dict[Feature, float]
    hashed: tuple[list[float], ...]
    bias: float


@dataclass(slots=True)
class _Row:
    """An example while it is learned from, and how strongly it holds its side.

    Each part is the places of its features in one list of weights, and what each counts.
    """

    parts: list[tuple[list[float], tuple[int, ...], float]]
    side: float
    slack: float
    held: float = 0.0

    def weight(self) -> float:
        """Return the sum of its weights."""
        return sum(
            share * sum(map(weights.__getitem__, found)) for weights, found, share in self.parts
        )

    def change(self, weight: float) -> float:
        """Return how far the weights have to move towards this example's side."""
        slope = self.side * weight - 1 + self.slack * self.held
        square = 1 + sum(len(found) * share**2 for _, found, share in self.parts) + self.slack
        before, self.held = self.held, max(0.0, self.held - slope / square)
        return (self.held - before) * self.side

    def move(self, change: float) -> None:
        """Move the weights of its features."""
        for weights, found, share in self.parts:
            step = change * share
            for place in found:
                weights[place] += step


def main() -> None:
    """Learn, and write the file."""
    argparse.ArgumentParser(description=__doc__).parse_args()  # so that --help learns nothing
    examples = list(_examples())
    learned = _learned(examples, [example.is_crisis for example in examples])
    pair_weights, piece_weights, gloss_weights = learned.hashed
    crises = [example for example in examples if example.is_crisis and example.category]
    kinds = [_kind(crises, name) for name in WEIGHED]
    named = sorted(set().union(*kinds))
    data = {
        "note": "Written by `python -m scripts.weigh_safety` from written messages; not by hand.",
        "bias": round(learned.bias - CAUTION, 3),
        "weights": _named(learned.named),
        "pairs": _packed(pair_weights),
        "pieces": _packed(piece_weights),
        "glosses": _packed(gloss_weights),
        "categories": list(WEIGHED),
        "kinds": {feature: [kind.get(feature, 0.0) for kind in kinds] for feature in named},
    }
    path = ROOT / "coaching/content/data" / FILE
    path.write_text(
        json.dumps(data, indent=0, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8"
    )
    size = path.stat().st_size / 1000
    print(f"{len(examples)} messages, {len(learned.named)} weights, {size:.0f} kB")


def _kind(crises: Sequence[Example], name: str) -> dict[str, float]:
    """Return what concepts weigh for one kind of crisis against the others."""
    kind = _learned(crises, [example.category == name for example in crises], is_hashed=False)
    kind.named["c", "*", ""] = kind.bias
    return _named({f: weight for f, weight in kind.named.items() if f[0] in {"c", "o"}})


def messages() -> Iterator[tuple[str, str, str]]:
    """Yield what is learned from: a text, its level or `everyday`, and its category."""
    yield from _labelled()
    yield from _ordinary()


def _examples() -> Iterator[Example]:
    seen: set[str] = set()
    said = tuple(messages())
    for utterance, level, category in (*said, *_joined(said)):
        if utterance in seen or (level == "crisis" and category not in WEIGHED):
            continue
        seen.add(utterance)
        words = plain_words(utterance)
        named = tuple(sorted(features(words, load_concepts().of)))
        places = (pairs(words), pieces(words), gloss_pairs(glosses(words)))
        hashed = tuple(tuple(sorted(found)) for found in places)
        counts = EVERYDAY if level == "everyday" else 1.0
        if level == "concern" and category in WEIGHED:
            counts = CONCERN
        is_crisis = level == "crisis"
        yield Example(named, hashed, is_crisis, counts, category)


def _labelled() -> Iterator[tuple[str, str, str]]:
    for path in LABELLED:
        for row in _rows(path):
            if row.get("split") != "held":
                yield row["utterance"], row["expected_level"], row.get("category") or ""


def is_learned(text: str) -> bool:
    """Return True for the half of the app's own texts that is learned from."""
    return crc32(text.encode()) % 2 == 0


def _ordinary() -> Iterator[tuple[str, str, str]]:
    talks = (path for path in ORDINARY if not path.name.startswith("safety_"))
    said = (text for path in talks for text in _texts(_content(path)))
    own = (text for path in OWN for text in _texts(_content(path)) if is_learned(text))
    shown = (*_texts(_content(TRANSLATED)), *_texts([_shown(path) for path in LOCALES]))
    for text in (*said, *own, *shown):
        if " " in text and not any(heard_in(text)):
            yield text, "everyday", ""


def _joined(said: Sequence[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield longer messages: everyday sentences are still everyday beside each other."""
    order = random.Random(0)  # noqa: S311 - the same order each time
    everyday = [text for text, level, _ in said if level in {"everyday", "none"}]
    for _ in range(JOINED):
        yield " ".join(map(_ended, order.choices(everyday, k=order.randint(2, 5)))), "none", ""


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _shown(path: Path) -> list[str]:
    texts = cast("dict[str, str]", _content(path))
    return [text for key, text in texts.items() if not key.startswith(NOT_SHOWN)]


def _content(path: Path) -> object:
    if path.suffix == ".tsv":
        return path.read_text("utf-8").replace(" | ", "\t").replace("\n", "\t").split("\t")
    return list(_rows(path)) if path.suffix == ".jsonl" else json.loads(path.read_text("utf-8"))


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


def _learned(
    examples: Sequence[Example], wanted: Sequence[bool], *, is_hashed: bool = True
) -> Learned:
    common = Counter(feature for example in examples for feature in example.named)
    places = {feature: at for at, feature in enumerate(f for f, n in common.items() if n >= RARE)}
    named = [0.0] * len(places)
    hashed = tuple([0.0] * PLACES for _ in range(TABLES)) if is_hashed else ()
    rows: list[_Row] = []
    for example, target in zip(examples, wanted, strict=True):
        known = tuple(places[feature] for feature in example.named if feature in places)
        parts = [(named, known, 1 / size_of(example.named))]
        parts += [
            (weights, found, 1 / size_of(found))
            for weights, found in zip(hashed, example.hashed, strict=False)
        ]
        rows.append(_Row(parts, 1.0 if target else -1.0, 1 / (2 * COST * example.counts)))
    bias = 0.0
    order = random.Random(0)  # noqa: S311 - the same order each time
    for _ in range(PASSES):
        order.shuffle(rows)
        for row in rows:
            if change := row.change(bias + row.weight()):
                bias += change
                row.move(change)
    steep = tuple([weight * STEEP for weight in weights] for weights in hashed)
    weighed = {feature: named[at] * STEEP for feature, at in places.items()}
    return Learned(weighed, steep, bias * STEEP)


def _packed(weights: Sequence[float]) -> dict[str, float | str]:
    step = max(map(abs, weights)) / LARGEST
    whole = array("b", (round(weight / step) for weight in weights))
    return {"step": step, "weights": b64encode(compress(whole.tobytes(), 9)).decode()}


def _named(weights: dict[Feature, float]) -> dict[str, float]:
    kept = sorted(weights.items())
    return {
        " ".join(part for part in feature if part): round(weight, 2)
        for feature, weight in kept
        if abs(weight) >= SMALL
    }


if __name__ == "__main__":
    main()
