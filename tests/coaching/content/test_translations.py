"""What the talk is made of is there in every language in which somebody may write."""

from __future__ import annotations

import pytest

from coaching.content import (
    TRANSLATED,
    load_onboarding,
    load_tensions,
    starter_cards,
    translated,
)


def sentences() -> list[str]:
    rules = load_onboarding().hypothesis.rules
    said = [text for rule in rules for text in (rule.text, rule.probe)]
    for details in load_tensions().values():
        said += details.strengths
        said += [text for card in starter_cards(details.id) for text in (card.title, card.content)]
    return said


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_guess_card_practice_and_strength_has_its_words(language: str) -> None:
    assert [text for text in sentences() if translated(language, text) == text] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_question_stays_a_question_and_a_guess_a_guess(language: str) -> None:
    for rule in load_onboarding().hypothesis.rules:
        assert translated(language, rule.probe).endswith("?")
        assert any(
            word in translated(language, rule.text).lower() for word in ("quizá", "puede", "pudo")
        )


def test_a_language_that_nobody_wrote_gets_the_english() -> None:
    assert translated("fr", "Enjoy what I’ve achieved") == "Enjoy what I’ve achieved"
    assert translated("es-MX", "Enjoy what I’ve achieved") == "Disfrutar lo que logré"


def test_a_card_in_another_language_keeps_its_id() -> None:
    english, spanish = starter_cards("chase"), starter_cards("chase", "es-AR")
    assert [card.id for card in english] == [card.id for card in spanish]
    assert spanish[2].title == "Disfrutar lo que logré"
