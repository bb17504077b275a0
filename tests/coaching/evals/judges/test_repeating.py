"""Judges of what comes again: openings, runs of five words, sentences, the reason."""

from __future__ import annotations

from coaching.evals.judges.brief_in_use import brief_in_use
from coaching.evals.judges.five_grams import five_grams
from coaching.evals.judges.opening_again import opening_again
from coaching.evals.judges.repeated_sentences import repeated_sentences
from tests.support.told import NADIA, played, said, told, told_replies

LINE = "There is no hurry from my side."


def test_an_opening_may_come_back_after_ten_replies() -> None:
    between = [f"Word{number} here." for number in range(10)]

    soon = opening_again(told_replies("So then.", *between[1:], "So, then again."))
    late = opening_again(told_replies("So then.", *between, "So then."))

    assert [fault.line for fault in soon.faults] == [11]
    assert late.passed


def test_a_run_of_five_words_in_more_than_a_tenth_of_the_replies_is_named() -> None:
    others = [f"Word{number} and nothing else." for number in range(20)]

    two = five_grams(told_replies(LINE, *others, LINE))
    three = five_grams(told_replies(LINE, *others, LINE, LINE))

    assert two.passed
    assert (three.passed, three.got, three.value) == (False, "3 of 23", 0.1304)
    assert [fault.line for fault in three.faults] == [1, 22, 23]


def test_what_the_person_said_in_the_message_is_not_ours_in_an_echo() -> None:
    echo = said("i can't open my own post at all", "You can't open your own post at all.")
    quote = said("hm", "“There is no hurry from my side”, then.")

    assert five_grams(told(played(*[echo] * 4, *[quote] * 4))).passed


def test_a_sentence_that_an_earlier_session_has_heard_is_repeated() -> None:
    first = played(said("hm", f"The drawer, then. {LINE}"), said("hm", LINE))
    second = played(said("hm", f"A lamp. {LINE}"), said("hm", LINE), number=2)

    verdict = repeated_sentences(told(first, second))

    assert [(fault.session, fault.line) for fault in verdict.faults] == [(2, 1), (2, 2)]
    assert verdict.got == "2 of 4"


def test_a_short_sentence_and_one_in_the_same_session_may_come_again() -> None:
    first = played(said("hm", LINE), said("hm", LINE), said("bye", "Go well."))
    second = played(said("bye", "Go well. “There is no hurry from my side.”"), number=2)

    assert repeated_sentences(told(first, second)).faults == ()


def test_their_reason_comes_word_for_word_once_a_session() -> None:
    quoted = said("hi", f"You wrote “{NADIA.why}”.")
    again = said("hm", "So: open my post without holding my breath.")
    theirs = said("to open my post without holding my breath", again.toney)

    assert brief_in_use(told(played(quoted), played(quoted, number=2))).passed
    assert brief_in_use(told(played(quoted, theirs))).passed
    assert [f.line for f in brief_in_use(told(played(quoted, again))).faults] == [2]
