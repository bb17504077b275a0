from __future__ import annotations

import pytest

from coaching.text import words as text


def test_a_message_falls_into_sentences_and_clauses() -> None:
    assert text.sentences("One. Two!\nThree") == ["One.", "Two!", "Three"]
    assert text.clauses("tea first, then the drawer – if Ben is in.") == [
        "tea first",
        "then the drawer",
        "if Ben is in",
    ]


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("“Not now.” You chose.", ["“Not now.”", "You chose."]),
        ('"Why now?" she asked. I left.', ['"Why now?" she asked.', "I left."]),
        ("Dr. Patel paid 1.50. Done.", ["Dr. Patel paid 1.50.", "Done."]),
        ("oh. ... well", ["oh.", "...", "well"]),
        (" \n ", []),
    ],
)
def test_a_sentence_ends_behind_its_closing_quotes(said: str, parts: list[str]) -> None:
    assert text.sentences(said) == parts


def test_sentences_stand_where_their_spans_say() -> None:
    said = "  One.\n“Two!”  Three"
    spans = text.sentence_spans(said)
    assert [said[start:end] for start, end in spans] == ["One.", "“Two!”", "Three"]


def test_a_question_is_one_in_quotes_too() -> None:
    assert text.questions("You came. “And now?” ¿Qué pasa? Nothing.") == [
        "“And now?”",
        "¿Qué pasa?",
    ]


def test_parts_are_cut_at_words_that_join() -> None:
    assert text.joined_parts("tea first, and then rest porque sí") == [
        "tea first",
        "and then rest",
        "sí",
    ]


def test_patterns_search_straight_quotes_without_emoji() -> None:
    assert text.plain("It’s “fine” 😅…") == 'it\'s "fine" ...'


def test_a_very_long_message_is_heard_at_both_ends() -> None:
    long = "first words. " + "filler and more filler " * 500 + "last words"
    heard = text.heard(long)
    assert heard.startswith("first words.")
    assert heard.endswith("last words")
    assert len(heard) <= text.LONGEST_HEARD + 2
    assert text.heard("short") == "short"


def test_an_opening_is_the_first_two_words_whatever_the_apostrophe() -> None:
    assert text.first_words("You’re right, it is.") == "you're right"


def test_short_forms_of_texting_are_written_out() -> None:
    assert text.typed_out("tu q me recomiendas, xq kiero ahorrar") == (
        "tu que me recomiendas, porque quiero ahorrar"
    )
    assert text.typed_out("holaaa q tal, Q3 fue malo") == "holaaa q tal, Q3 fue malo"
