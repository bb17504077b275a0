"""Write the vectors of the examples that Simple mode understands people by.

    python -m scripts.offline_examples

Run it after a change of `coaching/offline/replies/examples.toml`; a test fails until then.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from coaching.offline.replies import meanings
from coaching.text.sentence_vectors import vectors

FILE = Path(meanings.__file__).with_name(meanings.FILE)


def main() -> None:
    """Write the file."""
    texts = [text for _, text in meanings.examples()]
    numbers = vectors(texts)
    whole = np.round(numbers / np.abs(numbers).max(axis=1, keepdims=True) * meanings.LARGEST)
    np.savez_compressed(FILE, vectors=whole.astype(np.int8), digest=np.array(meanings.digest()))
    print(f"{len(texts)} examples in {FILE.name}")


if __name__ == "__main__":
    main()
