"""What the card editor begins with."""

from __future__ import annotations

from dataclasses import dataclass

MAX_WORDS = 40
_TITLE_WORDS = 6
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Draft:
    """A card to be; `id` is empty for a new one, `number` tells drafts apart on the page."""

    number: int = 0
    id: str = ""
    title: str = ""
    content: str = ""
    quote: str = ""
    source: str = ""
    words: int = 0


def from_reply(number: int, source: str, reply: str, said: str) -> Draft:
    """Begin with what the coach said; the person makes it theirs."""
    content = shortened(reply)
    title = " ".join(content.split()[:_TITLE_WORDS]).rstrip(",.;:?!")
    return Draft(number, "", title, content, shortened(said), source, len(content.split()))


def shortened(text: str) -> str:
    """Cut at the end of a sentence, so that a card begins with whole ones."""
    flat = " ".join(text.split())
    if len(flat) <= _LONGEST:
        return flat
    end = max(flat.rfind(mark, 0, _LONGEST) for mark in ".?!")
    return flat[: end + 1] if end > 0 else flat[:_LONGEST]
