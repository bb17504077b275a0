"""Slots of texts: filled at once, so that nobody's words become a slot."""

from __future__ import annotations

from coaching.templates import filled, filled_by, slots


def test_a_slot_is_filled_wherever_it_stands() -> None:
    assert filled("{name}, {count} of {count}", {"name": "Mara", "count": 3}) == "Mara, 3 of 3"


def test_a_slot_without_a_value_stays() -> None:
    assert filled("{name} and {other}", {"name": "Mara"}) == "Mara and {other}"


def test_braces_in_somebodys_words_are_only_their_words() -> None:
    said = {"quote": "I wrote {why} on the letter", "why": "because"}
    assert filled("You said: {quote}. {why}", said) == (
        "You said: I wrote {why} on the letter. because"
    )


def test_a_function_may_know_the_values() -> None:
    assert filled_by("{a}{b}", str.upper) == "AB"
    assert slots("{a} {b} {a}") == {"a", "b"}
