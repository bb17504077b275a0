from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.sheet import sheet
from toney_app.copy import t


def about_coach_sheet() -> rx.Component:
    """What the offline coach can do and what it can't."""
    return sheet(
        "about-coach",
        t("ui.chat.about_coach.title"),
        rx.el.p(t("ui.chat.about_coach.body"), class_name=f"{theme.CARD_TEXT} mt-2 mb-4"),
    )
