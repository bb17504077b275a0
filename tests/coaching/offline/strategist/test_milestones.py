from __future__ import annotations

from coaching.offline.strategist.milestones import is_same


def test_the_same_words_are_one_step() -> None:
    assert is_same("I opened the letter from the bank", "I opened that letter from the bank today")


def test_a_step_and_its_denial_are_two() -> None:
    assert not is_same(
        "I opened the letter from the bank", "I didn’t open the letter from the bank"
    )
