"""The service's prompt cache as it is documented, in memory: what a request would be billed.

Each rule, and where it is written (platform documentation: “Prompt
caching” and “Tool use with prompt caching”; T: seen with the SDK against a strict simulator):

1. The key is the exact prefix: tools, system, messages, up to a block with a mark. What else is
   part of it (model, thinking, effort) is part of the key of the first position.
2. At most four marks; only marks write entries.
3. A mark looks back over 20 positions, itself among them, for an entry written earlier; a run of
   `tool_use`, or of `tool_result`, is one position. 19 new blocks hit, 20 miss (T).
4. A prefix shorter than the model's minimum is silently not cached.
5. An entry lives 5 minutes or an hour from the start of the request that wrote or read it; each
   read renews it for nothing. It can be read once the first answer has begun.
6. Billing of mixed lives: read up to the highest hit, the hour's price from there to the last
   mark of an hour, the five minutes' price to the last mark, the plain price after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING, Literal

from coaching.llm.port import Usage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Life = Literal["5m", "1h"]
SECONDS: Mapping[Life, float] = {"5m": 300.0, "1h": 3600.0}
MOST_MARKS = 4
LOOKS_BACK = 20
BEGINS_AFTER = 1.0
"""Seconds from a request to the beginning of its answer."""
MINIMUM: Mapping[str, int] = {
    "claude-sonnet-5-5": 512,
    "claude-haiku-5-5": 512,
    "claude-opus-5-5": 512,
    "claude-sonnet-5": 1024,
    "claude-haiku-4-5": 4096,
}
RUNS = frozenset({"tool_use", "tool_result"})


@dataclass(frozen=True, slots=True)
class RequestPart:
    """One block of a prompt: its bytes, its tokens, its kind, and the life its mark asks for.

    `message` is the place of its message, from 1; 0 for what stands in front of all messages.
    """

    content: str
    tokens: int
    kind: str = "text"
    mark: Life | None = None
    message: int = 0


@dataclass(slots=True)
class _Entry:
    life: Life
    readable_at: float
    ends_at: float


class PromptCache:
    """The cache of one workspace: every user of a key shares it."""

    def __init__(self) -> None:
        self._entries: dict[bytes, _Entry] = {}

    def bill(self, model: str, parts: Sequence[RequestPart], at: float) -> Usage:
        """Return the input of a request that starts at `at` seconds; entries are kept.

        Raises ValueError for a fifth mark. Nothing is known of the output here.
        """
        marks = _marks(model, parts)
        keys, ends = _keys(model, parts), list(accumulate(part.tokens for part in parts))
        positions = _positions(parts)
        hits = [self._hit(mark, keys, positions, at) for mark in marks]
        for hit in {hit for hit in hits if hit is not None}:
            entry = self._entries[keys[hit]]
            entry.ends_at = at + SECONDS[entry.life]
        highest = max((hit for hit in hits if hit is not None), default=-1)
        for mark in marks:
            if mark > highest:
                self._write(keys[mark], parts[mark].mark, at)
        return _usage(parts, ends, marks, highest)

    def _hit(
        self, mark: int, keys: Sequence[bytes], positions: Sequence[int], at: float
    ) -> int | None:
        for place in range(mark, -1, -1):
            if positions[mark] - positions[place] >= LOOKS_BACK:
                return None
            entry = self._entries.get(keys[place])
            if entry is not None and entry.readable_at <= at < entry.ends_at:
                return place
        return None

    def _write(self, key: bytes, life: Life | None, at: float) -> None:
        if life is not None:
            self._entries[key] = _Entry(life, at + BEGINS_AFTER, at + SECONDS[life])


def _marks(model: str, parts: Sequence[RequestPart]) -> list[int]:
    """Return the places of the marks that count: those behind enough tokens."""
    marks = [place for place, part in enumerate(parts) if part.mark is not None]
    if len(marks) > MOST_MARKS:
        raise ValueError(f"at most {MOST_MARKS} cache marks, here are {len(marks)}")
    ends = list(accumulate(part.tokens for part in parts))
    least = MINIMUM.get(model, max(MINIMUM.values()))
    return [place for place in marks if ends[place] >= least]


def _keys(model: str, parts: Sequence[RequestPart]) -> list[bytes]:
    """Return for each part the digest of everything up to its end."""
    digest, keys = sha256(model.encode()), list[bytes]()
    for part in parts:
        digest.update(f"\0{part.kind}\0{part.content}".encode())
        keys.append(digest.digest())
    return keys


def _positions(parts: Sequence[RequestPart]) -> list[int]:
    """Return the position of each part; a run of calls, or of results, shares one."""
    return list(accumulate(_steps(parts)))


def _steps(parts: Sequence[RequestPart]) -> Iterator[int]:
    before = ""
    for part in parts:
        yield 0 if part.kind in RUNS and part.kind == before else 1
        before = part.kind


def _usage(
    parts: Sequence[RequestPart], ends: Sequence[int], marks: Sequence[int], highest: int
) -> Usage:
    total, read = (ends[-1] if ends else 0), (ends[highest] if highest >= 0 else 0)
    hour = max((ends[m] for m in marks if parts[m].mark == "1h"), default=0)
    last = max((ends[m] for m in marks), default=0)
    hour_end, last_end = max(read, hour), max(read, hour, last)
    return Usage(
        input_tokens=total - last_end,
        cache_read_tokens=read,
        cache_write_1h_tokens=hour_end - read,
        cache_write_5m_tokens=last_end - hour_end,
    )
