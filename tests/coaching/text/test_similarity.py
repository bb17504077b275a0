from __future__ import annotations

from itertools import combinations

import pytest

from coaching.content import load_onboarding
from coaching.text.similarity import said_before, says_again

GUESS = "Giving may keep you close to people, and saying no may feel like being left."
IN_OTHER_WORDS = [
    GUESS,
    "You may give so that people stay close; a no could feel like being left alone.",
    "Perhaps a no means being left, and what is given keeps people close.",
]


@pytest.mark.parametrize("text", IN_OTHER_WORDS)
def test_the_same_guess_is_known_in_other_words(text: str) -> None:
    assert says_again(text, GUESS)
    assert said_before(text, ["The next win may stand for something.", GUESS]) == GUESS


@pytest.mark.parametrize(
    "text",
    [
        "",
        "You give.",
        "People close their doors on Sundays.",
        "The tracker may do the job of calming fear.",
    ],
)
def test_another_sentence_is_another_sentence(text: str) -> None:
    assert not says_again(text, GUESS)


def test_the_guesses_of_the_onboarding_are_all_different() -> None:
    texts = [rule.text for rule in load_onboarding().hypothesis.rules]
    assert len(texts) > 20
    assert [pair for pair in combinations(texts, 2) if says_again(*pair)] == []
