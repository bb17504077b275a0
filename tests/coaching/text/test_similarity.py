from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coaching.content import load_onboarding
from coaching.text.content import weight
from coaching.text.similarity import containment, is_about, repeats, said_before, says_again

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


def test_a_denial_is_about_the_same_and_does_not_say_it_again() -> None:
    guess = "You put the letters from the bank in a drawer at night."
    no = "You don't put the letters from the bank in a drawer at night."
    assert is_about(no, guess)
    assert not says_again(no, guess)
    assert not repeats(no, guess, at_least=0.8)


def test_the_same_text_with_a_word_changed_repeats_it() -> None:
    one = "You look at the balance after lunch on Fridays."
    assert repeats(one.replace("lunch", "work"), one, at_least=0.8)
    assert not repeats("You look at the balance.", one, at_least=0.8)
    assert not repeats("", "", at_least=0.8)


@settings(deadline=None)
@given(st.text(), st.text())
def test_repeating_goes_both_ways(one: str, other: str) -> None:
    assert repeats(one, other, at_least=0.5) == repeats(other, one, at_least=0.5)


def test_containment_is_the_share_of_the_first() -> None:
    assert containment({"post", "drawer"}, {"post"}) == 0.5
    assert containment({"post"}, {"post", "drawer"}) == 1
    assert containment(set[str](), {"post"}) == 0
    assert containment({"money", "drawer"}, {"drawer"}, weigh=weight) == pytest.approx(2 / 3)
