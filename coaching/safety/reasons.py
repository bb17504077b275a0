"""Why the screen called a text serious: which rules, weights or meanings it found in it."""

from __future__ import annotations

from dataclasses import dataclass

from coaching.safety.evidence import crisis_weight
from coaching.safety.linear_model import telling, weigh
from coaching.safety.screen import DOUBTFUL, heard_in, plain_words
from coaching.safety.sentence_model import danger


@dataclass(frozen=True, slots=True)
class Reason:
    """One rule that heard something, the weight of all words, or what the message means."""

    rule: str
    words: str


def reasons(text: str) -> tuple[Reason, ...]:
    """Return the rules and words behind the verdict on a text; for reviewers, never stored."""
    found = [
        Reason(meaning.about or f"{meaning.category}, {meaning.level.value}", words)
        for meaning, words in heard_in(text)
    ]
    weight, window = weigh(plain_words(text))
    if weight > crisis_weight(window, is_heard=bool(found)):
        found.append(Reason(f"weight {weight:.1f}", ", ".join(telling(window))))
    meant = danger(text)
    if meant.weight > DOUBTFUL:
        found.append(Reason(f"meaning {meant.weight:.1f}", meant.said))
    return tuple(dict.fromkeys(found))
