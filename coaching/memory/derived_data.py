"""Derived data: find what repeats a deleted message in texts made after it.

A sentence repeats it when it says the same again, quotes it, or has a word that the person used in
that message alone and that is no everyday word of this product: a name, a place, a thing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from coaching.memory.corrections import Correction, contradicts
from coaching.text.content import common, content_words
from coaching.text.words import sentences
from coaching.values.enums import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

LEAST_WORDS = 2
LEAST_LETTERS = 3


@dataclass(frozen=True, slots=True)
class Echo:
    """How a deleted message is recognised: its sentences, and the words that are only in it."""

    said: tuple[Correction, ...]
    rare: frozenset[str]


def echo_of(message: str, elsewhere: Iterable[str], everyday: frozenset[str]) -> Echo:
    """Return how a message is recognised; `elsewhere` is what else the person wrote."""
    lines = [line for line in sentences(message) if len(content_words(line)) >= LEAST_WORDS]
    known = everyday.union(common(), *(content_words(text) for text in elsewhere))
    rare = {word for word in content_words(message) - known if len(word) >= LEAST_LETTERS}
    said = tuple(Correction(line, Verdict.DELETED) for line in lines)
    return Echo(said, frozenset(rare))


def is_echo(text: str, echo: Echo) -> bool:
    """Return True if a text repeats the message."""
    return not echo.rare.isdisjoint(content_words(text)) or contradicts(text, echo.said) is not None


def without(value: Any, echo: Echo) -> Any:  # noqa: ANN401 - a column's text or JSON
    """Return a text without the sentences that repeat the message; JSON without such entries."""
    match value:
        case str():
            return _text(value, echo)
        case list():
            found = [(item, without(item, echo)) for item in cast("list[Any]", value)]
            return [now for was, now in found if not _is_emptied(was, now)]
        case dict():
            entries = cast("dict[str, Any]", value)
            return {name: without(item, echo) for name, item in entries.items()}
        case _:
            return value


def _text(text: str, echo: Echo) -> str:
    if not text or not is_echo(text, echo):
        return text
    lines = ((line, _line(line, echo)) for line in text.split("\n"))
    kept = "\n".join(now for was, now in lines if now or not was)
    return kept if not is_echo(kept, echo) else ""


def _line(line: str, echo: Echo) -> str:
    return " ".join(part for part in sentences(line) if not is_echo(part, echo))


def _is_emptied(was: Any, now: Any) -> bool:  # noqa: ANN401 - JSON
    match was:
        case str():
            return bool(was) and not now
        case dict():
            entries = cast("dict[str, Any]", was)
            return any(_is_emptied(item, now[name]) for name, item in entries.items())
        case _:
            return False
