"""Why the screen called a text serious: which rules heard what, or which words weighed most."""

from __future__ import annotations

from dataclasses import dataclass

from coaching.safety.evidence import crisis_weight
from coaching.safety.linear_model import telling, weigh
from coaching.safety.screen import heard_in, plain_words


@dataclass(frozen=True, slots=True)
class Reason:
    """One rule that heard something, or the weight of all words."""

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
    return tuple(dict.fromkeys(found))
