"""Fences around words that are not ours: a person's, and what was written down about them.

The tags are ours alone. Inside a fence, and in what a person writes in the chat, anything that
looks like one of them loses its bracket, so that nobody can close a fence or write a note from the
app. Nothing else is changed: the model quotes these words, and an `&amp;` would end up on a card.
"""

from __future__ import annotations

import re

TAGS = frozenset(
    {"note", "words", "briefing", "exchange", "coach_before", "person", "coach", "transcript"}
    | {"card", "win", "memory", "earlier", "signal", "guess", "intel", "starter_card", "answer"}
)
_OURS = re.compile(rf"<(?=\s*/?\s*(?:{'|'.join(sorted(TAGS))})\b)", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def as_said(text: str) -> str:
    """Return somebody's words without control characters and without our tags."""
    return _OURS.sub("‹", _CONTROL.sub("", text))


def fenced(tag: str, text: str, **attributes: object) -> str:
    """Return words in a named fence; attributes are ids, numbers and words of our own."""
    if tag not in TAGS:
        raise ValueError(f"{tag} is not a fence")
    named = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<{tag}{named}>{as_said(text).strip()}</{tag}>"


def words(text: str) -> str:
    """Return a person's own words, fenced."""
    return fenced("words", text)
