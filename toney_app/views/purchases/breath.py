"""The second step: a minute to breathe, which can be skipped."""

from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.views.practices.pacing import breathing_string
from toney_app.views.practices.playing import Pace
from toney_app.views.purchases import flow


@rx.memo
def purchase_breath() -> rx.Component:
    pace = Pace(flow.minute())
    words = rx.match(
        pace.phase,
        ("in", t("ui.purchase.in")),
        ("out", t("ui.purchase.out")),
        t("ui.purchase.breathed"),
    )
    go_on = rx.el.button(
        t("ui.purchase.next"),
        type="button",
        class_name=f"{theme.PRIMARY} {theme.WIDE}",
        on_click=flow.does("stepOn"),
        data_testid="purchase-breathed",
    )
    return rx.fragment(
        rx.el.div(
            rx.el.p(t("ui.purchase.breathe_line"), class_name=f"{theme.BODY} {theme.MUTED}"),
            rx.el.div(
                breathing_string(pace),
                rx.el.p(words, class_name="pl-word", aria_live="polite"),
                rx.el.p(
                    rx.cond(pace.is_done, "", t("ui.purchase.left", time=pace.left)),
                    class_name=f"{theme.LABEL} {theme.MUTED} num mt-2 min-h-6",
                    role="timer",
                ),
                class_name="pl-breath",
                data_still=rx.cond(pace.is_paused | pace.is_done, "true", "false"),
            ),
            class_name="pl-main",
        ),
        rx.el.div(rx.cond(pace.is_done, go_on, _buttons(pace)), class_name="pl-foot"),
    )


def _buttons(pace: Pace) -> rx.Component:
    return rx.el.div(
        rx.el.button(
            rx.cond(pace.is_paused, icon("play"), icon("pause")),
            rx.cond(pace.is_paused, t("ui.purchase.resume"), t("ui.purchase.pause")),
            type="button",
            class_name=theme.SECONDARY,
            special_props=[pace.toggle()],
        ),
        rx.el.button(
            t("ui.purchase.skip"),
            type="button",
            class_name=theme.SECONDARY,
            on_click=flow.does("stepOn"),
            data_testid="purchase-skip",
        ),
        class_name=theme.PAIR,
    )
