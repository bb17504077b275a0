"""Interface of a search provider. To add one, add a file and a line in `lookups`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One result, as a provider gives it: words of strangers."""

    title: str
    url: str
    description: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What may be shown to the model, plain and short."""

    source: str
    results: tuple[SearchResult, ...]


class Provider(Protocol):
    """A search or an encyclopedia. Raises `LookupFailed` when it can't say."""

    @property
    def name(self) -> str:
        """The name that people know it by."""
        ...

    async def find(self, query: str, limit: int) -> Sequence[SearchResult]:
        """Return at most `limit` results, the best first; none when there are none."""
        ...
