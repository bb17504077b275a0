"""The step between the door and the questions: read, tick two boxes, start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import reflex as rx

from toney_app import browser, theme
from toney_app.copy import t
from toney_app.views.consent.agreement import form, legal_links, text

if TYPE_CHECKING:
    from toney_app.props import Prop, Shown


def consent_page(
    *below: rx.Component | rx.Var[Any],
    is_busy: Shown = False,
    back: rx.Component | None = None,
    **props: Prop,
) -> rx.Component:
    """The page; `props` say what the button does, and `below` what came of it."""
    return rx.el.main(
        rx.el.div(back or rx.fragment(), class_name="step-bar"),
        rx.el.h1(
            t("consent.title"),
            class_name=f"{theme.TITLE} pt-3.5",
            special_props=[browser.arrival()],
        ),
        text(),
        form(t("ui.consent.agree_and_start"), *below, is_busy=is_busy, **props),
        rx.el.p(
            t("consent.end"),
            " ",
            rx.el.button(
                t("ui.help.now"),
                type="button",
                class_name="link text-ink-2 font-medium min-h-6",
                on_click=browser.open_sheet("help"),
                data_testid="help-now",
            ),
            class_name=f"{theme.SMALL} {theme.QUIET} mt-3",
        ),
        legal_links(),
        class_name="step pb-8",
        data_testid="consent-page",
    )
