"""The public web, as Brave's search API gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel

from coaching.errors import LookupFailed
from coaching.web.port import SearchResult
from coaching.web.service import Service

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import SecretStr

PATH = "/res/v1/web/search"


class _Result(BaseModel):
    title: str
    url: str
    description: str = ""


class _Web(BaseModel):
    results: list[_Result]


class _Answer(BaseModel):
    type: str = ""
    web: _Web | None = None


class Brave:
    """Web search with a key; nothing of a person is sent, no place and no language either."""

    name = "Brave Search"

    def __init__(self, base: str, key: SecretStr) -> None:
        self._service = Service(base, **{"X-Subscription-Token": key.get_secret_value()})

    async def find(self, query: str, limit: int) -> Sequence[SearchResult]:
        """Return the first results."""
        answer = await self._service.get(
            f"{self._service.base}{PATH}",
            _Answer,
            q=query,
            count=limit,
            safesearch="strict",
            text_decorations="false",
            result_filter="web",
        )
        if answer is None or not (answer.web or answer.type):
            raise LookupFailed("an answer of another shape", kind="shape")
        results = answer.web.results if answer.web else []
        return [SearchResult(each.title, each.url, each.description) for each in results[:limit]]
