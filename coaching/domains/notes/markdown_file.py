"""A note as a Markdown file with front matter, as Obsidian reads and writes them.

Of the front matter only the forms that Obsidian writes are understood: a word, a list on one line
or on several. Lines that Toney doesn't use are kept as they are and written out again.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING

from coaching.values.notes import NoteType

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST_STEM = 100
_LONGEST_DAY = len("2026-01-12")
_HEAD = re.compile(r"\A---[ \t]*\n(.{0,16000}?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_KEY = re.compile(r"^([^\s:#-][^:\n]{0,80}):(?:[ \t]+(.*))?$")
_NOT_IN_A_NAME = re.compile(r"[\x00-\x1f\x7f\\/:*?\"<>|#^\[\]]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_PLAIN = re.compile(r"[^\W\d_][\w /-]*")
_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "null"})
_ITEM = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^,]+")
_TARGET = re.compile(r"\[\[([^\[\]|#^\n]{1,300})")


@dataclass(frozen=True, slots=True)
class MarkdownNote:
    """A note as a file holds it; `links` are stems or titles of notes that it is connected to."""

    title: str
    content: str = ""
    kind: NoteType | None = None
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    created_at: datetime | None = None
    properties: str = ""


@dataclass(slots=True)
class _Head:
    """The front matter: known keys with their values, and the lines of all others."""

    values: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    others: list[str] = field(default_factory=list[str])


def read(stem: str, text: str) -> MarkdownNote:
    """Return the note in a file; a file without front matter is all text."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    found = _HEAD.match(text)
    head = _head(found[1]) if found else _Head()
    values = head.values
    kind = _only(values.get("type"))
    return MarkdownNote(
        title=_only(values.get("title")) or stem,
        content=text[found.end() :] if found else text,
        kind=NoteType(kind) if kind else None,
        tags=tuple(part for tag in values.get("tags", ()) for part in _tags(tag)),
        aliases=tuple(values.get("aliases", ())),
        links=tuple(_target(link) for link in values.get("links", ())),
        created_at=_instant(_only(values.get("created"))),
        properties="\n".join(head.others),
    )


def write(note: MarkdownNote, stem: str) -> str:
    """Return a note as the text of a file with this name."""
    lines = [f"title: {json.dumps(note.title, ensure_ascii=False)}"] if note.title != stem else []
    lines += [f"type: {note.kind.value}"] if note.kind else []
    lines += [f"created: {note.created_at.isoformat()}"] if note.created_at else []
    lines += _list("tags", note.tags) + _list("aliases", note.aliases)
    lines += _list("links", [f"[[{link}]]" for link in note.links])
    lines += [note.properties] if note.properties else []
    return "\n".join(["---", *lines, "---", "", note.content, ""])


def stem_of(title: str, taken: set[str]) -> str:
    """Return a file's name for a title that every system and a link take, and take it."""
    name = " ".join(_NOT_IN_A_NAME.sub(" ", title).split()).strip(". ")[:_LONGEST_STEM].rstrip(". ")
    name = f"{name} note" if _RESERVED.fullmatch(name) else name or "note"
    stem, number = name, 1
    while stem.casefold() in taken:
        number += 1
        stem = f"{name} {number}"
    taken.add(stem.casefold())
    return stem


def _head(text: str) -> _Head:
    head, known = _Head(), ""
    group: list[str] = []
    for line in [*text.splitlines(), "end:"]:
        found = _KEY.match(line)
        if found is None:
            group.append(line)
            continue
        _close(head, known, group)
        known, group = _NAMES.get(found[1].strip().lower(), ""), [line]
    return head


def _close(head: _Head, known: str, group: list[str]) -> None:
    """Keep a key with its lines: as values, or as they are if they say something else."""
    values = _values(group) if known and known not in head.values else None
    if values is None or not _fits(known, values):
        head.others += [line for line in group if line.strip()]
    else:
        head.values[known] = values


def _fits(known: str, values: list[str]) -> bool:
    """Return True unless the value is none that Toney has."""
    match known:
        case "type":
            return _only(values) in list(NoteType)
        case "created":
            return _instant(_only(values)) is not None
        case _:
            return True


def _values(group: Sequence[str]) -> list[str] | None:
    """Return the values of a key; None for a form that isn't understood."""
    found = _KEY.match(group[0])
    first = (found[2] or "").strip() if found else ""
    rest = [line.strip() for line in group[1:] if line.strip()]
    if first.startswith("[") and first.endswith("]") and not first.startswith("[[") and not rest:
        return [value for item in _ITEM.findall(first[1:-1]) if (value := _unquoted(item))]
    if not first and all(line.startswith("- ") or line == "-" for line in rest):
        return [value for line in rest if (value := _unquoted(line[1:]))]
    if rest or first[:1] in {"{", "&", "*", "|", ">", "!"}:
        return None
    return [value] if (value := _unquoted(first)) else []


def _unquoted(raw: str) -> str:
    text = raw.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            return str(json.loads(text))
        except ValueError:
            return text[1:-1]
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    return text


def _list(name: str, values: Sequence[str]) -> list[str]:
    if not values:
        return []
    return [f"{name}:", *(f"  - {_quoted(value)}" for value in values)]


def _quoted(value: str) -> str:
    is_plain = _PLAIN.fullmatch(value) and value.casefold() not in _WORDS
    return value if is_plain else json.dumps(value, ensure_ascii=False)


def _only(values: Sequence[str] | None) -> str:
    return values[0] if values else ""


def _tags(value: str) -> list[str]:
    """Return the tags of one value: older files have several in a line."""
    return [part for part in re.split(r"[,#]", value) if part.strip()]


def _target(link: str) -> str:
    found = _TARGET.search(link)
    return (found[1] if found else link).strip()


def _instant(text: str) -> datetime | None:
    """Return an instant; a day alone is its noon, which is the same day nearly everywhere."""
    try:
        found = datetime.fromisoformat(text)
        if len(text) <= _LONGEST_DAY:
            found = datetime.combine(found.date(), time(12))
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


_NAMES = {
    "title": "title",
    "type": "type",
    "tags": "tags",
    "tag": "tags",
    "aliases": "aliases",
    "alias": "aliases",
    "links": "links",
    "created": "created",
    "date": "created",
}
