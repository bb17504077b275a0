from __future__ import annotations

import pytest

from coaching.offline import features
from coaching.offline.lexicon import lexicon

EN, ES = lexicon("en"), lexicon("es")


def test_a_thing_is_turned_to_the_persons_side() -> None:
    found = features.thing("there's a drawer in my hall", EN)
    assert found == features.Thing("the drawer", is_plural=False, is_openable=True, is_object=True)
    letters = features.thing("my letters came", EN)
    assert letters is not None
    assert (letters.text, letters.is_plural) == ("your letters", True)


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


def test_somebody_is_named_by_role() -> None:
    assert features.person("my sister's wedding", EN) == features.Person("your sister", False)
    assert features.person("mi hermano me pidió plata", ES) == features.Person("tu hermano", False)
    assert features.person("Anita came", EN) is None


@pytest.mark.parametrize(
    "message", ["I want to save but I keep buying", "I keep buying but I want to save"]
)
def test_the_half_that_leans_to_change_stands_last(message: str) -> None:
    assert features.halves(message, EN) == ("you keep buying", "you want to save")


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


def test_a_wish_is_what_follows_i_want_to_when_it_leans_to_change() -> None:
    assert features.wish("I'd like to be able to say no", EN) == "say no"
    assert not features.wish("I want to buy it", EN)


def test_the_small_piece_they_ask_leave_for() -> None:
    assert features.piece("could I open just the top one?", EN) == "the top one"


def test_a_body_place_is_theirs() -> None:
    assert features.body("my chest is tight", EN) == "your chest"
    assert features.body("en la garganta, como apretado", ES) == "la garganta"
