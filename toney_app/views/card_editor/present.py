"""What the card editor begins with."""

from __future__ import annotations

import re
from dataclasses import dataclass

from coaching.serving import markdown

MAX_WORDS = 40
_TITLE_WORDS = 6
_SENTENCE = re.compile(r".+?[.?!…](?=\s|$)|.+$")


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
    kind: str = "reframe"


def from_reply(number: int, source: str, reply: str, said: str) -> Draft:
    """Begin with what the coach said; the person makes it theirs."""
    content = first_sentences(markdown.plain(reply))
    title = " ".join(content.split()[:_TITLE_WORDS]).rstrip(",.;:?!")
    quote = first_sentences(" ".join(said.split()))
    return Draft(number, "", title, content, quote, source, len(content.split()))


def first_sentences(text: str) -> str:
    """Return as many whole sentences as a card holds, or the beginning of a very long one."""
    kept: list[str] = []
    for sentence in _SENTENCE.findall(text):
        if len(" ".join([*kept, sentence]).split()) > MAX_WORDS:
            break
        kept.append(sentence.strip())
    return " ".join(kept) or " ".join(text.split()[:MAX_WORDS])
