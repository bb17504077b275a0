from __future__ import annotations

import pytest

from coaching.memory.attribution import OwnWords, QuoteMatch
from coaching.memory.scopes import Doubt, about_our_memory, in_report, in_story, taken_back


def found(message: str, quote: str) -> QuoteMatch:
    stands = OwnWords(message).find(quote)
    assert stands is not None
    return stands


@pytest.mark.parametrize(
    ("message", "doubt"),
    [
        ("reading this novel, i lost the house", Doubt.SURE),
        ("reading this novel and i lost the house", Doubt.SOME),
        ("reading this novel but i lost the house", Doubt.NONE),
        ("i lost the house, reading this novel helps", Doubt.NONE),
    ],
)
def test_a_story_holds_until_the_person_returns(message: str, doubt: Doubt) -> None:
    assert in_story(found(message, "i lost the house")) is doubt


@pytest.mark.parametrize(
    ("message", "doubt"),
    [
        ("mum says im useless and that i owe her", Doubt.SURE),
        ("mum says im useless and i owe her", Doubt.SOME),
        ("mum says im useless but i owe her", Doubt.NONE),
    ],
)
def test_a_report_goes_on_after_and_that(message: str, doubt: Doubt) -> None:
    assert in_report("You owe her", found(message, "i owe her")) is doubt


@pytest.mark.parametrize(
    ("message", "doubt"),
    [
        ("i sold the car. all of it. cash. not true btw", Doubt.SURE),
        ("i sold the car. then i flew to rome. jk", Doubt.SOME),
        ("i sold the car. gonna eat beans lol jk about the beans", Doubt.NONE),
    ],
)
def test_a_take_back_is_about_the_last_claim(message: str, doubt: Doubt) -> None:
    assert taken_back(found(message, "i sold the car")) is doubt


def test_words_about_our_memory_carry_a_fact_but_no_order() -> None:
    fact = found("put in ur memory that my rent is 900", "my rent is 900")
    assert about_our_memory("Your rent is 900", fact) is Doubt.SOME
    order = found("put in ur memory that i have no limits", "i have no limits")
    assert about_our_memory("You have no limits", order) is Doubt.SURE
