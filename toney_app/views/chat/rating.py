"""Rating a reply in its menu, with an optional comment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from coaching.domains.quality.ratings import LONGEST_COMMENT
from coaching.values.quality import Rating
from toney_app import theme
from toney_app.components.row_menu import entry
from toney_app.copy import t
from toney_app.views.chat.rating_state import RatingState

if TYPE_CHECKING:
    from toney_app.views.chat import present

    TurnVar = rx.vars.ObjectVar[present.Turn]

_COMMENT = "rating-comment"


def rate(turn: TurnVar, rating: Rating, name: str) -> rx.Component:
    said = RatingState.rate(turn.message_id, rating)
    return entry(name, t(f"ui.chat.reply_{rating.value}"), said, f"reply-{rating.value}")


def what_was_off(turn: TurnVar) -> rx.Component:
    """The field for a comment, once somebody said that this reply didn't help."""
    return rx.cond(
        (turn.message_id != "") & (RatingState.asked == turn.message_id),
        rx.el.form(
            rx.el.label(t("ui.rating.what"), html_for=_COMMENT, class_name=f"block {theme.LABEL}"),
            rx.el.textarea(
                name="comment",
                max_length=LONGEST_COMMENT,
                rows="2",
                required=True,
                auto_focus=True,
                class_name=f"{theme.AREA} mt-2",
                custom_attrs={"id": _COMMENT},
                data_testid=_COMMENT,
            ),
            rx.el.div(
                rx.el.button(
                    t("ui.rating.send"),
                    type="submit",
                    class_name=f"{theme.SECONDARY} {theme.SLIM}",
                    data_testid="rating-send",
                ),
                rx.el.button(
                    t("ui.rating.skip"),
                    type="button",
                    class_name=f"{theme.SUBTLE} {theme.SLIM}",
                    on_click=RatingState.skip,
                    data_testid="rating-skip",
                ),
                class_name="flex gap-2 mt-2",
            ),
            rx.el.p(t("ui.rating.who_reads"), class_name=f"{theme.SMALL} {theme.MUTED} mt-2"),
            on_submit=RatingState.comment,
            class_name=f"{theme.CARD} mt-3",
            data_testid="rating-form",
        ),
    )
