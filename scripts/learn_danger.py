"""Learns the safety screen's sentence model from written messages, the same each time.

    .venv/bin/pip install scikit-learn==1.9.1
    .venv/bin/python -m scripts.learn_danger

Takes about two minutes. Messages marked `held` are never learned from. Run it after
`scripts.weigh_safety` when there are new messages, and then `tests/coaching/safety`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from coaching.safety.sentence_model import FILE
from coaching.text.sentence_vectors import vectors
from coaching.text.words import sentences
from scripts.weigh_safety import ROOT, WEIGHED, messages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

DIRECTIONS = 256
"""Main directions of the embeddings that are kept of 512; with 128 it hears about 2 % less."""
COST = 5.0
GAMMA = 1.5
"""Both chosen by counts of the held third of `safety_dev3`, whose texts nobody read."""
GROUP = 30
"""Words; a long harmless text is also learned from in such groups of sentences."""
LARGEST = 127
"""A number of a support vector is written as a whole number up to this, in one byte."""


def main() -> None:
    """Learn, and write the file."""
    try:
        machine: Any = import_module("sklearn.svm").SVC
    except ImportError:
        sys.exit("Install scikit-learn first: .venv/bin/pip install scikit-learn==1.9.1")
    texts, is_crisis = zip(*_examples(), strict=True)
    embedded = vectors(texts)
    mean = embedded.mean(axis=0)
    directions = np.linalg.svd(embedded - mean, full_matrices=False)[2][:DIRECTIONS].T
    learned = machine(C=COST, gamma=GAMMA, cache_size=1000)
    learned.fit((embedded - mean) @ directions, is_crisis)
    support: NDArray[np.float64] = learned.support_vectors_
    step = float(abs(support).max()) / LARGEST
    path = Path(ROOT) / "coaching/content/data" / FILE
    np.savez_compressed(
        path,
        mean=mean.astype(np.float32),
        directions=directions.astype(np.float16),
        support=np.round(support / step).astype(np.int8),
        step=np.float32(step),
        weights=learned.dual_coef_[0].astype(np.float32),
        bias=np.float32(learned.intercept_[0]),
        gamma=np.float32(GAMMA),
    )
    size = path.stat().st_size / 1_000_000
    print(f"{len(texts)} texts, {len(support)} support vectors, {size:.1f} MB")


def _examples() -> Iterator[tuple[str, bool]]:
    """Yield what is learned from: of harmless texts also groups of sentences.

    Everyday sentences that are joined and written as people text were tried as well: with them it
    took fewer long messages for danger, and missed 8 of 100 crises more.
    """
    seen: set[str] = set()
    for utterance, level, category in messages():
        is_crisis = level == "crisis"
        if level == "concern" or (is_crisis and category not in WEIGHED):
            continue
        found = {utterance} if is_crisis else {utterance, *_groups(utterance)}
        for part in sorted(found - seen):
            seen.add(part)
            yield part, is_crisis


def _groups(text: str) -> Iterator[str]:
    """Yield neighbouring sentences that have `GROUP` words together."""
    group: list[str] = []
    for sentence in sentences(text):
        group += sentence.split()
        if len(group) >= GROUP:
            yield " ".join(group)
            group = []
    if group:
        yield " ".join(group)


if __name__ == "__main__":
    main()
