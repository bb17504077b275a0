"""Typed Markdown blocks on the page. No HTML ever passes through here."""

from __future__ import annotations

import reflex as rx

from coaching.values.blocks import Block, Line, Point, Row, Span
from toney_app.copy import t
from toney_app.props import Prop, Shown


def _spans(spans: Shown) -> rx.Component:
    return rx.foreach(spans, _span)


def _span(span: rx.vars.ObjectVar[Span]) -> Prop:
    return rx.match(
        span.kind,
        ("strong", rx.el.strong(span.text)),
        ("em", rx.el.em(span.text)),
        ("both", rx.el.strong(rx.el.em(span.text))),
        ("code", rx.el.code(span.text)),
        ("br", rx.el.br()),
        ("link", _link(span)),
        rx.fragment(span.text),
    )


def _link(span: rx.vars.ObjectVar[Span]) -> rx.Component:
    """A link says where it leads; it opens elsewhere and tells that place nothing."""
    return rx.fragment(
        rx.el.a(
            span.text,
            href=span.href,
            target="_blank",
            rel="noopener noreferrer nofollow ugc",
        ),
        rx.cond(span.host, rx.el.bdi(t("ui.link_to", host=span.host))),
    )


def _point(point: rx.vars.ObjectVar[Point]) -> rx.Component:
    below = rx.foreach(point.points, _nested_point)
    return rx.el.li(
        _spans(point.spans),
        rx.match(point.nested, ("ul", rx.el.ul(below)), ("ol", rx.el.ol(below)), rx.fragment()),
    )


def _nested_point(line: rx.vars.ObjectVar[Line]) -> rx.Component:
    return rx.el.li(_spans(line.spans))


def _row(row: rx.vars.ObjectVar[Row]) -> rx.Component:
    return rx.el.tr(rx.foreach(row.cells, lambda cell: rx.el.td(_spans(cell.spans))))


def _table(block: rx.vars.ObjectVar[Block]) -> rx.Component:
    head = rx.foreach(block.head, lambda cell: rx.el.th(_spans(cell.spans), scope="col"))
    return rx.el.table(rx.el.thead(rx.el.tr(head)), rx.el.tbody(rx.foreach(block.rows, _row)))


@rx.memo
def markdown_block(block: rx.vars.ObjectVar[Block]) -> rx.Component:
    """One block; memoised, so that a growing reply redraws its last block only."""
    return rx.fragment(
        rx.match(
            block.kind,
            ("heading", rx.el.h3(_spans(block.spans))),
            ("quote", rx.el.blockquote(_spans(block.spans))),
            ("code", rx.el.pre(rx.el.code(block.text))),
            ("rule", rx.el.hr()),
            ("ul", rx.el.ul(rx.foreach(block.points, _point))),
            ("ol", rx.el.ol(rx.foreach(block.points, _point), start=block.level | 1)),
            ("table", _table(block)),
            rx.el.p(_spans(block.spans)),
        )
    )


def markdown(blocks: Shown) -> rx.Component:
    return rx.foreach(blocks, lambda block: markdown_block(block=block))
