from __future__ import annotations

import reflex as rx

from coaching.values.conversations import Feedback
from toney_app import browser, theme
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.sessions.closing_state import ClosingState


def closing_sheet() -> rx.Component:
    """What was touched, a line to take along, what will be there; a word about it, if they like."""
    return sheet(
        "closing",
        t("ui.closing.title"),
        rx.el.p(
            ClosingState.closing.note,
            class_name=f"{theme.CARD_TEXT} mt-2",
            role="status",
            on_mount=ClosingState.load,
            data_testid="closing-note",
        ),
        rx.el.div(
            _word(Feedback.HELPED),
            _word(Feedback.NOT_TODAY),
            class_name=f"{theme.PAIR} mt-5",
            role="group",
            aria_label=t("ui.closing.question"),
        ),
        rx.cond(
            ClosingState.closing.feedback,
            rx.el.p(
                t("ui.focus.noted"),
                class_name=f"{theme.SMALL} {theme.MUTED} mt-2 text-center",
                role="status",
            ),
        ),
        rx.el.button(
            t("ui.closing.done"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.WIDE} mt-3",
            on_click=browser.close_sheet(),
            data_testid="closing-done",
        ),
    )


def _word(word: Feedback) -> rx.Component:
    return rx.el.button(
        t(f"ui.closing.{word.value}"),
        type="button",
        class_name=rx.cond(
            ClosingState.closing.feedback == word.value, theme.TINT, theme.SECONDARY
        ),
        aria_pressed=rx.cond(ClosingState.closing.feedback == word.value, "true", "false"),
        on_click=ClosingState.rate(word),
        data_testid=f"closing-{word.value}",
    )
