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

ADDRESS = "address"
"""Where a session keeps the form of address that the Coach was told at its beginning."""
SWITCHED = 2
"""Messages with another form of address from which on they have changed it."""


def as_they_write(person: PersonView, said: Iterable[str]) -> PersonView:
    """Return the person with the language and the form of address of their texts, newest first."""
    texts = [*said, *filter(None, [person.emotional_why])]
    return replace(person, writes=language_of(texts, person.language), address=address_of(texts))


def as_in_earlier(
    person: PersonView, sessions: Iterable[EarlierSession], said: Iterable[str] = ()
) -> PersonView:
    """Return the person as they wrote in earlier sessions, oldest first.

    `said` is all that they wrote, newest first: the sessions hold only what fits into a prompt.
    """
    lines = [line for session in sessions for line in session.lines if line.role == "user"]
    found = as_they_write(person, [line.text for line in reversed(lines)])
    everything = [*said, *filter(None, [person.emotional_why])]
    return replace(found, address=address_of(everything) or found.address)


def as_on_page(person: PersonView, said: Iterable[str], address: str = "") -> PersonView:
    """Return the person as they wrote, newest first, for texts that are kept.

    Those stand side by side, so in Spanish they have one form of address: that of the session
    (`address`), else theirs, else what is usual where they live.
    """
    found = as_they_write(person, said)
    if not (found.writes or found.language).startswith("es"):
        return found
    return replace(found, address=address or found.address or found.usual_address)


def address_in(said: Iterable[str], *, opened: str) -> str:
    """Return the one form of address of a session, for everybody who writes in it or of it.

    `opened` is what the Coach was told when it began. It holds unless they use another one in two
    messages and this one in none. Without it, the first message that shows one decides; `said` are
    their messages, oldest first. It is empty if none shows.
    """
    forms = [form for form in (address_of([text]) for text in said) if form]
    if opened and (opened in forms or len(forms) < SWITCHED):
        return opened
    return forms[0] if forms else ""
