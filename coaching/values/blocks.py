"""Typed Markdown: what a reply looks like on a page, without any HTML.

Field names stay clear of `items`, `keys`, `values`, `entries`: a page's list variables have methods
of those names. Every field has a default, so that the wire form can leave defaults out.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text: `text`, `strong`, `em`, `both`, `code`, `link` or `br`. Nesting is flattened.

    A link's `host` is where it really leads; the page shows it beside the words.
    """

    kind: str = "text"
    text: str = ""
    href: str = ""
    host: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """Some spans on their own line: a point of a nested list, a cell of a table."""

    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a list, with at most one list below it (`nested`: `ul`, `ol` or empty)."""

    spans: tuple[Span, ...] = ()
    nested: str = ""
    points: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table."""

    cells: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """`paragraph`, `heading`, `quote`, `code`, `rule`, `ul`, `ol` or `table`.

    `level` is a heading's depth or an ordered list's first number; `text` is code.
    """

    kind: str = "paragraph"
    spans: tuple[Span, ...] = ()
    level: int = 0
    text: str = ""
    points: tuple[Point, ...] = ()
    head: tuple[Line, ...] = ()
    rows: tuple[Row, ...] = ()
