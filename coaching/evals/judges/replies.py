"""The replies of a story in order, and how all judges read them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.evals.judges.verdict import Fault
from coaching.text.words import words

if TYPE_CHECKING:
    from coaching.evals.stories.played import Played, Said, Told

_QUOTED = re.compile(
    r"“(?:[^“”]|“[^“”]*”)*”|„[^“”]*[“”]|«(?:[^«»]|«[^«»]*»)*»|\"[^\"]*\""
    r"|‘[^‘\n]*?’(?!\w)|(?<!\w)'[^'\n]*(?:'\w[^'\n]*)*'(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply with its place: session and line count from 1, `at` from 0 through the story."""

    at: int
    session: Played
    line: int
    said: Said

    @property
    def text(self) -> str:
        """What the coach said."""
        return self.said.toney

    def fault(self, because: str) -> Fault:
        """Return an objection to this reply."""
        return Fault(self.session.number, self.line, self.said.toney, because)


def replies_of(told: Told) -> list[Reply]:
    """Return every reply of a story, in order."""
    placed = (
        (session, line, said)
        for session in told.sessions
        for line, said in enumerate(session.said, 1)
    )
    return [Reply(at, *place) for at, place in enumerate(placed)]


def own_words(text: str) -> str:
    """Return a reply without what stands in quotation marks: a person's, or a card's title."""
    return _QUOTED.sub(" ", text)


def words_of(text: str) -> list[str]:
    """Return the words of a text, small, with straight apostrophes."""
    return [word.casefold().replace("’", "'") for word in words(text)]
