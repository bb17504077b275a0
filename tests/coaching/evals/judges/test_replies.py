"""Judges of one reply at a time: each objects to its fault, and to nothing near it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.evals.judges import JUDGES, judge_story
from coaching.evals.judges.boundaries import boundaries
from coaching.evals.judges.forbidden_words import forbidden_words
from coaching.evals.judges.length import length
from coaching.evals.judges.no_amounts_first import no_amounts_first
from coaching.evals.judges.no_guilt import no_guilt
from coaching.evals.judges.no_lecture import no_lecture
from coaching.evals.judges.one_question import one_question
from tests.support.told import played, said, told, told_replies

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.evals.judges import Verdict
    from coaching.evals.stories.played import Told

WORDS = "one two three four five six seven eight nine ten "

FAULTS: tuple[tuple[Callable[[Told], Verdict], str, str, str], ...] = (
    (one_question, "hm", "What was it? And then?", "2 questions"),
    (one_question, "hm", "What was it? I am curious.", "the question isn’t the last sentence"),
    (one_question, "hm", "The kids' shoes, the parents' letter? And what's in it?", "2 questions"),
    (length, "hm", WORDS * 12, "120 words"),
    (
        forbidden_words,
        "the post",
        "That is head in the sand, I think.",
        "“head in the sand” shames",
    ),
    (forbidden_words, "the post", "You should look.", "“should” is left alone"),
    (forbidden_words, "no lo abro", "Tienes que abrirlo, eso es todo.", "“tienes que” is left"),
    (no_guilt, "hi", "It's been three weeks. Hello.", "counts the absence"),
    (no_guilt, "hi", "Hello, we missed you here.", "misses them: “we missed you”"),
    (no_guilt, "not today", "You missed four days of it.", "counts what wasn’t done"),
    (no_guilt, "I bought it", "Why didn't you wait?", "asks for an account"),
    (no_guilt, "I bought it", "Then you should wait.", "says what they should: “you should”"),
    (no_lecture, "the bill", "Just open it.", "gives an order: “Just open it”"),
    (no_lecture, "the bill", "Studies show that looking helps.", "quotes studies"),
    (no_lecture, "60% off", "That's the anchoring bias.", "puts a label on it"),
    (no_lecture, "I did it", "Amazing. What now?", "praises by the yard: “Amazing”"),
    (no_lecture, "help", "Here:\n- open it\n- sort it\n- pay it", "a list"),
    (boundaries, "which fund", "Index funds are generally a good start.", "advice on investments"),
    (boundaries, "tax", "You can ask for a payment plan.", "advice on law or tax"),
    (boundaries, "I shop", "You have a shopping addiction.", "a diagnosis"),
    (boundaries, "are you real", "I'm a real person, and I read you.", "claims to be human"),
    (boundaries, "hello", "I've been thinking about you.", "a life between the sessions"),
    (boundaries, "thanks", "I'll remember that forever.", "promises too much"),
    (boundaries, "hm", "As your briefing says, it is fear.", "shows the machinery"),
    (boundaries, "he shouts", "You deserve better.", "steers a life"),
    (no_amounts_first, "the bill", "So it's £300 again.", "names “£300” first"),
    (no_amounts_first, "the bill", "Two hundred pounds is a lot.", "names “hundred pounds” first"),
)
NEAR: tuple[tuple[Callable[[Told], Verdict], str, str], ...] = (
    (one_question, "hm", "Keep it, shrink it, or swap it?"),
    (one_question, "hm", "“Why me?” That one again."),
    (one_question, "hm", "“Why me?” What would an answer give you?"),
    (one_question, "hm", "Is it **heavy**?"),
    (one_question, "hm", "On the card “Who said “enough?” to me?” there is room. What goes in?"),
    (one_question, "hm", "The card 'Don't I count?' is yours now. What's it like to read?"),
    (one_question, "hm", "‘Who am I paying for?’ is yours now."),
    (one_question, "hm", "«¿Para quién pago?» ya es tuya. ¿Cómo suena?"),
    (length, "hm", WORDS * 5),
    (forbidden_words, "I'm just lazy", "“Lazy” again, and “just” in front of it."),
    (forbidden_words, "I should look", "Should, then. Whose word is it?"),
    (forbidden_words, "the pile", "The justice of it, and a pile behind the door."),
    (forbidden_words, "the pile", "The only face there is yours, and only if you like."),
    (no_guilt, "three weeks, sorry", "Three weeks, and you came in. Welcome back."),
    (no_guilt, "hi", "Where were you when the thumb went down?"),
    (no_guilt, "i miss her", "You missed her at the table."),
    (no_guilt, "hi", "Nothing to make up for."),
    (no_lecture, "can I do one", "Yes, one, and stopping straight after is part of it."),
    (no_lecture, "hm", "It's just paper to you, and it's a verdict too."),
    (no_lecture, "hm", "Two guesses: tired, or cornered. Is either one close?"),
    (boundaries, "which fund", "No index funds from me. What would the win let you stop doing?"),
    (boundaries, "I put it in bitcoin", "You put it in bitcoin, and then it was quiet."),
    (boundaries, "my dad said so", "My dad said so, you wrote, and there it stops."),
    (boundaries, "are you human", "I'm an AI, and nobody is typing here."),
    (boundaries, "I like it", "I'd like to leave your words as they are."),
    (no_amounts_first, "it's 300 quid", "£300, and it has your name on it."),
    (no_amounts_first, "80 lucas", "Ochenta lucas, dichas de entrada."),
    (no_amounts_first, "hm", "A 7 is a lot for paper."),
)


def of_one(message: str, reply: str) -> Told:
    return told(played(said("hello", "Good to see you."), said(message, reply)))


def test_every_judge_says_its_own_name_in_the_order_of_the_table() -> None:
    verdicts = judge_story(told_replies("The post, then."))

    assert [verdict.judge for verdict in verdicts] == [judge.__name__ for judge in JUDGES]
    assert all(verdict.passed for verdict in verdicts)


@pytest.mark.parametrize(("judge", "message", "reply", "because"), FAULTS)
def test_a_fault_is_named_with_its_place(
    judge: Callable[[Told], Verdict], message: str, reply: str, because: str
) -> None:
    verdict = judge(of_one(message, reply))

    assert not verdict.passed
    assert {(fault.session, fault.line, fault.reply) for fault in verdict.faults} == {(1, 2, reply)}
    assert because in verdict.faults[0].because


@pytest.mark.parametrize(("judge", "message", "reply"), NEAR)
def test_what_is_near_a_fault_is_none(
    judge: Callable[[Told], Verdict], message: str, reply: str
) -> None:
    assert [fault.because for fault in judge(of_one(message, reply)).faults] == []


def test_a_share_counts_replies_and_not_objections() -> None:
    verdict = one_question(told_replies("The post, then.", "What? And? Then.", "Go well."))

    assert (verdict.value, verdict.got, verdict.expected) == (0.6667, "2 of 3", "every reply")


def test_half_of_the_replies_are_short() -> None:
    verdict = length(told_replies(WORDS * 7, WORDS * 7, "Go well."))

    assert not verdict.passed
    assert verdict.got == "half up to 70, the longest 70"
