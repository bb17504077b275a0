"""Learns what Simple mode understands people by, the same each time, in two minutes.

    python -m scripts.learn_meanings

Run it after a change of one of the `simple_*.toml` in `coaching/evals/examples`; a test fails
until then. `--measure` learns from seven eighths and counts on the last one, and writes nothing.
"""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from coaching.offline.replies import meanings, texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]
    Whole = NDArray[np.int_]

FOLDER = Path("coaching/evals/examples")
EXAMPLES = ("simple_meanings.toml", "simple_meanings_more.toml", "simple_middle.toml")
CLASSES = FOLDER / "simple_classes.toml"
FILE = Path(meanings.__file__).with_name(meanings.FILE)
STEPS, ROUNDED_STEPS, RATE, ROUNDED_RATE, DECAY = 150, 80, 0.05, 0.01, 1e-4
"""Chosen by counts on an eighth that was kept aside."""
WIDE = 1.4
"""Standard deviations of the weights of a name that one step of a rounded weight is."""
ASIDE = 8
LEVELS = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7)


def examples() -> list[tuple[str, str]]:
    """Return the name and the text of all examples."""
    return [row for name in EXAMPLES for row in _read(FOLDER / name)]


@cache
def classes() -> dict[str, str]:
    """Return the class of each name."""
    table: dict[str, str] = tomllib.loads(CLASSES.read_text("utf-8"))
    return {name: found for found, names in table.items() for name in names.split()}


def column(name: str) -> str:
    """Return what an example is learned as: its name, or its class where that has no answer."""
    found = classes()[name]
    is_unanswered = found in texts.moods() and found not in texts.classes()
    return found if is_unanswered else name


def _read(file: Path) -> list[tuple[str, str]]:
    table: dict[str, list[str]] = tomllib.loads(file.read_text("utf-8"))
    return [(name, text) for name, texts in table.items() for text in texts]


def digest() -> str:
    """Return what the examples are known by, so that old weights are noticed."""
    named = {name: column(name) for name in classes()}
    rows = [*examples(), *classes().items(), *named.items()]
    return sha256("\n".join("\t".join(one) for one in rows).encode()).hexdigest()


def main() -> None:
    """Learn, and write the file; or count how good it is."""
    rows = [(column(name), text) for name, text in examples()]
    of = {column(name): found for name, found in classes().items()}
    names = sorted({name for name, _ in rows})
    read = np.vstack([meanings.features([text]) for _, text in rows])
    meant = np.array([names.index(name) for name, _ in rows])
    if "--measure" in sys.argv:
        _measure(read, meant, [of[name] for name in names])
        return
    weights, steps = _learned(read, meant)
    kinds = list(dict.fromkeys(of.values()))
    np.savez_compressed(
        FILE,
        digest=np.array(digest()),
        classes=np.array(kinds),
        of=np.array([kinds.index(of[name]) for name in names], np.uint8),
        weights=meanings.packed(weights),
        steps=steps.astype(np.float32),
        moods=_moods(read, [of[name] for name, _ in rows]),
    )
    print(f"{len(rows)} examples, {len(names)} names, {FILE.stat().st_size // 1000} kB")


def _measure(read: Numbers, meant: Whole, of: list[str]) -> None:
    """Print how often the name and its class are right, and the class by how sure it is."""
    kinds = list(dict.fromkeys(of))
    place = np.array([kinds.index(one) for one in of])
    order = np.random.default_rng(1).permutation(len(meant))
    last, first = order[: len(order) // ASIDE], order[len(order) // ASIDE :]
    weights, steps = _learned(read[first], meant[first])
    read_as: Numbers = (read[last] @ (weights * steps)).astype(np.float32)
    likely = meanings.softmax(read_as)
    told = likely @ np.eye(len(kinds), dtype=np.float32)[place]
    right = told.argmax(axis=1) == place[meant[last]]
    print(f"the right one of {len(of)} names: {(likely.argmax(axis=1) == meant[last]).mean():.1%}")
    for least in LEVELS:
        sure = told.max(axis=1) >= least
        share = right[sure].mean()
        print(f"{len(kinds)} classes, {least:.1f}: {sure.mean():.0%}, right {share:.1%}")


def _moods(read: Numbers, of: list[str]) -> NDArray[np.float16]:
    """Return the weights that tell bad, good and neither apart; each counts the same together."""
    mood = np.array([meanings.MOODS.index(texts.moods().get(name, "")) for name in of])
    counts = (len(mood) / len(meanings.MOODS) / np.bincount(mood))[mood].astype(np.float32)
    start = np.zeros((read.shape[1], len(meanings.MOODS)), np.float32)
    return _descent(read, mood, start, counts=counts).astype(np.float16)


def _learned(read: Numbers, meant: Whole) -> tuple[NDArray[np.int8], Numbers]:
    """Return the weights of a softmax regression as -1, 0 and 1, and what one of them counts."""
    weights = _descent(read, meant, np.zeros((read.shape[1], meant.max() + 1), np.float32))
    steps: Numbers = weights.std(axis=0).astype(np.float32) * WIDE
    weights = _descent(read, meant, weights.copy(), steps)
    return _rounded(weights, steps), steps


def _rounded(weights: Numbers, steps: Numbers) -> NDArray[np.int8]:
    return np.clip(np.round(weights / steps), -1, 1).astype(np.int8)


def _descent(
    read: Numbers,
    meant: Whole,
    weights: Numbers,
    steps: Numbers | None = None,
    counts: Numbers | None = None,
) -> Numbers:
    """Return weights found by Adam; with `steps` they are learned to be good when rounded."""
    wanted = np.eye(weights.shape[1], dtype=np.float32)[meant]
    count, rate = (STEPS, RATE) if steps is None else (ROUNDED_STEPS, ROUNDED_RATE)
    speed, size = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, count + 1):
        told = weights if steps is None else _rounded(weights, steps).astype(np.float32) * steps
        wrong = meanings.softmax(read @ told) - wanted
        wrong = wrong if counts is None else wrong * counts[:, None]
        slope = read.T @ wrong / len(read) + DECAY * weights
        speed = 0.9 * speed + 0.1 * slope
        size = 0.999 * size + 0.001 * slope**2
        now = rate * (1 - step / count) + rate / 50
        weights -= now * (speed / (1 - 0.9**step)) / (np.sqrt(size / (1 - 0.999**step)) + 1e-8)
    return weights


if __name__ == "__main__":
    main()
