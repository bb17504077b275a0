from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from toney_app import theme
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.outbox import agreed_effect
from toney_app.session_state import SessionState
from toney_app.views.consent.agreement import form, legal_links, text
from toney_app.views.consent.state import ConsentState

if TYPE_CHECKING:
    from toney_app.props import Prop


class _Why(rx.el.P):
    """Why somebody is asked; its hook sends what was refused until they agree."""

    def add_hooks(self) -> list[str | rx.Var[Prop]]:
        return [agreed_effect(ConsentState.given_at)]


def consent_sheet() -> rx.Component:
    """Asked for again, with what has changed since; everything else in the app stays readable."""
    return sheet(
        "consent",
        t("ui.consent.title"),
        _Why.create(
            _why(),
            class_name=f"{theme.BODY} mt-2",
            on_mount=ConsentState.load,
            data_testid="consent-why",
        ),
        text(),
        form(t("ui.consent.agree"), on_submit=ConsentState.agree, reset_on_submit=True),
        rx.el.p(t("consent.end"), class_name=f"{theme.SMALL} {theme.QUIET} mt-3"),
        legal_links(),
    )


def _why() -> rx.Var[str]:
    asks = t(rx.Var.create("consent.asks.") + ConsentState.asks, provider=SessionState.provider)
    return rx.cond(ConsentState.asks, asks, "")
