"""What comes again from reply to reply: no run of five words in more than a tenth of them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from coaching.evals.judges.replies import own_words, replies_of, words_of
from coaching.evals.judges.verdict import Verdict
from coaching.evals.report import share

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.evals.judges.replies import Reply
    from coaching.evals.stories.playing import Told

RUN, OF_REPLIES, A_FEW = 5, 0.10, 2
_SIDES = {
    **dict.fromkeys(("i", "you", "me", "yourself", "myself"), "@"),
    **dict.fromkeys(("my", "your", "mine", "yours"), "@s"),
    **dict.fromkeys(("i'm", "you're"), "@m"),
    **dict.fromkeys(("i've", "you've"), "@v"),
    **dict.fromkeys(("i'd", "you'd"), "@d"),
    **dict.fromkeys(("i'll", "you'll"), "@l"),
    **dict.fromkeys(("am", "are"), "be"),
}


def five_grams(told: Told) -> Verdict:
    """Return in how many of the replies the commonest run of five words stands, as a share.

    What is quoted, and what the person has written in the message, doesn't count as ours: an echo
    is read with I and you on the same side.
    """
    replies = replies_of(told)
    runs = [_own_runs(one) for one in replies]
    counted = Counter(run for found in runs for run in found)
    again = {
        run: count
        for run, count in counted.items()
        if count > max(A_FEW, OF_REPLIES * len(replies))
    }
    faults = [
        one.fault(f"“{run}” in {again[run]} of {len(replies)} replies")
        for one, found in zip(replies, runs, strict=True)
        if (run := max(found & set(again), key=lambda run: (again[run], run), default=""))
    ]
    most = max(counted.values(), default=0)
    return Verdict(
        judge="five_grams",
        passed=not faults,
        value=share(most if most > 1 else 0, len(replies), if_none=0.0),
        expected=f"none in more than {OF_REPLIES:.0%} of the replies",
        got=f"{most} of {len(replies)}" if most > 1 else "none twice",
        faults=tuple(faults),
    )


def _own_runs(reply: Reply) -> set[str]:
    theirs = set(_runs(map(_one_side, words_of(reply.said.person))))
    own = words_of(own_words(reply.text))
    return {
        run
        for run, sided in zip(_runs(own), _runs(map(_one_side, own)), strict=True)
        if sided not in theirs
    }


def _runs(words: Iterable[str]) -> list[str]:
    found = list(words)
    return [" ".join(found[at : at + RUN]) for at in range(len(found) - RUN + 1)]


def _one_side(word: str) -> str:
    return _SIDES.get(word, word)
