"""What comes again from session to session: a sentence is said once to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.judges.replies import own_words, replies_of, words_of
from coaching.evals.judges.verdict import Fault, Verdict
from coaching.evals.report import share
from coaching.memory.corrections import sentences

if TYPE_CHECKING:
    from coaching.evals.stories.playing import Told

OF_SENTENCES, SHORTEST = 0.02, 4


def repeated_sentences(told: Told) -> Verdict:
    """Return the share of sentences of four words and more that an earlier session has heard."""
    heard: set[str] = set()
    now: set[str] = set()
    faults: list[Fault] = []
    whole = number = 0
    for one in replies_of(told):
        if one.session.number != number:
            heard, now, number = heard | now, set[str](), one.session.number
        for sentence in _long_sentences(own_words(one.text)):
            whole += 1
            now.add(sentence)
            if sentence in heard:
                faults.append(one.fault(f"said in an earlier session: “{sentence}”"))
    value = share(len(faults), whole, if_none=0.0)
    return Verdict(
        judge="repeated_sentences",
        passed=value < OF_SENTENCES or len(faults) <= 1,
        value=value,
        expected=f"less than {OF_SENTENCES:.0%}",
        got=f"{len(faults)} of {whole}",
        faults=tuple(faults),
    )


def _long_sentences(text: str) -> list[str]:
    found = (words_of(sentence) for sentence in sentences(text))
    return [" ".join(words) for words in found if len(words) >= SHORTEST]
