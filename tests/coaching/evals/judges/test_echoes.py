"""Judges of what is only handed back: bare fragments, and replies of echo and stock."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.evals.judges.bare_fragments import bare_fragments
from coaching.evals.judges.more_than_echo import more_than_echo
from coaching.evals.stories.behind import Behind, Call
from tests.support.told import played, said, told

MESSAGE = "a dentist reminder, it was in the drawer under the takeaway menus"
OWN = "Under the menus is where something goes that shall be found by accident."
STOCK = "We can go gently there."


@pytest.mark.parametrize("reply", ["A dentist reminder. Go on.", "The drawer. We can go on."])
def test_their_words_as_a_sentence_of_ours_are_a_bare_fragment(reply: str) -> None:
    verdict = bare_fragments(told(played(*[said(MESSAGE, reply)] * 3)))

    assert (verdict.passed, verdict.value, verdict.got) == (False, 1.0, "3 of 3")
    assert verdict.faults[0].because == f"a bare fragment: “{reply.partition('.')[0]}.”"


@pytest.mark.parametrize(
    "reply",
    [
        "It was a dentist reminder.",
        "A reminder, and a drawer under menus.",
        "“A dentist reminder.” That small.",
        "“In the drawer. A reminder.” It stays there.",
        "No drawer, then.",
        "Takeaway menus on top of dread.",
        "A drawer?",
    ],
)
def test_a_clause_a_quotation_and_a_no_that_is_taken_are_none(reply: str) -> None:
    assert bare_fragments(told(played(said(MESSAGE, reply)))).faults == ()


def test_one_or_two_fragments_in_a_talk_are_style() -> None:
    verdict = bare_fragments(told(played(*[said(MESSAGE, "The drawer.")] * 2, said("yes", "Yes."))))

    assert (verdict.passed, len(verdict.faults)) == (True, 2)


def test_a_reply_of_their_words_and_stock_sentences_has_nothing_of_its_own() -> None:
    stock = [said(MESSAGE, f"A dentist reminder. {STOCK}")] * 3
    story = told(played(*stock, said(MESSAGE, f"A dentist reminder. {OWN}")))

    verdict = more_than_echo([story])

    assert (verdict.passed, verdict.got) == (False, "1 of 4")
    assert [fault.line for fault in verdict.faults] == [1, 2, 3]


def test_a_sentence_is_stock_over_all_people_together() -> None:
    story = told(played(said(MESSAGE, f"A dentist reminder. {STOCK}")))
    others = [replace(story, story=replace(story.story, id=name)) for name in "ab"]

    assert more_than_echo([story, others[0]]).value == 1.0
    assert more_than_echo([story, *others]).value == 0.0


def test_a_sentence_that_comes_back_once_in_hundreds_of_replies_is_no_stock() -> None:
    rare = [said(MESSAGE, f"A dentist reminder. {STOCK}")] * 3
    many = [said(MESSAGE, f"{OWN[:-1]}, {number} times over.") for number in range(400)]

    assert more_than_echo([told(played(*rare, *many))]).value == 1.0


def test_farewells_and_what_is_kept_are_no_work() -> None:
    kept = said("yes, the drawer sentence", "Kept.", behind=Behind(calls=(Call("save_win"),)))
    exchanges = [kept, said("thanks toney. good night", "Good night."), said("yes", "Good.")] * 3

    assert more_than_echo([told(played(*exchanges))]).got == "0 of 0"
