"""Which replies were best and which worst: one figure a reply, the same whoever counts.

    score = reflection + specificity - faults

reflection   0 to 1: half for each word of the person's message that carries meaning and that the
             reply takes up; 1 when the message holds none.
specificity  0 to 1: the share of the reply's words that carry meaning and that at most two other
             replies of the run use.
faults       how many judges object to the reply, 3 at most.

A reply under eight words is neither best nor worst unless a judge objects: a goodbye is short.
Of equals the earlier one stands first.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from coaching.memory.corrections import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from coaching.evals.judges import Verdict
    from coaching.evals.playing import Said, Told

OTHERS = 2
TAKEN_UP = 2
FAULTS = 3
SHORTEST = 8
SHOWN = 3

Place = tuple[int, int]
"""A session and a line of it, both from 1."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A reply, the message before it, and what the score is made of."""

    story: str
    name: str
    session: int
    line: int
    message: str
    reply: str
    reflection: float
    specificity: float
    objections: tuple[str, ...]

    @property
    def score(self) -> float:
        """Return the figure."""
        return round(
            self.reflection + self.specificity - min(len(self.objections), FAULTS),
            3,
        )

    @property
    def may_be_shown(self) -> bool:
        """Whether it is long enough to be called good or bad."""
        return bool(self.objections) or len(self.reply.split()) >= SHORTEST


def scored(told: Sequence[Told], verdicts: Mapping[str, Sequence[Verdict]]) -> list[Scored]:
    """Return every reply with its score; `verdicts` are those of each story by its id."""
    words = {id(one): content_words(one.toney) for each in told for one in _said(each)}
    uses = Counter(chain.from_iterable(words.values()))
    found: list[Scored] = []
    for each in told:
        objections = objections_in(verdicts[each.story.id])
        for session in each.sessions:
            for line, one in enumerate(session.said, 1):
                found.append(
                    Scored(
                        story=each.story.id,
                        name=each.story.person.name,
                        session=session.number,
                        line=line,
                        message=one.person,
                        reply=one.toney,
                        reflection=_reflection(content_words(one.person), words[id(one)]),
                        specificity=_specificity(words[id(one)], uses),
                        objections=tuple(objections.get((session.number, line), ())),
                    )
                )
    return found


def objections_in(verdicts: Iterable[Verdict]) -> dict[Place, list[str]]:
    """Return what the judges object to by its place, each with the judge's name; one a judge."""
    found: dict[Place, list[str]] = {}
    for verdict in verdicts:
        for place in dict.fromkeys((fault.session, fault.line) for fault in verdict.faults):
            because = "; ".join(
                fault.because for fault in verdict.faults if (fault.session, fault.line) == place
            )
            found.setdefault(place, []).append(f"{verdict.judge}: {because}")
    return found


def best(replies: Iterable[Scored]) -> list[Scored]:
    """Return the three best replies."""
    return sorted(_shown(replies), key=lambda one: -one.score)[:SHOWN]


def worst(replies: Iterable[Scored]) -> list[Scored]:
    """Return the three worst replies."""
    return sorted(_shown(replies), key=lambda one: one.score)[:SHOWN]


def _shown(replies: Iterable[Scored]) -> Iterable[Scored]:
    return (one for one in replies if one.may_be_shown)


def _said(told: Told) -> Iterable[Said]:
    return (one for session in told.sessions for one in session.said)


def _reflection(message: frozenset[str], reply: frozenset[str]) -> float:
    return min(len(message & reply) / TAKEN_UP, 1.0) if message else 1.0


def _specificity(reply: frozenset[str], uses: Counter[str]) -> float:
    rare = sum(uses[word] - 1 <= OTHERS for word in reply)
    return rare / len(reply) if reply else 0.0
