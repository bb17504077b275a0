from __future__ import annotations

import pytest

from coaching.text.content import content_words, read
from coaching.text.stems import stem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I opened the letters", "Open a letter"),
        ("She’s paying it", "paid"),
        ("he stole it", "They have stolen"),
        ("Escondí las cartas de mi hermana", "Escondiste una carta de tus hermanas"),
        ("pagué la deuda", "pagar las deudas"),
    ],
)
def test_forms_of_a_word_share_a_stem(one: str, other: str) -> None:
    assert content_words(one) == content_words(other)


def test_a_word_is_stemmed_in_the_language_of_its_sentence() -> None:
    assert stem("cartas", "es") in read("Las cartas de mi madre").words
    assert stem("savings", "en") in read("My savings are gone").words


def test_what_is_denied_is_known() -> None:
    sentence = read("I never opened the letter from the bank")
    assert sentence.denied == {stem("opened")}
    assert read("Not only the letter").denied == set()
