"""A time line: rows of marks on one scale, as SVG, each row with its count beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import reflex as rx

from admin_app import theme

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


SHAPES = {
    "practice_checkin": "M-5 10h10v4h-10z",
    "breakthrough": "M0 6l6 11h-12z",
    "topic_shift": "M0 6l6 6-6 6-6-6z",
    "emotional": "M-4 8h8v8h-8z",
}
"""Kinds of signals have shapes of their own, so that nobody needs the colours."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A shape: where it is (a percentage), its outline, and which of six colours it has."""

    place: str
    path: str
    kind: str = "plain"


def dot(radius: int) -> str:
    """Return the outline of a dot around the middle of a row."""
    across = 2 * radius
    return f"M{-radius} 12a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 {-across} 0"


def shape(kind: str) -> str:
    """Return the outline of a kind of mark: its own, or a dot."""
    return SHAPES.get(kind) or dot(4)


@dataclass(frozen=True, slots=True)
class Track:
    """A row: `said` is the same as a sentence, for those who don't see the dots."""

    name: str
    marks: list[Mark]
    said: str


def timeline(
    title: str,
    tracks: rx.vars.ArrayVar[Sequence[Track]],
    first: rx.Var[str],
    last: rx.Var[str],
    *,
    kinds: Mapping[str, str],
    note: str,
) -> rx.Component:
    """A panel with the rows; below them the first and the last day, and what each shape means."""
    return rx.el.section(
        rx.el.h2(title, class_name=theme.PANEL_TITLE),
        rx.el.ul(
            rx.foreach(
                tracks,
                lambda track: rx.el.li(
                    rx.el.span(track.name),
                    rx.el.svg(
                        rx.foreach(
                            track.marks,
                            lambda mark: rx.el.svg(
                                rx.el.svg.path(d=mark.path, class_name="admin-mark-" + mark.kind),
                                custom_attrs={"x": mark.place},
                            ),
                        ),
                        role="img",
                        aria_label=track.said,
                        class_name=theme.TRACK_LINE,
                    ),
                ),
            ),
            class_name=theme.TIMELINE,
        ),
        rx.el.p(
            rx.el.span(first), rx.el.span(last), class_name=theme.TIMELINE_ENDS, aria_hidden="true"
        ),
        rx.el.ul(
            *[
                rx.el.li(
                    rx.el.svg(
                        rx.el.svg.path(d=shape(kind), class_name=f"admin-mark-{kind}"),
                        view_box="-8 4 16 16",
                        aria_hidden="true",
                    ),
                    name,
                )
                for kind, name in kinds.items()
            ],
            class_name=theme.SHAPES,
        ),
        rx.el.p(note, class_name=theme.NOTE),
        class_name=theme.PANEL,
    )
