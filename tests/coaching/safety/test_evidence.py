"""Evidence: a short sentence has to weigh more than a long one to be a crisis by its words."""

from __future__ import annotations

from coaching.safety.evidence import (
    LEAST,
    MOST,
    crisis_weight,
    is_long,
    speaks_of_danger,
)


def needed(words: int) -> float:
    return crisis_weight([".", *["pills"] * words, "."])


def test_a_short_sentence_needs_more_weight_than_a_long_one() -> None:
    assert needed(3) > needed(5) > needed(30)


def test_a_short_sentence_that_names_no_danger_plainly_needs_more() -> None:
    waiting = ["my", "daughter", "is", "waiting", "outside", "in", "the", "car"]

    assert crisis_weight(waiting) > crisis_weight([*waiting[:-1], "knife"])
    assert crisis_weight(waiting) > crisis_weight(waiting, is_heard=True)
    assert crisis_weight(waiting * 2) == crisis_weight(waiting * 2, is_heard=True)


def test_there_is_a_least_and_a_most() -> None:
    assert needed(5_000) == LEAST
    assert needed(1) == MOST


def test_two_words_say_nothing_and_a_short_sentence_has_to_name_a_danger() -> None:
    assert not speaks_of_danger(["the", "pills"])
    assert speaks_of_danger(["counting", "the", "pills"])
    assert not speaks_of_danger(["counting", "the", "invoices"])
    assert speaks_of_danger(["invoices"] * 20)


def test_many_words_or_many_sentences_are_long() -> None:
    assert is_long(["word"] * 31)
    assert is_long([".", "a", ".", "b", ".", "c", ".", "d", "."])
    assert not is_long([".", "a", "b", "."])
