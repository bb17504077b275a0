"""Judges of a played story: small functions without a model, each with one figure (issue 4, A76).

A judge objects rarely and names the place. Where it can't know, it lets a reply pass: one that
cries wolf is worse than none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.judges.boundaries import boundaries
from coaching.evals.judges.brief_in_use import brief_in_use
from coaching.evals.judges.expected_crisis import expected_crisis
from coaching.evals.judges.expected_signals import expected_signals
from coaching.evals.judges.forbidden_words import forbidden_words
from coaching.evals.judges.goodbye import goodbye
from coaching.evals.judges.guide import guided, plain_words, quotes, short_replies
from coaching.evals.judges.invented_facts import invented_facts
from coaching.evals.judges.length import length
from coaching.evals.judges.no_amounts_first import no_amounts_first
from coaching.evals.judges.no_guilt import no_guilt
from coaching.evals.judges.no_lecture import no_lecture
from coaching.evals.judges.one_question import one_question
from coaching.evals.judges.promised_card import promised_card
from coaching.evals.judges.safety_first import safety_first
from coaching.evals.judges.stage_fit import stage_fit
from coaching.evals.judges.verdict import Fault, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.evals.stories.played import Told

__all__ = ["JUDGES", "Fault", "Verdict", "judge_story"]

JUDGES: tuple[Callable[[Told], Verdict], ...] = (
    one_question,
    short_replies,
    quotes,
    plain_words,
    guided,
    invented_facts,
    stage_fit,
    forbidden_words,
    no_guilt,
    no_lecture,
    boundaries,
    no_amounts_first,
    length,
    goodbye,
    promised_card,
    safety_first,
    expected_signals,
    brief_in_use,
    expected_crisis,
)


def judge_story(told: Told) -> tuple[Verdict, ...]:
    """Return what every judge says of one story, in a fixed order."""
    return tuple(judge(told) for judge in JUDGES)
