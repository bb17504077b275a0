"""Glosses: what words say in one word, in both languages."""

from __future__ import annotations

import pytest

from coaching.content.safety_weights import load_safety_glosses
from coaching.safety.concepts import glosses, load_concepts, names_danger


@pytest.mark.parametrize(
    ("english", "spanish"),
    [("tablets", "pastillas"), ("husband", "marido"), ("debts", "deudas"), ("tonight", "anoche")],
)
def test_words_that_say_the_same_have_one_gloss(english: str, spanish: str) -> None:
    assert glosses([english]) == glosses([spanish]) != []


def test_articles_say_nothing_and_an_unknown_word_its_first_letters() -> None:
    assert glosses([".", "the", "zyxwvuts", "."]) == ["zyxwv"]


def test_no_word_has_two_glosses() -> None:
    data = load_safety_glosses()
    listed = [word for forms in (data.dropped, *data.glosses.values()) for word in forms.split()]

    assert len(listed) == len(set(listed))


def test_a_word_of_danger_is_named() -> None:
    assert names_danger(["the", "pills"])
    assert not names_danger(["the", "invoice"])
    assert "drug" in load_concepts().of("pastillas")
