from __future__ import annotations

from coaching.text import words as text


def test_a_message_falls_into_sentences_and_clauses() -> None:
    assert text.sentences("One. Two!\nThree") == ["One.", "Two!", "Three"]
    assert text.clauses("tea first, then the drawer – if Ben is in.") == [
        "tea first",
        "then the drawer",
        "if Ben is in",
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
