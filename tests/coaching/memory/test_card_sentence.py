from __future__ import annotations

import pytest

from coaching.memory.card_sentence import own_sentence, title_of


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (["I looked at the letter. It was only a bill."], "It was only a bill."),
        (["Can you make that a card for me?", "I can look and still be okay."],
         "I can look and still be okay."),
        (["Yes, please save that as a win.", "yes", "He nodded.", "I told him about the loan."],
         "I told him about the loan."),
        (["What should I do with all of it?"], ""),
        (["Remember that my sister marries on 12 June", "Recuérdame el viernes lo de la luz",
          "I rang the bank this morning."], "I rang the bank this morning."),
        (["what did i say about the deposit", "cuanto dije que debo en total",
          "When the bill came I hid it."], "When the bill came I hid it."),
        (["word " * 50], ""),
        ([], ""),
    ],
)  # fmt: skip
def test_the_last_sentence_that_says_something(said: list[str], sentence: str) -> None:
    assert own_sentence(said) == sentence


@pytest.mark.parametrize(
    ("sentence", "title"),
    [
        ("It was only a bill.", "It was only a bill"),
        ("There is another letter and I put it in the drawer.", "There is another letter"),
        ("I never once looked at what the whole house really cost us.", ""),
    ],
)
def test_a_title_ends_where_the_thought_does(sentence: str, title: str) -> None:
    assert title_of(sentence) == title
