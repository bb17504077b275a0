"""Learns what Simple mode understands people by, the same each time, in a minute.

    python -m scripts.learn_meanings

Run it after a change of `simple_meanings.toml`, `simple_meanings_more.toml` or
`simple_moves.toml` in `coaching/evals/examples`; a test fails until then.
"""

from __future__ import annotations

import tomllib
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from coaching.offline.replies import meanings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

EXAMPLES = Path("coaching/evals/examples/simple_meanings.toml")
MORE = EXAMPLES.with_name("simple_meanings_more.toml")
MOVES = EXAMPLES.with_name("simple_moves.toml")
FILE = Path(meanings.__file__).with_name(meanings.FILE)
STEPS, RATE, DECAY = 300, 0.05, 1e-4
"""Chosen by counts: learned from three quarters of the examples, tried with the last."""
MOVES_DECAY = 5e-3
"""Chosen by 63 messages of people whom nobody learned from: with less it is sure and wrong."""
FIRST_EXAMPLE = 3.0
"""How much an example counts that was written with the answers: it says where a name ends."""
STORY_EXAMPLE = 4.0
"""How much an example of everyday talk counts: there are few beside all that is said."""
LARGEST = 127
"""A weight is written as a whole number up to this, in one byte."""


def examples() -> list[tuple[str, str]]:
    """Return the name and the text of all examples of what a message is about."""
    return [*_read(EXAMPLES), *_read(MORE)]


def moves() -> list[tuple[str, str]]:
    """Return the name and the text of all examples of what a message does in a story."""
    return _read(MOVES)


def _read(file: Path) -> list[tuple[str, str]]:
    table: dict[str, list[str]] = tomllib.loads(file.read_text("utf-8"))
    return [(name, text) for name, texts in table.items() for text in texts]


def digest() -> str:
    """Return what the examples are known by, so that old weights are noticed."""
    return sha256("\n".join("\t".join(one) for one in [*examples(), *moves()]).encode()).hexdigest()


def main() -> None:
    """Learn, and write the file."""
    rows = examples()
    first = len(_read(EXAMPLES))
    counts = np.array([FIRST_EXAMPLE] * first + [1.0] * (len(rows) - first), np.float32)
    counts[[name in meanings.NOTHING for name, _ in rows]] = STORY_EXAMPLE
    told = moves()
    stored: dict[str, Any] = {
        **_stored("names", rows, counts),
        **_stored("moves", told, np.ones(len(told), np.float32)),
    }
    np.savez_compressed(FILE, digest=np.array(digest()), **stored)
    print(f"{len(rows)} + {len(told)} examples, {FILE.stat().st_size // 1000} kB")


def _stored(
    kind: str, rows: list[tuple[str, str]], counts: Numbers
) -> dict[str, NDArray[np.generic]]:
    names = list(dict.fromkeys(name for name, _ in rows))
    read = np.vstack([meanings.features([text]) for _, text in rows])
    if kind == "moves":
        read = np.hstack([read, meanings.forms([text for _, text in rows])])
    meant = np.array([names.index(name) for name, _ in rows])
    weights = _learned(read, meant, counts, MOVES_DECAY if kind == "moves" else DECAY)
    steps = np.abs(weights).max(axis=0) / LARGEST
    return {
        kind: np.array(names),
        f"{kind}_weights": np.round(weights / steps).astype(np.int8),
        f"{kind}_steps": steps.astype(np.float32),
    }


def _learned(read: Numbers, meant: NDArray[np.int_], counts: Numbers, decay: float) -> Numbers:
    """Return the weights of a softmax regression, found by Adam; `counts` is each row's weight."""
    wanted = np.eye(meant.max() + 1, dtype=np.float32)[meant]
    weights = np.zeros((read.shape[1], wanted.shape[1]), np.float32)
    speed, size = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        told = read @ weights
        told = np.exp(told - told.max(axis=1, keepdims=True))
        told /= told.sum(axis=1, keepdims=True)
        wrong = (told - wanted) * counts[:, None]
        slope = read.T @ wrong / counts.sum() + decay * weights
        speed = 0.9 * speed + 0.1 * slope
        size = 0.999 * size + 0.001 * slope**2
        rate = RATE * (1 - step / STEPS) + RATE / 50
        weights -= rate * (speed / (1 - 0.9**step)) / (np.sqrt(size / (1 - 0.999**step)) + 1e-8)
    return weights


if __name__ == "__main__":
    main()
