"""Where something can be looked up, by the settings, and what holds for each of these places."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from coaching.errors import LookupFailed
from coaching.web.brave import Brave
from coaching.web.cache import Cache
from coaching.web.injection_filter import wants_something
from coaching.web.pages import Pages
from coaching.web.port import Findings, SearchResult
from coaching.web.sanitise import plain, web_address
from coaching.web.wikipedia import Wikipedia

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from coaching.clock import Clock
    from coaching.settings import Settings
    from coaching.web.port import Provider

SECONDS = 8.0
LONGEST_TITLE, LONGEST_DESCRIPTION = 120, 600
_log = structlog.get_logger(__name__)


class Lookup:
    """A provider with a deadline and a cache of an hour; its words come out plain."""

    def __init__(self, provider: Provider, clock: Clock) -> None:
        self._provider = provider
        self._cache = Cache(clock)

    @property
    def name(self) -> str:
        """The name that people know it by."""
        return self._provider.name

    async def find(self, query: str, limit: int) -> Findings:
        """Return what was found, or raise `LookupFailed`; the log has neither words nor finds."""
        known = self._cache.get(query, limit)
        if known is not None:
            return Findings(self.name, known)
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(SECONDS):
                found = await self._provider.find(query, limit)
        except TimeoutError:
            self._tell("timeout", begun)
            raise LookupFailed("no answer in time", kind="timeout") from None
        except LookupFailed as fault:
            self._tell(fault.kind, begun)
            raise
        results = tuple(_read(found))
        self._tell("done", begun)
        self._cache.put(query, limit, results)
        return Findings(self.name, results)

    def _tell(self, outcome: str, begun: float) -> None:
        spent = round((time.perf_counter() - begun) * 1000)
        tell = _log.info if outcome == "done" else _log.warning
        tell("looked_up", provider=self.name, outcome=outcome, ms=spent)


@dataclass(frozen=True, slots=True)
class Lookups:
    """The places that an engine looks things up in; None if one is switched off."""

    web: Lookup | None = None
    encyclopedia: Lookup | None = None
    pages: Pages | None = None

    @classmethod
    def of(cls, settings: Settings, clock: Clock) -> Lookups:
        """Return the places that the settings name. Another provider is swapped in here (E46)."""
        key, wiki = settings.brave_search_api_key, settings.wikipedia_base_url
        web = Brave(settings.brave_base_url, key) if key.get_secret_value() else None
        encyclopedia = Wikipedia(wiki, asked_by=settings.app_url) if wiki else None
        return cls(
            Lookup(web, clock) if web else None,
            Lookup(encyclopedia, clock) if encyclopedia else None,
            Pages() if settings.read_pages else None,
        )


def _read(found: Iterable[SearchResult]) -> Iterator[SearchResult]:
    for raw in found:
        seen = SearchResult(
            plain(raw.title, LONGEST_TITLE),
            web_address(raw.url),
            plain(raw.description, LONGEST_DESCRIPTION),
        )
        if seen.title and seen.url and not any(map(wants_something, (raw, seen))):
            yield seen
