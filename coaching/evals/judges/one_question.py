"""One question at most, and it stands last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.judges.replies import own_words, replies_of
from coaching.evals.judges.verdict import Verdict, of_all
from coaching.offline.replies.texts import wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.judges.replies import Reply
    from coaching.evals.judges.verdict import Fault
    from coaching.evals.stories.played import Told

_AFTER = " \n*_”»\"')"
_NOTES = [wording(note).said(name) for note in ("about", "softer") for name in ("en", "es")]
"""What the offline coach says about itself, once a session, at the very end of a reply."""


def one_question(told: Told) -> Verdict:
    """Return the share of replies with one question at the end, or none; quoted ones are theirs."""
    replies = replies_of(told)
    return of_all("one_question", (f for one in replies for f in _faults(one)), len(replies))


def _faults(reply: Reply) -> Iterator[Fault]:
    own = own_words(reply.text)
    for note in _NOTES:
        own = own.replace(note, "")
    if (asked := max(own.count("?"), own.count("¿"))) > 1:
        yield reply.fault(f"{asked} questions")
    elif asked and not own.rstrip(_AFTER).endswith("?"):
        yield reply.fault("the question isn’t the last sentence")
