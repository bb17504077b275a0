"""A time line: rows of marks on one scale, as SVG, each row with its count beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import reflex as rx

from admin_app import theme

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Mark:
    """A dot: where it is (a percentage), how large, and which of five colours it has."""

    place: str
    radius: int = 5
    kind: str = "plain"


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
    note: str,
) -> rx.Component:
    """A panel with the rows; below them the first and the last day."""
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
                            lambda mark: rx.el.svg.circle(
                                cx=mark.place,
                                cy="50%",
                                r=mark.radius,
                                class_name="admin-mark-" + mark.kind,
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
        rx.el.p(note, class_name=theme.NOTE),
        class_name=theme.PANEL,
    )
