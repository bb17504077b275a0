from __future__ import annotations

import pytest
from pydantic import ValidationError

from coaching.clock import SystemClock
from coaching.tools.web_search import WebSearch, web_search
from coaching.web import Lookup
from coaching.web.port import SearchResult


class Shelf:
    """A place that keeps how many results were wanted."""

    name = "The shelf"

    def __init__(self) -> None:
        self.wanted: list[int] = []

    async def find(self, query: str, limit: int) -> list[SearchResult]:
        self.wanted.append(limit)
        return [SearchResult(query, "https://shelf.example.org/1", "A book.")]


async def test_five_results_are_wanted_unless_it_says_how_many() -> None:
    shelf = Shelf()
    place = Lookup(shelf, SystemClock())
    outcome = await web_search(place, WebSearch(query="money"))
    await web_search(place, WebSearch(query="money", num_results=10))
    assert shelf.wanted == [5, 10]
    (found,) = outcome.data["words_of_strangers"]  # pyrefly: ignore[not-iterable]
    assert found == {
        "title": "money",
        "url": "https://shelf.example.org/1",
        "description": "A book.",
    }


@pytest.mark.parametrize(
    "wrong", [{"num_results": 0}, {"num_results": 11}, {"num_results": "5"}, {"query": 5}]
)
def test_what_is_no_search_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        WebSearch.model_validate({"query": "money", **wrong})
