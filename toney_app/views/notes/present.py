"""Notes as the sheets show them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.serving import markdown
from coaching.values.blocks import Block
from coaching.values.notes import NoteType

if TYPE_CHECKING:
    from coaching.domains.notes.service import Link, NoteView

EXCERPT = 160
_LINK = re.compile(r"!?\[\[([^\[\]|\n]{1,300})(?:\|([^\[\]\n]{1,300}))?\]\]")
_MARKS = re.compile(r"(?<!\s)[*_]+(?!\w)|(?<!\w)[*_]+(?!\s)|`+|^#{1,6} |^ *>+ ?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Row:
    """A note in the list."""

    id: str = ""
    title: str = ""
    excerpt: str = ""
    at: str = ""
    tags: list[str] = field(default_factory=list[str])
    connected: int = 0


@dataclass(frozen=True, slots=True)
class Linked:
    """A connected note; `how` names why it is connected, `by_hand` says that it can be undone."""

    id: str = ""
    title: str = ""
    how: str = ""
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """An open note; `tag_line` is what the field for tags holds."""

    id: str = ""
    title: str = ""
    content: str = ""
    kind: str = NoteType.FLEETING.value
    at: str = ""
    source: str = ""
    tags: list[str] = field(default_factory=list[str])
    tag_line: str = ""
    blocks: list[Block] = field(default_factory=list[Block])
    links: list[Linked] = field(default_factory=list[Linked])


def row(view: NoteView) -> Row:
    """Return a note for the list."""
    note = view.note
    text = " ".join(_MARKS.sub("", _readable(note.content)).split())
    excerpt = text if len(text) <= EXCERPT else f"{text[:EXCERPT].rstrip()}…"
    at = note.created_at.isoformat()
    return Row(str(note.id), note.title, excerpt, at, list(view.tags), view.connected)


def note(view: NoteView) -> Note:
    """Return an open note."""
    stored = view.note
    return Note(
        id=str(stored.id),
        title=stored.title,
        content=stored.content,
        kind=stored.kind.value,
        at=stored.created_at.isoformat(),
        source=stored.source.value,
        tags=list(view.tags),
        tag_line=", ".join(view.tags),
        blocks=list(markdown.blocks(_readable(stored.content))),
        links=[_linked(link) for link in view.links],
    )


def _readable(content: str) -> str:
    """Return a text with the words of its [[links]], as they are meant to be read."""
    return _LINK.sub(lambda found: found[2] or found[1].rstrip("\\"), content)


def _linked(link: Link) -> Linked:
    direction = "to" if link.is_outgoing else "from"
    how = f"{direction}_text" if link.is_written else "by_hand"
    return Linked(str(link.id), link.title, how, not link.is_written)
