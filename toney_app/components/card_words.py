"""What a card says: a sentence, or the parts of a plan or of a conversation kit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from toney_app import theme
from toney_app.copy import t

if TYPE_CHECKING:
    from toney_app.props import Shown


def card_words(card: Shown, look: str, *, space: str = "mt-2") -> rx.Component:
    """Return a card's words; each part of one that has parts stands under its name."""
    return rx.cond(
        card.parts.length() > 0,
        rx.el.dl(
            rx.foreach(card.parts, lambda part: _part(part, look)), class_name="mt-2.5 grid gap-2"
        ),
        rx.el.p(card.content, class_name=f"{look} {space}"),
    )


def _part(part: Shown, look: str) -> rx.Component:
    return rx.el.div(
        rx.el.dt(t(f"ui.card.part.{part.name}"), class_name=f"{theme.CAPTION} {theme.QUIET}"),
        rx.el.dd(part.words, class_name=look),
        data_testid="card-part",
    )
