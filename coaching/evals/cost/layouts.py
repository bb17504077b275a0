"""Where the marks could stand, and what each place would cost.

A layout takes the parts of a request without marks and returns them with its own. `ours` is what
the request builder sends. The bounds are no layouts: they say what no placing of marks can beat.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from coaching.evals.cost.cache_model import PromptCache
from coaching.llm.port import Usage
from coaching.values.enums import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from coaching.evals.cost.cache_model import Life, RequestPart
    from coaching.evals.cost.counting_model import Asked

    Layout = Callable[[Sequence[RequestPart]], list[RequestPart]]
    Timed = tuple[float, Asked]

OURS = "ours, as sent"
NONE = "no caching"
WRITTEN_ONCE = "bound: each token written once at 1.25x, never expires"
READ_FOREVER = "bound: new tokens at 1x, the rest read"


def _as_sent(parts: Sequence[RequestPart]) -> list[RequestPart]:
    return list(parts)


def _unmarked(parts: Sequence[RequestPart]) -> list[RequestPart]:
    return [replace(part, mark=None) for part in parts]


def _placed(core: Life, briefing: Life, last: Life) -> Layout:
    """Return the layout with a mark behind the core, the briefing and the last block."""

    def lay(parts: Sequence[RequestPart]) -> list[RequestPart]:
        return _marked(parts, {**_in_front(parts, core, briefing), len(parts) - 1: last})

    return lay


def _of_the_seed(parts: Sequence[RequestPart]) -> list[RequestPart]:
    """Mark the last block of the second-to-last message, as the first seed did (K19)."""
    marks = _in_front(parts, "5m", "5m")
    before = parts[-1].message - 1
    place = max((n for n, part in enumerate(parts) if part.message == before > 0), default=None)
    return _marked(parts, marks if place is None else {**marks, place: "5m"})


LAYOUTS: Mapping[str, Layout] = {
    NONE: _unmarked,
    "seed: core, briefing, second-to-last message, 5m": _of_the_seed,
    "core, briefing, last block, 5m": _placed("5m", "5m", "5m"),
    "tools + core 1h; briefing, last block 5m": _placed("1h", "5m", "5m"),
    "tools + core, briefing 1h; last block 5m": _placed("1h", "1h", "5m"),
    "tools + core, briefing, last block, all 1h": _placed("1h", "1h", "1h"),
    OURS: _as_sent,
}


def billed(requests: Iterable[Timed], layout: Layout) -> list[tuple[Asked, Usage]]:
    """Return what each request is billed, in the order of time; a layout is about the Coach.

    The other agents keep the marks that they send, unless nobody caches at all.
    """
    cache, bills = PromptCache(), list[tuple["Asked", Usage]]()
    for at, asked in sorted(requests, key=lambda timed: timed[0]):
        moves = asked.role is Role.COACH or layout is LAYOUTS[NONE]
        parts = layout(asked.parts) if moves else asked.parts
        usage = cache.bill(asked.model, parts, at)
        bills.append((asked, replace(usage, output_tokens=asked.output_tokens)))
    return bills


def bounded(requests: Iterable[Timed], *, at_plain_price: bool) -> list[tuple[Asked, Usage]]:
    """Return what each request would be billed if nothing were ever forgotten or written twice."""
    known, bills = set[bytes](), list[tuple["Asked", Usage]]()
    for _, asked in sorted(requests, key=lambda timed: timed[0]):
        digest, old, new = sha256(asked.model.encode()), 0, 0
        for part in asked.parts:
            digest.update(f"\0{part.content}".encode())
            is_known = digest.digest() in known
            old, new = old + part.tokens * is_known, new + part.tokens * (not is_known)
            known.add(digest.digest())
        usage = Usage(cache_read_tokens=old, output_tokens=asked.output_tokens)
        kind = "input_tokens" if at_plain_price else "cache_write_5m_tokens"
        bills.append((asked, replace(usage, **{kind: new})))
    return bills


def _in_front(parts: Sequence[RequestPart], core: Life, briefing: Life) -> dict[int, Life]:
    system = [place for place, part in enumerate(parts) if part.kind == "system"]
    return dict(zip(system, (core, briefing), strict=False))


def _marked(parts: Sequence[RequestPart], marks: Mapping[int, Life]) -> list[RequestPart]:
    return [replace(part, mark=marks.get(place)) for place, part in enumerate(parts)]
