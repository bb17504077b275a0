"""Markdown to typed blocks: no HTML, no images, links only to the web and to mail.

Reference definitions are off on purpose: without them a block never depends on a later one, and a
growing text can be parsed from its last blocks on.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from markdown_it import MarkdownIt

from coaching.values.blocks import Block, Line, Point, Row, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from markdown_it.token import Token
    from pydantic import JsonValue

_MD = MarkdownIt("commonmark", {"html": False}).enable("table").disable("reference")
# Behind a letter and each other, these mean themselves in every place of a line.
_WORDS = re.compile(r"(?:[^\W_]|[ ,.:?%…–—'’\"“”])+")
_LISTS = {"bullet_list_open": "ul", "ordered_list_open": "ol"}


def blocks(text: str) -> tuple[Block, ...]:
    """Return the blocks of a finished text."""
    return tuple(_block(group) for group in _groups(_clean(text)))


def as_json(found: Iterable[Block]) -> list[JsonValue]:
    """Return the wire form of blocks: fields that have their default value are left out."""
    return [_slim(block) for block in found]


def plain(text: str) -> str:
    """Return the words of a text without its marks, one line."""
    return " ".join(" ".join(_words(group) for group in _groups(_clean(text))).split())


class Growing:
    """Blocks of a text that grows. Only the last two are parsed again at each piece.

    Two, because `1. a`, blank line, `2` is a list and a paragraph until the next dot arrives.
    Plain words behind plain words, which is nearly everything, are joined without a parser.
    """

    def __init__(self) -> None:
        self._closed: list[Block] = []
        self._open: list[Block] = []
        self._source = ""

    def feed(self, text: str) -> tuple[int, tuple[Block, ...]]:
        """Add a piece; return the index of the first changed block and all blocks from there."""
        piece, before, start = _clean(text), self._open, len(self._closed)
        joined = self._lengthened(piece) if _WORDS.fullmatch(piece) else None
        self._source += piece
        if joined is not None:
            changed = joined != before[-1]
            self._open = [*before[:-1], joined]
            return start + len(before) - changed, (joined,) * changed
        groups = list(_groups(self._source))
        settled = groups[:-2]
        if settled:
            line = _first_line(groups[-2])
            self._source = "\n".join(self._source.split("\n")[line:])
        self._closed += [_block(group) for group in settled]
        self._open = [_block(group) for group in groups[-2:]]
        now = [*self._closed[start:], *self._open]
        same = _common_length(before, now)
        return start + same, tuple(now[same:])

    def _lengthened(self, words: str) -> Block | None:
        """Return the last block with words behind it; None when a parser has to look."""
        line = self._source.rpartition("\n")[2]
        last = self._open[-1] if self._open else Block()
        if not (last.kind == "paragraph" and last.spans and last.spans[-1].kind == "text"):
            return None
        if not (line[:1].isalpha() and _WORDS.fullmatch(line[-1:])):
            return None
        spaces = line[len(line.rstrip()) :]
        text = (last.spans[-1].text + spaces + words).rstrip()
        return replace(last, spans=(*last.spans[:-1], replace(last.spans[-1], text=text)))


def _words(group: Sequence[Token]) -> str:
    leaves = (_leaf(token) for token in group)
    return " ".join("".join(span.text for span in spans) for spans in leaves)


def _clean(text: str) -> str:
    return text.replace("\r", "")


def _common_length(before: Sequence[Block], now: Sequence[Block]) -> int:
    for index, (old, new) in enumerate(zip(before, now, strict=False)):
        if old != new:
            return index
    return min(len(before), len(now))


def _groups(text: str) -> Iterator[list[Token]]:
    """Yield the tokens of each top-level block."""
    group: list[Token] = []
    for token in _MD.parse(text):
        group.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield group
            group = []


def _first_line(group: Sequence[Token]) -> int:
    return (group[0].map or [0])[0]


def _block(group: Sequence[Token]) -> Block:
    head = group[0]
    match head.type:
        case "paragraph_open":
            return Block(spans=_all_spans(group))
        case "heading_open":
            return Block("heading", _all_spans(group), level=int(head.tag[1:]))
        case "bullet_list_open" | "ordered_list_open":
            return Block(head.tag, level=int(head.attrs.get("start", 0)), points=_points(group))
        case "blockquote_open":
            return Block("quote", _all_spans(group))
        case "fence" | "code_block":
            return Block("code", text=head.content.rstrip("\n"))
        case "table_open":
            head_row, *rows = _rows(group)
            return Block("table", head=head_row.cells, rows=tuple(rows))
        case _:
            return Block("rule")


def _rows(group: Sequence[Token]) -> list[Row]:
    rows: list[list[Line]] = []
    for token in group:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(Line(_spans(token)))
    return [Row(tuple(cells)) for cells in rows]


def _points(group: Sequence[Token]) -> tuple[Point, ...]:
    """Return the points of a list; everything below the second level moves up to it."""
    points: list[Point] = []
    depth = 0
    for token in group:
        if token.type in _LISTS:
            depth += 1
            if depth > 1 and not points[-1].nested:
                points[-1] = replace(points[-1], nested=_LISTS[token.type])
        elif token.type in {"bullet_list_close", "ordered_list_close"}:
            depth -= 1
        elif token.type == "list_item_open" and depth == 1:
            points.append(Point())
        elif token.type == "list_item_open":
            points[-1] = replace(points[-1], points=(*points[-1].points, Line()))
        elif found := _leaf(token):
            points[-1] = _with_spans(points[-1], found, deep=depth > 1)
    return tuple(points)


def _with_spans(point: Point, found: tuple[Span, ...], *, deep: bool) -> Point:
    if not deep:
        return replace(point, spans=_joined(point.spans, found))
    last = point.points[-1]
    return replace(point, points=(*point.points[:-1], Line(_joined(last.spans, found))))


def _joined(before: tuple[Span, ...], found: tuple[Span, ...]) -> tuple[Span, ...]:
    return (*before, Span("br"), *found) if before else found


def _all_spans(group: Sequence[Token]) -> tuple[Span, ...]:
    spans: tuple[Span, ...] = ()
    for token in group:
        if found := _leaf(token):
            spans = _joined(spans, found)
    return spans


def _leaf(token: Token) -> tuple[Span, ...]:
    if token.type == "inline":
        return _spans(token)
    if token.type in {"fence", "code_block"}:
        return (Span("code", token.content.rstrip("\n")),)
    return ()


def _spans(inline: Token) -> tuple[Span, ...]:
    spans: list[Span] = []
    strong = em = 0
    link = Span()
    began = 0
    for child in inline.children or ():
        match child.type:
            case "strong_open" | "strong_close":
                strong += child.nesting
            case "em_open" | "em_close":
                em += child.nesting
            case "link_open":
                link, began = _target(str(child.attrs.get("href", ""))), len(spans)
            case "link_close":
                _close_link(spans, began, link)
                link = Span()
            case "hardbreak":
                spans.append(Span("br"))
            case "image":
                spans.append(_picture(child, inside=link))
            case "code_inline" if not link.href:
                spans.append(Span("code", child.content))
            case _:
                text = " " if child.type == "softbreak" else child.content
                kind = link.kind if link.href else _weight(strong, em)
                _append(spans, Span(kind, text, link.href))
    return tuple(spans)


def _weight(strong: int, em: int) -> str:
    if strong and em:
        return "both"
    return "strong" if strong else "em" if em else "text"


def _append(spans: list[Span], span: Span) -> None:
    """Add a span, melting it into the last one when they look the same."""
    last = spans[-1] if spans else None
    if last and last.kind == span.kind and last.href == span.href and not last.host:
        spans[-1] = replace(last, text=last.text + span.text)
    elif span.text:
        spans.append(span)


def _close_link(spans: list[Span], began: int, link: Span) -> None:
    """Say where a link leads, at its end, unless its words already are the address."""
    if not link.href:
        return
    shown = "".join(span.text for span in spans[began:])
    if not shown.strip():
        spans[began:] = [replace(link, text=link.host, host="")]
    elif spans[-1].kind == "link" and shown.strip() not in {link.href, link.host}:
        spans[-1] = replace(spans[-1], host=link.host)


def _picture(image: Token, *, inside: Span) -> Span:
    """Return a picture as a link or as text; pictures are never loaded from other sites."""
    target = _target(str(image.attrs.get("src", "")))
    if inside.href or not target.href:
        return Span(inside.kind if inside.href else "text", image.content, inside.href)
    shown = image.content.strip()
    return replace(target, text=shown or target.host, host=target.host if shown else "")


def _target(href: str) -> Span:
    """Return a link without words, or an empty text when the address is not a safe one."""
    try:
        parts = urlsplit(href)
        host = parts.hostname or ""
    except ValueError:
        return Span()
    if parts.scheme in {"http", "https"} and host:
        return Span("link", "", href, host)
    if parts.scheme == "mailto" and "@" in parts.path:
        return Span("link", "", f"mailto:{parts.path}", parts.path)
    return Span()


def _slim(value: object) -> JsonValue:
    if isinstance(value, tuple):
        return [_slim(part) for part in cast("tuple[object, ...]", value)]
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((f.name, getattr(value, f.name), f.default) for f in fields(value))
        return {name: _slim(part) for name, part, default in pairs if part != default}
    return cast("str | int", value)
