"""Each documented rule of the service's cache, and its edge."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from coaching.evals.cost.cache_model import PromptCache, RequestPart
from coaching.llm.port import Usage

if TYPE_CHECKING:
    from coaching.evals.cost.cache_model import Life

SONNET = "claude-sonnet-5-5"
CORE = RequestPart("core", 1000, "system", "1h")
HI = RequestPart("hi", 10, mark="5m")


def blocks(many: int, *, kind: str = "text") -> list[RequestPart]:
    return [RequestPart(f"new {n}", 10, kind) for n in range(many)]


def marked(part: RequestPart, life: Life | None = "5m") -> RequestPart:
    return replace(part, mark=life)


def used(new: int = 0, *, read: int = 0, m5: int = 0, h1: int = 0) -> Usage:
    return Usage(new, 0, read, m5, h1)


def test_without_marks_everything_is_plain_input_each_time() -> None:
    cache, parts = PromptCache(), [marked(CORE, None), marked(HI, None)]

    assert [cache.bill(SONNET, parts, at) for at in (0, 10)] == [used(1010)] * 2


def test_what_a_mark_wrote_is_read_and_what_follows_the_last_mark_is_plain() -> None:
    cache = PromptCache()

    assert cache.bill(SONNET, [CORE, *blocks(1)], 0) == used(10, h1=1000)
    assert cache.bill(SONNET, [CORE, *blocks(2)], 10) == used(20, read=1000)


def test_one_byte_before_the_mark_makes_another_entry() -> None:
    cache = PromptCache()
    cache.bill(SONNET, [CORE], 0)

    assert cache.bill(SONNET, [replace(CORE, content="corE")], 10) == used(h1=1000)
    assert cache.bill("claude-opus-5-5", [CORE], 10) == used(h1=1000)


@pytest.mark.parametrize(("new", "found"), [(19, True), (20, False)])
def test_a_mark_looks_back_twenty_positions(new: int, *, found: bool) -> None:
    cache, start = PromptCache(), replace(CORE, mark="5m")
    cache.bill(SONNET, [start], 0)
    *between, last = blocks(new)

    usage = cache.bill(SONNET, [marked(start, None), *between, marked(last)], 10)

    expected = used(read=1000, m5=new * 10) if found else used(m5=1000 + new * 10)
    assert usage == expected


@pytest.mark.parametrize("kind", ["tool_use", "tool_result"])
def test_a_run_of_calls_or_of_results_is_one_position(kind: str) -> None:
    cache, start = PromptCache(), replace(CORE, mark="5m")
    cache.bill(SONNET, [start], 0)
    *between, last = blocks(30, kind=kind)

    assert cache.bill(SONNET, [marked(start, None), *between, marked(last)], 10).cache_read_tokens


@pytest.mark.parametrize(
    ("life", "seconds", "found"),
    [("5m", 299, True), ("5m", 300, False), ("1h", 3599, True), ("1h", 3600, False)],
)
def test_an_entry_lives_from_the_start_of_its_request(
    life: Life, seconds: float, *, found: bool
) -> None:
    cache, parts = PromptCache(), [marked(CORE, life)]
    cache.bill(SONNET, parts, 0)

    assert (cache.bill(SONNET, parts, seconds) == used(read=1000)) is found


def test_each_read_renews_an_entry_for_nothing() -> None:
    cache, parts = PromptCache(), [marked(CORE)]
    cache.bill(SONNET, parts, 0)

    assert [cache.bill(SONNET, parts, at) for at in (299, 598, 897)] == [used(read=1000)] * 3
    assert cache.bill(SONNET, parts, 1197) == used(m5=1000)


def test_an_entry_can_be_read_when_the_first_answer_has_begun() -> None:
    cache = PromptCache()

    assert [cache.bill(SONNET, [CORE], at) for at in (0, 0.9)] == [used(h1=1000)] * 2
    assert cache.bill(SONNET, [CORE], 2) == used(read=1000)


@pytest.mark.parametrize(
    ("model", "tokens", "cached"),
    [
        (SONNET, 512, True),
        (SONNET, 511, False),
        ("claude-sonnet-5", 1023, False),
        ("claude-haiku-4-5", 4096, True),
        ("a model that nobody knows", 4095, False),
    ],
)
def test_what_is_too_short_is_silently_not_cached(model: str, tokens: int, *, cached: bool) -> None:
    usage = PromptCache().bill(model, [RequestPart("short", tokens, mark="1h")], 0)

    assert usage == (used(h1=tokens) if cached else used(tokens))


def test_each_stretch_has_the_price_of_the_mark_behind_it() -> None:
    cache, briefing = PromptCache(), RequestPart("briefing", 500, "system", "1h")
    tail = RequestPart("tail", 7)

    assert cache.bill(SONNET, [CORE, briefing, HI, tail], 0) == used(7, m5=10, h1=1500)
    later = [CORE, replace(briefing, content="another"), HI, tail]
    assert cache.bill(SONNET, later, 10) == used(7, read=1000, m5=10, h1=500)


def test_a_fifth_mark_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 4"):
        PromptCache().bill(SONNET, [marked(part) for part in blocks(5)], 0)
