"""Wikipedia: the summary of a page with that title, else what its search finds (E13).

The summary is part of the REST API that the setting names; the search is the one of the same wiki.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from pydantic import BaseModel

from coaching.web.port import SearchResult
from coaching.web.service import Service

if TYPE_CHECKING:
    from collections.abc import Sequence

AGENT = "Toney/0.1 (an AI money coach; {url})"
SEARCH = "/w/rest.php/v1/search/page"
_A_PAGE = frozenset({"", "standard"})


class _Summary(BaseModel):
    title: str
    extract: str = ""
    type: str = ""


class _Page(BaseModel):
    key: str
    title: str
    excerpt: str | None = ""
    description: str | None = ""


class _Pages(BaseModel):
    pages: list[_Page]


class Wikipedia:
    """An encyclopedia that anybody may ask, and that asks who does (its User-Agent policy)."""

    name = "Wikipedia"

    def __init__(self, base: str, *, asked_by: str) -> None:
        self._service = Service(base, **{"User-Agent": AGENT.format(url=asked_by)})

    async def find(self, query: str, limit: int) -> Sequence[SearchResult]:
        """Return the page of that title, or some that are about it."""
        summary = await self._service.get(
            f"{self._service.base}/page/summary/{_key(query)}", _Summary
        )
        if summary is not None and summary.extract and summary.type in _A_PAGE:
            return [SearchResult(summary.title, self._page(_key(summary.title)), summary.extract)]
        return await self._search(query, limit)

    async def _search(self, query: str, limit: int) -> Sequence[SearchResult]:
        answer = await self._service.get(
            f"{self._service.root}{SEARCH}", _Pages, q=query, limit=limit
        )
        pages = answer.pages[:limit] if answer else []
        return [
            SearchResult(page.title, self._page(_key(page.key)), _about(page)) for page in pages
        ]

    def _page(self, key: str) -> str:
        return f"{self._service.root}/wiki/{key}"


def _key(title: str) -> str:
    return quote(title.replace(" ", "_"), safe="")


def _about(page: _Page) -> str:
    return ": ".join(part for part in (page.description, page.excerpt) if part)
