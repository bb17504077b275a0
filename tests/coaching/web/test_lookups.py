"""Looking something up over real connections: what goes out, what comes back, what goes wrong."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from pydantic import SecretStr

from coaching.errors import LookupFailed
from coaching.web import Lookup, Lookups, SearchResult, lookups
from coaching.web.brave import Brave
from coaching.web.wikipedia import Wikipedia
from tests.support.outside import (
    FAULTS,
    KEY,
    MISSING,
    Outside,
    answers,
    leads_to,
    pages,
    results,
    summary,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from coaching.clock import FrozenClock
    from coaching.settings import Settings
    from coaching.web import Provider
    from tests.support.model_server import Play
    from tests.support.outside import Answering

CHARITY = {"title": "StepChange", "url": "https://www.stepchange.org/", "description": "Free help"}


@asynccontextmanager
async def brave(clock: FrozenClock, *plays: Answering) -> AsyncGenerator[tuple[Lookup, Outside]]:
    outside = Outside(*plays)
    async with outside.listening() as url:
        yield Lookup(Brave(url, SecretStr(KEY)), clock), outside


@asynccontextmanager
async def wikipedia(
    clock: FrozenClock, *plays: Answering
) -> AsyncGenerator[tuple[Lookup, Outside]]:
    outside = Outside(*plays)
    async with outside.listening() as url:
        asked_by = "https://toney.example.org"
        yield Lookup(Wikipedia(f"{url}/api/rest_v1", asked_by=asked_by), clock), outside


async def test_a_search_gives_titles_addresses_and_descriptions(clock: FrozenClock) -> None:
    async with brave(clock, results(CHARITY)) as (place, outside):
        findings = await place.find("free debt advice", 5)

    assert findings.source == "Brave Search"
    assert findings.results == (SearchResult(**CHARITY),)
    (asked,) = outside.asked
    assert asked.path == "/res/v1/web/search"
    assert (asked.query["q"], asked.query["count"]) == ("free debt advice", "5")
    assert asked.headers["x-subscription-token"] == KEY


async def test_somebody_outside_sees_the_words_and_nothing_else(clock: FrozenClock) -> None:
    async with brave(clock, results(CHARITY)) as (place, outside):
        await place.find("free debt advice", 5)

    (asked,) = outside.asked
    assert set(asked.query) == {"q", "count", "safesearch", "text_decorations", "result_filter"}
    assert not {"cookie", "referer", "authorization", "x-forwarded-for"} & set(asked.headers)


async def test_no_more_results_than_were_asked_for(clock: FrozenClock) -> None:
    async with brave(clock, results(*[CHARITY] * 9)) as (place, _):
        assert len((await place.find("debt", 3)).results) == 3


async def test_a_search_that_finds_nothing_is_no_fault(clock: FrozenClock) -> None:
    async with brave(clock, answers({"type": "search", "query": {}})) as (place, _):
        assert (await place.find("qwertyuiop", 5)).results == ()


@pytest.mark.parametrize("name", FAULTS)
async def test_whatever_goes_wrong_has_one_name(
    clock: FrozenClock, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, kind = FAULTS[name]
    if kind != "timeout":
        monkeypatch.setattr(lookups, "SECONDS", 60)  # beside others even a quick answer takes time
    async with brave(clock, play, play, play) as (place, _):
        with pytest.raises(LookupFailed) as caught:
            await place.find("free debt advice", 5)

    assert caught.value.kind == kind


async def test_a_service_that_is_not_there_is_down(clock: FrozenClock) -> None:
    async with Outside().listening() as url:
        closed = Lookup(Brave(url, SecretStr(KEY)), clock)
    with pytest.raises(LookupFailed) as caught:
        await closed.find("free debt advice", 5)

    assert caught.value.kind == "down"


async def test_the_summary_of_the_page_comes_first(clock: FrozenClock) -> None:
    page = summary("Compound interest", "Interest on interest.")
    async with wikipedia(clock, page) as (place, outside):
        findings = await place.find("Compound interest", 3)

    (asked,) = outside.asked
    assert asked.path == "/api/rest_v1/page/summary/Compound_interest"
    assert asked.headers["user-agent"] == "Toney/0.1 (an AI money coach; https://toney.example.org)"
    (found,) = findings.results
    assert (found.title, found.description) == ("Compound interest", "Interest on interest.")
    assert found.url.endswith("/wiki/Compound_interest")


@pytest.mark.parametrize(
    "first", [MISSING, summary("Grip", "May be:", "disambiguation")], ids=["no page", "several"]
)
async def test_without_such_a_page_it_is_searched_for(clock: FrozenClock, first: Play) -> None:
    hit = {
        "key": "Ostrich_effect",
        "title": "Ostrich effect",
        "excerpt": 'the <span class="searchmatch">looking</span> away &amp; more',
        "description": "a cognitive bias",
    }
    async with wikipedia(clock, first, pages(hit)) as (place, outside):
        findings = await place.find("looking away from letters", 3)

    assert outside.asked[1].path == "/w/rest.php/v1/search/page"
    assert outside.asked[1].query == {"q": "looking away from letters", "limit": "3"}
    (found,) = findings.results
    assert found.title == "Ostrich effect"
    assert found.description == "a cognitive bias: the looking away & more"


async def test_a_redirect_within_the_wiki_is_followed(clock: FrozenClock) -> None:
    page = summary("Compound interest", "Interest on interest.")
    async with wikipedia(clock, leads_to("Compound_interest"), page) as (place, outside):
        assert (await place.find("compound interest", 3)).results

    assert outside.asked[1].path == "/api/rest_v1/page/summary/Compound_interest"


async def test_the_same_words_are_asked_for_once_an_hour(clock: FrozenClock) -> None:
    async with brave(clock, results(CHARITY), results(CHARITY)) as (place, outside):
        await place.find("free debt advice", 5)
        await place.find("Free debt advice", 5)
        assert len(outside.asked) == 1
        clock.move(timedelta(hours=1))
        await place.find("free debt advice", 5)

    assert len(outside.asked) == 2


async def test_a_fault_and_an_empty_answer_are_not_remembered(clock: FrozenClock) -> None:
    busy, nothing = FAULTS["asked too often"][0], results()
    async with brave(clock, busy, nothing, results(CHARITY)) as (place, _):
        with pytest.raises(LookupFailed):
            await place.find("free debt advice", 5)
        assert not (await place.find("free debt advice", 5)).results
        assert (await place.find("free debt advice", 5)).results


async def test_no_log_has_the_words_or_the_key(
    clock: FrozenClock, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.WARNING)
    async with brave(clock, FAULTS["a wrong key"][0]) as (place, _):
        with pytest.raises(LookupFailed) as caught:
            await place.find("free debt advice", 5)

    told = f"{caplog.text}{capsys.readouterr()}{caught.value!r}"
    assert "outcome=refused" in told
    assert "debt" not in told
    assert KEY not in told


def test_what_is_offered_follows_the_settings(
    clock: FrozenClock, make_settings: Callable[..., Settings]
) -> None:
    by_default = Lookups.of(make_settings(), clock)
    assert (by_default.web, by_default.encyclopedia is not None) == (None, True)
    off = Lookups.of(make_settings(wikipedia_base_url="", brave_search_api_key=KEY), clock)
    assert (off.web is not None, off.encyclopedia) == (True, None)


async def test_another_provider_is_one_that_finds(clock: FrozenClock) -> None:
    class Shelf:
        name = "The shelf"

        async def find(self, query: str, limit: int) -> list[SearchResult]:
            return [SearchResult(query, "https://shelf.example.org/1", "A book.")]

    other: Provider = Shelf()

    findings = await Lookup(other, clock).find("money", 5)

    assert (findings.source, findings.results[0].title) == ("The shelf", "money")
