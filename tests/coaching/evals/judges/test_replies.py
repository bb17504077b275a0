"""Judges of one reply at a time: each objects to its fault, and to nothing near it."""

from __future__ import annotations

import pytest

from coaching.evals.judges import JUDGES, judge_story
from coaching.evals.judges.one_question import one_question
from coaching.evals.judges.opening_again import opening_again
from tests.support.told import told_replies


def test_every_judge_says_its_own_name_in_the_order_of_the_table() -> None:
    verdicts = judge_story(told_replies("The post, then."))

    assert [verdict.judge for verdict in verdicts] == [judge.__name__ for judge in JUDGES]
    assert all(verdict.passed for verdict in verdicts)


@pytest.mark.parametrize(
    ("reply", "because"),
    [
        ("What was it? And then?", "2 questions"),
        ("What was it? I am curious.", "the question isn’t the last sentence"),
    ],
)
def test_a_second_question_or_one_in_the_middle_is_a_fault(reply: str, because: str) -> None:
    verdict = one_question(told_replies("The post, then.", reply))

    assert (verdict.value, verdict.got) == (0.5, "1 of 2")
    assert [(f.session, f.line, f.reply, f.because) for f in verdict.faults] == [
        (1, 2, reply, because)
    ]


@pytest.mark.parametrize(
    "reply",
    [
        "The post, then.",
        "Keep it, shrink it, or swap it?",
        "“Why me?” That one again.",
        "“Why me?” What would an answer give you?",
        "Is it **heavy**?",
    ],
)
def test_one_question_at_the_end_is_none_too_many(reply: str) -> None:
    assert one_question(told_replies(reply)).passed


def test_an_opening_may_come_back_after_ten_replies() -> None:
    between = [f"Word{number} here." for number in range(10)]

    soon = opening_again(told_replies("So then.", *between[1:], "So, then again."))
    late = opening_again(told_replies("So then.", *between, "So then."))

    assert [fault.line for fault in soon.faults] == [11]
    assert late.passed
