"""Something of its own in every reply: more than their words between stock sentences."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from coaching.evals.judges.echoes import is_echo, is_working, sentences_of
from coaching.evals.judges.replies import replies_of, words_of
from coaching.evals.judges.verdict import Verdict
from coaching.evals.report import share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.evals.judges.replies import Reply
    from coaching.evals.stories.playing import Told

STOCK, STOCK_SHARE, ENOUGH = 3, 0.01, 0.90


def more_than_echo(tolds: Sequence[Told]) -> Verdict:
    """Return the share of working replies with a sentence that is neither echo nor stock.

    Stock is a sentence that stands in at least three replies, and in one of a hundred, of all talks
    together (a share, so that the figure doesn't fall with each person more); an echo is one
    without a word of meaning that isn't in the message. Good talks have something of their own in
    nearly every reply, and nine of ten is the bar.
    """
    said = [one for told in tolds for one in replies_of(told)]
    stock = _stock(said)
    working = [one for one in said if is_working(one)]
    faults = tuple(
        one.fault("their words and stock sentences, and nothing else")
        for one in working
        if all(is_echo(s, one.said.person) or _plain(s) in stock for s in sentences_of(one))
    )
    value = share(len(working) - len(faults), len(working), if_none=1.0)
    return Verdict(
        judge="more_than_echo",
        passed=value >= ENOUGH,
        value=value,
        expected=f"at least {ENOUGH:.0%} of the working replies",
        got=f"{len(working) - len(faults)} of {len(working)}",
        faults=faults,
    )


def _stock(said: Sequence[Reply]) -> frozenset[str]:
    places: defaultdict[str, set[int]] = defaultdict(set)
    for place, one in enumerate(said):
        for sentence in sentences_of(one):
            places[_plain(sentence)].add(place)
    often = max(STOCK, STOCK_SHARE * len(said))
    return frozenset(sentence for sentence, there in places.items() if len(there) >= often)


def _plain(sentence: str) -> str:
    return " ".join(words_of(sentence))
