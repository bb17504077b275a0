from __future__ import annotations

import pytest

from coaching.rules.own_things import Asked, asks_for, notes_about


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("What are my goals?", Asked.GOALS),
        ("ok, can you show me my goals again", Asked.GOALS),
        ("Do I have any goals?", Asked.GOALS),
        ("remind me what my goals are", Asked.GOALS),
        ("¿Qué metas tengo?", Asked.GOALS),
        ("¿Cuáles son mis metas?", Asked.GOALS),
        ("What dreams do I have?", Asked.DREAMS),
        ("What's my next step for this goal?", Asked.STEP),
        ("¿Cuál es mi próximo paso?", Asked.STEP),
        ("what's next for this goal?", Asked.STEP),
        ("What steps do I have left for my goal?", Asked.STEP),
        ("¿Qué sigue en esta meta?", Asked.STEP),
    ],
)
def test_a_plain_question_about_what_they_saved_is_heard(said: str, asked: Asked) -> None:
    assert asks_for(said) is asked


@pytest.mark.parametrize(
    "said",
    [
        "What are good goals for me?",
        "what is your goal",
        "What should my next step be?",
        "What's next?",
        "What step should I take?",
        "I reached my goal",
        "My goals are silly",
        "tell me",
        "show me the money",
        "what did I write about",
        "¿Qué metas me convienen?",
    ],
)
def test_advice_and_stories_are_no_such_question(said: str) -> None:
    assert (asks_for(said), notes_about(said)) == (None, "")


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("What did I note about Jonas?", "Jonas"),
        ("search my notes for the gas letter", "the gas letter"),
        ("Do I have any notes on scarcity?", "scarcity"),
        ("¿Qué anoté sobre Mamá?", "Mamá"),
        ("busca en mis notas sobre el alquiler", "el alquiler"),
    ],
)
def test_what_notes_are_looked_for_is_read_as_they_wrote_it(said: str, about: str) -> None:
    assert notes_about(said) == about
