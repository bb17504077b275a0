"""Specific to the message: among replies of other talks the right one can be told.

The matcher is lexical and plain, so that anybody can follow it. A message and a reply are compared
by the words that carry meaning (without small words and endings): each shared word counts as much
as it is rare among all messages (`log(N / messages with it)`), the sum divided by the square root
of the reply's number of such words, so that long replies don't win by length. For each message the
reply that was given stands among nine others, drawn with a fixed seed from other talks (from other
moments of the same one where there is only one). It is found when it alone scores highest. Messages
of fewer than two such words can't be told apart by anybody; they are left out, and so are farewells
and a crisis.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import TYPE_CHECKING

from coaching.evals.judges.farewell import says_farewell
from coaching.evals.judges.replies import replies_of
from coaching.evals.judges.verdict import Verdict
from coaching.evals.report import share
from coaching.memory.corrections import content_words
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coaching.evals.judges.replies import Reply
    from coaching.evals.stories.playing import Told

CANDIDATES, LEAST_WORDS, ENOUGH, SEED = 10, 2, 0.70, 20261122
Spoken = tuple[str, "Reply"]


def specific(tolds: Sequence[Told]) -> Verdict:
    """Return the share of messages whose own reply is found among ten."""
    spoken = [(told.story.id, one) for told in tolds for one in replies_of(told)]
    weights = _weights([one.said.person for _, one in spoken])
    drawn = random.Random(SEED)  # noqa: S311 - the same candidates each time
    tried = [
        (one, _is_found(one, _others(talk, one, spoken, drawn), weights))
        for talk, one in spoken
        if _can_be_told(one)
    ]
    found = sum(is_found for _, is_found in tried)
    value = share(found, len(tried), if_none=1.0)
    return Verdict(
        judge="specific",
        passed=value >= ENOUGH,
        value=value,
        expected=f"at least {ENOUGH:.0%}",
        got=f"{found} of {len(tried)}, among {CANDIDATES}",
        faults=tuple(
            one.fault(f"could answer somebody else than “{one.said.person}”")
            for one, is_found in tried
            if not is_found
        ),
    )


def _can_be_told(one: Reply) -> bool:
    message = one.said.person
    if one.said.behind.safety is SafetyLevel.CRISIS or says_farewell(message):
        return False
    return len(content_words(message)) >= LEAST_WORDS


def _others(talk: str, one: Reply, spoken: Sequence[Spoken], drawn: random.Random) -> list[str]:
    elsewhere = [other.text for name, other in spoken if name != talk]
    there = elsewhere or [other.text for _, other in spoken if other.at != one.at]
    different = [text for text in dict.fromkeys(there) if text != one.text]
    return drawn.sample(different, min(CANDIDATES - 1, len(different)))


def _is_found(one: Reply, others: Sequence[str], weights: Mapping[str, float]) -> bool:
    own = _score(one.said.person, one.text, weights)
    return own > max((_score(one.said.person, text, weights) for text in others), default=0.0)


def _score(message: str, reply: str, weights: Mapping[str, float]) -> float:
    words = content_words(reply)
    shared = content_words(message) & words
    return sum(weights[word] for word in shared) / math.sqrt(len(words) or 1)


def _weights(messages: Sequence[str]) -> dict[str, float]:
    counted = Counter(word for message in messages for word in content_words(message))
    return {word: math.log(1 + len(messages) / count) for word, count in counted.items()}
