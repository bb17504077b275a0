"""Which replies were best and which worst: one figure a reply, the same whoever counts.

    score = taken_up + linked + asked + specific - objections

taken_up    0 or 0.5: a word of the message that carries meaning comes back, and the reply isn't
            mostly the message said back (more than half of its words that carry meaning).
linked      0 or 0.5: a word from something they wrote earlier, that isn't in this message.
asked       0 or 0.5: the question has a word of theirs, of this message or of an earlier one.
specific    0 to 0.5: half the share of the reply's words that are neither in the message nor in
            more than two other replies of the run.
objections  how many judges object to the reply, 3 at most.

A reply under eight words is neither best nor worst unless a judge objects: a goodbye is short.
Of equals the earlier one stands first; of each person the best and the worst one is shown.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from coaching.text.content import content_words
from coaching.text.similarity import containment
from coaching.text.words import questions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from coaching.evals.judges import Verdict
    from coaching.evals.stories.played import Said, Told

OTHERS = 2
HALF = 0.5
OBJECTIONS = 3
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
    taken_up: float
    linked: float
    asked: float
    specific: float
    objections: tuple[str, ...]

    @property
    def score(self) -> float:
        """Return the figure."""
        good = self.taken_up + self.linked + self.asked + self.specific
        return round(good - min(len(self.objections), OBJECTIONS), 3)

    @property
    def may_be_shown(self) -> bool:
        """Return True if it is long enough to be called good or bad."""
        return bool(self.objections) or len(self.reply.split()) >= SHORTEST


def scored(told: Sequence[Told], verdicts: Mapping[str, Sequence[Verdict]]) -> list[Scored]:
    """Return every reply with its score; `verdicts` are those of each story by its id."""
    everywhere = Counter(
        chain.from_iterable(content_words(one.toney) for each in told for one in _said(each))
    )
    return [
        one
        for each in told
        for one in _scored(each, objections_in(verdicts[each.story.id]), everywhere)
    ]


def _scored(
    told: Told, objections: Mapping[Place, list[str]], everywhere: Counter[str]
) -> Iterator[Scored]:
    earlier = frozenset[str]()
    for session in told.sessions:
        for line, one in enumerate(session.said, 1):
            message, reply = content_words(one.person), content_words(one.toney)
            own = reply - message
            yield Scored(
                story=told.story.id,
                name=told.story.person.name,
                session=session.number,
                line=line,
                message=one.person,
                reply=one.toney,
                taken_up=HALF * (bool(message & reply) and containment(reply, message) <= HALF),
                linked=HALF * bool(own & earlier),
                asked=HALF * bool(_question(one.toney) & (message | earlier)),
                specific=_specific(own, reply, everywhere),
                objections=tuple(objections.get((session.number, line), ())),
            )
            earlier |= message


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
    return _first_of_each(sorted(_shown(replies), key=lambda one: -one.score))


def worst(replies: Iterable[Scored]) -> list[Scored]:
    """Return the three worst replies."""
    return _first_of_each(sorted(_shown(replies), key=lambda one: one.score))


def _first_of_each(replies: Iterable[Scored]) -> list[Scored]:
    by_person: dict[str, Scored] = {}
    for one in replies:
        by_person.setdefault(one.story, one)
    return list(by_person.values())[:SHOWN]


def _shown(replies: Iterable[Scored]) -> Iterable[Scored]:
    return (one for one in replies if one.may_be_shown)


def _said(told: Told) -> Iterable[Said]:
    return (one for session in told.sessions for one in session.said)


def _question(reply: str) -> frozenset[str]:
    asked = questions(reply)
    return content_words(asked[-1]) if asked else frozenset()


def _specific(own: frozenset[str], reply: frozenset[str], everywhere: Counter[str]) -> float:
    rare = sum(everywhere[word] - 1 <= OTHERS for word in own)
    return round(HALF * rare / len(reply), 3) if reply else 0.0
