from __future__ import annotations

import pytest

from coaching.rules import features
from coaching.text.lexicon import lexicon

EN, ES = lexicon("en"), lexicon("es")


@pytest.mark.parametrize(
    ("message", "noun"),
    [("I'm not scared, I'm angry", "anger"), ("it's flat in here", "flatness"), ("hi", None)],
)
def test_the_last_feeling_that_is_not_denied_counts(message: str, noun: str | None) -> None:
    found = features.feeling(message, EN)
    assert (found.noun if found else None) == noun


def test_a_flat_to_live_in_is_no_feeling() -> None:
    assert features.feeling("the landlord is selling the flat", EN) is None


def test_an_empty_hand_is_no_feeling() -> None:
    assert features.feeling("I come with empty hands", EN) is None
    assert features.feeling("I feel empty", EN) is not None


@pytest.mark.parametrize(
    ("message", "asked", "number"),
    [
        ("maybe a 7", True, 7),
        ("seven I guess", True, 7),
        ("I have 7 cats", False, None),
        ("7/10", False, 7),
        ("no idea", True, None),
    ],
)
def test_a_number_counts_when_it_is_a_rating(message: str, asked: bool, number: int | None) -> None:
    assert features.rating(message, EN, asked=asked) == number


def test_a_part_of_their_own_body_is_noticed() -> None:
    assert features.names_body("my chest is tight", EN)
    assert features.names_body("en la garganta, como apretado", ES)
    assert not features.names_body("the bank app", EN)
