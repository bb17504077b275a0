"""Replies that could be anybody's are told from those that answer their message."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.evals.judges import judge_together
from coaching.evals.judges.specific import specific
from coaching.evals.stories.behind import Behind
from coaching.values.enums import SafetyLevel
from tests.support.told import played, said, told

if TYPE_CHECKING:
    from coaching.evals.stories.playing import Told

THINGS = (
    *("letter", "drawer", "invoice", "parcel", "cart", "boiler"),
    *("guitar", "garden", "jacket", "ticket", "lorry", "piano"),
)


def talk(name: str, *exchanges: tuple[str, str]) -> Told:
    plain = told(played(*(said(*pair) for pair in exchanges)))
    return replace(plain, story=replace(plain.story, id=name))


def talks(reply: str) -> list[Told]:
    return [
        talk(thing, (f"the {thing} again, bought tired", reply.format(thing=thing)))
        for thing in THINGS
    ]


def test_a_reply_with_a_word_of_the_message_is_found_among_ten() -> None:
    verdict, *_ = judge_together(talks("That {thing} has been waiting for you."))

    assert (verdict.judge, verdict.passed, verdict.got) == ("specific", True, "12 of 12, among 10")


def test_replies_that_could_be_anybodys_are_not_found() -> None:
    verdict = specific([*talks("There is no hurry from my side, number {thing[0]}.")])

    assert (verdict.passed, verdict.value) == (False, 0.0)
    assert verdict.faults[0].because == (
        "could answer somebody else than “the letter again, bought tired”"
    )


def test_a_message_without_words_of_meaning_and_a_farewell_are_left_out() -> None:
    crisis = Behind(safety=SafetyLevel.CRISIS)
    serious = told(played(said("the letter and the drawer", "I am here.", behind=crisis)))
    small = [
        talk("a", ("yes it is", "Kept.")),
        talk("b", ("thanks toney. good night", "Go well.")),
        serious,
    ]

    assert (specific(small).got, specific(small).value) == ("0 of 0, among 10", 1.0)


def test_the_same_replies_are_drawn_each_time() -> None:
    some = talks("That {thing} has been waiting for you.")

    assert specific(some) == specific(some)
