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


def as_they_write(person: PersonView, said: Iterable[str]) -> PersonView:
    """Return the person with the language and the form of address of their texts, newest first."""
    texts = [*said, *filter(None, [person.emotional_why])]
    return replace(person, writes=language_of(texts, person.language), address=address_of(texts))


def as_in_earlier(person: PersonView, sessions: Iterable[EarlierSession]) -> PersonView:
    """Return the person as they wrote in earlier sessions, oldest first."""
    lines = [line for session in sessions for line in session.lines if line.role == "user"]
    return as_they_write(person, [line.text for line in reversed(lines)])


def as_on_page(person: PersonView, said: Iterable[str]) -> PersonView:
    """Return the person as they wrote in all sessions, newest first, for texts that are kept.

    Those stand side by side, so in Spanish they have one form of address: theirs, else what is
    usual where they live.
    """
    found = as_they_write(person, said)
    is_spanish = (found.writes or found.language).startswith("es")
    return replace(found, address=found.address or found.usual_address) if is_spanish else found
