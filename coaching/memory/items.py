"""Things noticed about a person, with their dates and evidence.

Lists only grow by what is new: the same text with a word changed (four fifths of the words shared,
and neither denies the other) counts once more and keeps the wording that came first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from coaching.text.similarity import repeats
from coaching.text.words import bare_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SIMILAR = 0.8


@dataclass(frozen=True, slots=True)
class Item:
    """One noticed thing; instants are ISO 8601, `sources` are ids of signals."""

    text: str
    first_seen: str = ""
    last_seen: str = ""
    count: int = 1
    sources: tuple[str, ...] = ()


def read_items(stored: Iterable[str | Mapping[str, Any]] | None) -> tuple[Item, ...]:
    """Return stored items; a bare text counts as seen once."""
    return tuple(map(_item, stored or ()))


def to_json(items: Iterable[Item]) -> list[dict[str, Any]]:
    """Return items as they are stored."""
    return [
        {
            "text": item.text,
            "first_seen": item.first_seen,
            "last_seen": item.last_seen,
            "count": item.count,
            "sources": list(item.sources),
        }
        for item in items
    ]


def add_items(
    known: Sequence[Item],
    texts: Iterable[str],
    *,
    at: str,
    sources: tuple[str, ...] = (),
    similar: float = SIMILAR,
    cap: int | None = None,
) -> tuple[Item, ...]:
    """Return the known items with the new texts joined in; over the cap the stalest go."""
    items = list(known)
    for text in (" ".join(text.split()) for text in texts):
        if not bare_words(text):
            continue
        index = next(
            (i for i, item in enumerate(items) if repeats(item.text, text, at_least=similar)), -1
        )
        if index < 0:
            items.append(Item(text, at, at, 1, sources))
        else:
            items[index] = _seen_again(items[index], at, sources)
    return tuple(items) if cap is None else freshest_of(items, cap)


def without(items: Iterable[Item], texts: Iterable[str]) -> tuple[Item, ...]:
    """Return the items whose words are not among the texts."""
    gone = {bare_words(text) for text in texts}
    return tuple(item for item in items if bare_words(item.text) not in gone)


def freshest_of(items: Sequence[Item], cap: int) -> tuple[Item, ...]:
    """Return at most `cap` items, the longest unseen left out, in their order."""
    by_freshness = sorted(
        range(len(items)), key=lambda i: (items[i].last_seen, items[i].count, i), reverse=True
    )
    return tuple(items[i] for i in sorted(by_freshness[:cap]))


def _item(row: str | Mapping[str, Any]) -> Item:
    if isinstance(row, str):
        return Item(row)
    return Item(
        text=str(row.get("text", "")),
        first_seen=str(row.get("first_seen", "")),
        last_seen=str(row.get("last_seen", "")),
        count=int(row.get("count", 1)),
        sources=tuple(str(source) for source in row.get("sources", ())),
    )


def _seen_again(item: Item, at: str, sources: tuple[str, ...]) -> Item:
    joined = tuple(dict.fromkeys((*item.sources, *sources)))
    return replace(item, last_seen=at, count=item.count + 1, sources=joined)
