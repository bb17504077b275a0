"""A talk as a model reads it to grade it: nothing in it says who answered, or in which version."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.content import score_style
from coaching.prompts.fences import as_said, fenced
from coaching.text.words import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.stories.played import Played, Said, Told

_TELLS_WHO = re.compile(
    r"\boffline\b|\b(?:on|by|follow|of) (?:my )?rules\b|\brules and\b|\blarge model\b|\bclaude\b"
    r"|\banthropic\b|\bthis version\b|\bsin conexión\b"
    r"|\bmis reglas\b|\bpor reglas\b|\bsigo reglas\b",
    re.IGNORECASE,
)


def transcript(told: Told) -> str:
    """Return the whole talk with what the coach knew before it, without ids, models and notes."""
    person = told.story.person
    tone = score_style(person.style).tone
    talk = "\n\n".join(line for session in told.sessions for line in _session(session))
    known = f"The tone they chose: {tone:g} of 10. Why they came: {as_said(person.why)}"
    return f"{known}\n\n{fenced('transcript', talk)}"


def _session(session: Played) -> Iterator[str]:
    yield f"Session {session.number}"
    if session.door:
        yield f"[{session.door}]"
    yield from (line for said in session.said for line in _said(said))
    if session.closing:
        yield f"[As the session ended: {session.closing}]"


def _said(said: Said) -> Iterator[str]:
    yield f"P: {said.person}"
    if said.shown:
        yield f"[{said.shown}]"
    if ours := _without_who(said.toney):
        yield f"T: {ours}"


def _without_who(text: str) -> str:
    return " ".join(one for one in sentences(text) if _TELLS_WHO.search(one) is None)
