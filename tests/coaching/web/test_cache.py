from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.web import SearchResult
from coaching.web.cache import MOST, Cache

if TYPE_CHECKING:
    from coaching.clock import FrozenClock

PAGE = (SearchResult("A page", "https://example.org/", "Text."),)


def test_the_oldest_is_forgotten_when_it_gets_too_much(clock: FrozenClock) -> None:
    cache = Cache(clock)
    for number in range(MOST + 1):
        cache.put(f"words {number}", 5, PAGE)

    assert cache.get("words 0", 5) is None
    assert cache.get("words 1", 5) == PAGE


def test_the_words_themselves_are_not_kept(clock: FrozenClock) -> None:
    cache = Cache(clock)
    cache.put("my secret words", 5, PAGE)

    assert "secret" not in repr(vars(cache))


def test_another_number_of_results_is_another_question(clock: FrozenClock) -> None:
    cache = Cache(clock)
    cache.put("words", 5, PAGE)

    assert cache.get("words", 3) is None
