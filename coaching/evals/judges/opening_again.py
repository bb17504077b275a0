"""No two of ten replies running begin alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.judges.replies import replies_of, words_of
from coaching.evals.judges.verdict import Verdict, of_all

if TYPE_CHECKING:
    from coaching.evals.stories.playing import Told

NEAR, WORDS = 10, 2


def opening_again(told: Told) -> Verdict:
    """Return the share of replies whose first two words begin none of the ten before."""
    replies = replies_of(told)
    openings = [tuple(words_of(one.text)[:WORDS]) for one in replies]
    faults = [
        one.fault(f"opens again with “{' '.join(opening)}”")
        for one, opening in zip(replies, openings, strict=True)
        if opening in openings[max(0, one.at - NEAR) : one.at]
    ]
    return of_all("opening_again", faults, len(replies))
