"""Sums of money: nobody's but theirs, and only after they have named them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.evals.judges.known import said_so_far
from coaching.evals.judges.numbers import numbers_in
from coaching.evals.judges.replies import replies_of
from coaching.evals.judges.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.judges.replies import Reply
    from coaching.evals.stories.played import Told

_COINS = r"(?:k|grand|pounds?|quid|euros?|dollars?|bucks|pence|cents?|pesos?|lucas?|palos?|gambas?)"
_AMOUNT = re.compile(
    rf"[£$€]\s?\d[\d.,]*k?|\b\d[\d.,]*\s?(?:[£$€]|{_COINS}\b)"
    rf"|\b(?:\w+ty|\w+teen|ten|twenty|hundred|thousand|million|mil|cien|ciento)\s{_COINS}\b",
    re.IGNORECASE,
)


def no_amounts_first(told: Told) -> Verdict:
    """Return how many sums a reply names before the person has; what a fixed text says is apart."""
    faults = [
        reply.fault(f"names “{amount}” first")
        for reply, theirs in said_so_far(told)
        for amount in _new(reply, numbers_in("\n".join(theirs)))
    ]
    whole = len(replies_of(told))
    return Verdict(
        judge="no_amounts_first",
        passed=not faults,
        value=float(len(faults)),
        expected="none",
        got=f"{len(faults)} in {whole} replies",
        faults=tuple(faults),
    )


def _new(reply: Reply, theirs: frozenset[float]) -> Iterator[str]:
    for found in _AMOUNT.finditer(reply.text):
        if not numbers_in(found.group()) <= theirs:
            yield found.group().strip()
