"""What requests are billed with the marks that they send, and without a cache."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.evals.cost.cache_model import PromptCache

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.evals.cost.counting_model import Asked
    from coaching.llm.port import Usage

    Timed = tuple[float, Asked]

OURS = "ours, as sent"
NONE = "no caching"


def billed(requests: Iterable[Timed], *, cached: bool = True) -> list[tuple[Asked, Usage]]:
    """Return what each request is billed, in the order of time."""
    cache, bills = PromptCache(), list[tuple["Asked", "Usage"]]()
    for at, asked in sorted(requests, key=lambda timed: timed[0]):
        parts = asked.parts if cached else [replace(part, mark=None) for part in asked.parts]
        usage = cache.bill(asked.model, parts, at)
        bills.append((asked, replace(usage, output_tokens=asked.output_tokens)))
    return bills
