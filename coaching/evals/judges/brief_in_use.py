"""The reason they gave is quoted once a session, not recited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.judges.replies import replies_of, words_of
from coaching.evals.judges.verdict import Verdict, of_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.judges.verdict import Fault
    from coaching.evals.stories.played import Told

RUN = 5


def brief_in_use(told: Told) -> Verdict:
    """Return the share of sessions in which the why comes word for word at most once.

    Word for word is five words running, or all of a shorter one; a reply right after they said it
    again themselves doesn't count.
    """
    return of_all("brief_in_use", _faults(told), len(told.sessions), "session")


def _faults(told: Told) -> Iterator[Fault]:
    why, number, heard = _runs(told.story.person.why), 0, False
    for one in replies_of(told):
        if one.session.number != number:
            number, heard = one.session.number, False
        new = why & _runs(one.text) - _runs(one.said.person)
        if new and heard:
            yield one.fault(f"quotes their reason again: “{min(new)}”")
        heard = heard or bool(new)


def _runs(text: str) -> set[str]:
    words = words_of(text)
    size = min(RUN, len(words)) or RUN
    return {" ".join(words[at : at + size]) for at in range(len(words) - size + 1)}
