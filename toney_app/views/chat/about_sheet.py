from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.session_state import HERE, SessionState


def about_coach_sheet() -> rx.Component:
    """What the offline coach or a local model can do and what it can't."""
    is_local = SessionState.absence == "local"
    return sheet(
        "about-coach",
        rx.cond(is_local, t("ui.chat.local_coach"), t("ui.chat.about_coach.title")),
        rx.el.p(what_it_can(), class_name=f"{theme.CARD_TEXT} mt-2 mb-4"),
    )


def what_it_can() -> rx.Component | rx.Var[str]:
    """The words of the sheet; a missing key is not an AI that is away."""
    return rx.match(
        SessionState.absence,
        ("local", _local()),
        ("no_key", t("ui.chat.about_no_key.body")),
        t("ui.chat.about_coach.body"),
    )


def _local() -> rx.Var[str]:
    """Where a local model runs, and what it can't do."""
    provider = SessionState.provider
    away = t("ui.chat.about_local.away", provider=provider)
    where = rx.cond(provider == HERE, t("ui.chat.about_local.here"), away)
    return where.to(str) + " " + t("ui.chat.about_local.limits").to(str)
