from __future__ import annotations

import reflex as rx

from toney_app import outbox, theme
from toney_app.components.inputs import option
from toney_app.components.sheet import sheet
from toney_app.components.tension_drawings import string
from toney_app.copy import t
from toney_app.props import Shown
from toney_app.session_state import SessionState
from toney_app.views.settings.state import SettingsState


def tension_sheet() -> rx.Component:
    """The seven tensions; what was learned and kept so far stays."""
    return sheet(
        "tension",
        t("ui.settings.tension"),
        rx.el.p(t("ui.settings.tension_line"), class_name=f"{theme.BODY} {theme.MUTED} mt-1"),
        rx.el.div(
            rx.foreach(SettingsState.tensions, _one),
            class_name="mt-4 grid gap-2.5",
            role="radiogroup",
            aria_label=t("ui.settings.tension"),
        ),
        outbox.not_saved("set_tension"),
    )


def _one(found: Shown) -> rx.Component:
    return option(
        rx.el.span(
            rx.el.span(found.label, class_name=f"block {theme.HEADING}"),
            rx.el.span(found.line, class_name=f"block {theme.SMALL} {theme.MUTED}"),
            class_name="flex-1",
        ),
        outbox.chosen("set_tension", SessionState.accent) == found.id,
        f"tension-{found.id}",
        outbox.choose("set_tension", found.id),
        group="tension",
        drawing=rx.el.span(string(found.id, weight="3"), class_name="opt-art", aria_hidden="true"),
        data_accent=found.id,
    )
