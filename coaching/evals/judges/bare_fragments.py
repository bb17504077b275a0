"""A few of their words, set down as a sentence of ours (“Them.”, “A dentist reminder.”)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.judges.echoes import is_bare, is_echo, is_working, sentences_of
from coaching.evals.judges.replies import replies_of, words_of
from coaching.evals.judges.verdict import Verdict
from coaching.evals.report import share

if TYPE_CHECKING:
    from coaching.evals.stories.playing import Told

SHORT, MOST, A_FEW = 4, 0.10, 2


def bare_fragments(told: Told) -> Verdict:
    """Return the share of working replies with such a sentence, of at most four words.

    Now and then it is good style (“Your sister's deposit. So there's …”), as a manner it is deaf.
    Good talks have one in twenty replies, and never more than two in a talk.
    """
    replies = [one for one in replies_of(told) if is_working(one)]
    faults = [
        one.fault(f"a bare fragment: “{bare[0]}”")
        for one in replies
        if (
            bare := [
                sentence
                for sentence in sentences_of(one)
                if len(words_of(sentence)) <= SHORT
                and is_bare(sentence)
                and is_echo(sentence, one.said.person)
            ]
        )
    ]
    value = share(len(faults), len(replies), if_none=0.0)
    return Verdict(
        judge="bare_fragments",
        passed=value <= MOST or len(faults) <= A_FEW,
        value=value,
        expected=f"in at most {MOST:.0%} of the working replies",
        got=f"{len(faults)} of {len(replies)}",
        faults=tuple(faults),
    )
