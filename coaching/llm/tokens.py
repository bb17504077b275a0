"""Our own guess of a token count, where the service tells none."""

from __future__ import annotations

import math

CHARACTERS_PER_TOKEN = 2.7


def estimated(characters: int) -> int:
    """Return about how many tokens so many characters are, rounded up."""
    return math.ceil(characters / CHARACTERS_PER_TOKEN)
