"""The Strategist's sentences from `copy.toml`, and picking among wordings by who the person is.

The Spanish versions of what the person reads are in `copy.es.toml` and `story.es.toml`.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any
from zlib import crc32

from coaching import templates
from coaching.content import ALL_TENSIONS
from coaching.content.translations import TRANSLATED
from coaching.text.words import clauses, sentences, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.values.enums import Tension

Table = dict[str, Any]
_GUESS = re.compile(r"^a first guess:\s*", re.IGNORECASE)
_ASK = re.compile(r"\s*how close is that, 0 to 10\?\s*$", re.IGNORECASE)


@cache
def copy(language: str = "en") -> Table:
    """Return what is said of a person (copy.toml) and to them (story.toml), in their language."""
    base = language.split("-", maxsplit=1)[0].lower()
    if base not in TRANSLATED:
        return _files("copy.toml", "story.toml")
    return _laid_over(copy(), _files(f"copy.{base}.toml", f"story.{base}.toml"))


def _files(*names: str) -> Table:
    folder = resources.files("coaching.rules")
    texts = ((folder / name).read_text("utf-8") for name in names)
    return {key: value for text in texts for key, value in tomllib.loads(text).items()}


def _laid_over(below: Table, above: Table) -> Table:
    """Return the upper table with what only the lower one has."""
    both = below | above
    tables = (key for key in below.keys() & above.keys() if isinstance(below[key], dict))
    return both | {key: _laid_over(below[key], above[key]) for key in tables}


def of_tension(tension: Tension | None, language: str = "en") -> Table:
    """Return the sentences for a tension, or those for nobody's in particular."""
    table = copy(language)
    return table["tension"][tension.value] if tension else table["no_tension"]


def worded(wordings: Sequence[str], seed: str, turn: int = 0, /, **slots: str) -> str:
    """Return a wording with its slots filled; another one each turn, where there are several."""
    return filled(wordings[(crc32(seed.encode()) + turn) % len(wordings)], **slots)


def filled(text: str, /, **slots: str) -> str:
    """Return a frame with its slots filled."""
    return templates.filled(text, slots)


def picked(items: Sequence[str], seed: str, count: int = 1) -> list[str]:
    """Return some of the items, the same ones for the same person."""
    start = crc32(seed.encode()) % max(1, len(items))
    return [items[(start + step) % len(items)] for step in range(min(count, len(items)))]


def guess_sentence(hypothesis: str) -> str:
    """Return the bare guess: the line around it already says what it is."""
    bare = _ASK.sub("", _GUESS.sub("", hypothesis.strip())).strip()
    return bare if not bare or bare.endswith((".", "…")) else f"{bare}."


def after_colon(sentence: str) -> str:
    """Return a sentence as it goes on after a colon; the name of a tension keeps its capital."""
    first = sentence.split(" ", 1)[0]
    is_name = first == "I" or first.lower() in ALL_TENSIONS
    return sentence if is_name else lower_first(sentence)


def thought(text: str, most: int = 16) -> str:
    """Return the person's first sentence, or its first whole clause if it is too long."""
    first = next(iter(sentences(text)), "").strip(" .!?")
    options = [first, *clauses(first)[:1], *re.split(r",? (?:and|but|pero|y) ", first)[:1]]
    return next((part for part in options if part and len(words(part)) <= most), "")


def listed(items: Sequence[str], *, last: str = "and") -> str:
    """Return `a, b and c`, or `a; b and c; d` where an item has its own `and`."""
    if len(items) <= 1:
        return "".join(items)
    if any(f" {last} " in item for item in items):
        return "; ".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def in_words(text: str, language: str) -> str:
    """Return the person's words in the quotation marks of their language; "" stays ""."""
    frame: str = copy(language)["labels"]["quoted"]
    return frame.replace("{text}", text) if text else ""


def quoted(items: Sequence[str]) -> str:
    """Return the items in quotation marks, listed."""
    return listed([f"“{item}”" for item in items])


def lower_first(text: str) -> str:
    """Return the text as it stands inside a sentence."""
    return text[:1].lower() + text[1:]


def stop(text: str) -> str:
    """Return the text with one full stop at its end, unless it ends in a question."""
    return text if text.endswith(("?”", "?")) else f"{text.rstrip(' .')}."


def times(count: int, language: str = "en") -> str:
    """Return `once`, `twice` or `5 times`."""
    labels = copy(language)["labels"]
    many: str = labels["many"].replace("{count}", str(count))
    return {1: labels["once"], 2: labels["twice"]}.get(count, many)
