"""What two people said to each other, once an admin may read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import reflex as rx

from admin_app import theme

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class OpenedMessage:
    """A message that is ready to show: who wrote it, when, and the words."""

    who: str
    text: str
    at: str


def opened_words(lines: rx.vars.ArrayVar[Sequence[OpenedMessage]]) -> rx.Component:
    """The lines in their order, or nothing while none is open."""
    return rx.cond(
        lines.length() > 0,
        rx.el.ol(
            rx.foreach(
                lines,
                lambda line: rx.el.li(
                    rx.el.b(line.who),
                    " ",
                    rx.el.span(line.at, class_name=theme.NOTE),
                    rx.el.p(line.text),
                ),
            ),
            class_name=theme.LINES,
            data_testid="opened-words",
        ),
    )
