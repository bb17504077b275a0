"""The language and the form of address of a person, read by code: no model can get them wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.text.address import address_of
from coaching.text.language import language_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.values.context import PersonView
    from coaching.values.earlier import EarlierSession
    from coaching.values.transcript import TranscriptLine


def as_they_write(person: PersonView, said: Iterable[str]) -> PersonView:
    """Return the person with the language and the form of address of their texts, newest first."""
    texts = [*said, *filter(None, [person.emotional_why])]
    return replace(person, writes=language_of(texts, person.language), address=address_of(texts))


def as_in_earlier(person: PersonView, sessions: Iterable[EarlierSession]) -> PersonView:
    """Return the person as they wrote in earlier sessions, oldest first."""
    lines = [line for session in sessions for line in session.lines if line.role == "user"]
    return as_they_write(person, [line.text for line in reversed(lines)])


def as_in_session(person: PersonView, lines: Iterable[TranscriptLine]) -> PersonView:
    """Return the person as they wrote in a session."""
    said = [line.text for line in lines if line.role == "user"]
    return as_they_write(person, said[::-1])
