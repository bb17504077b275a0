from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.session_state import SessionState
from toney_app.views.consent.agreement import form, legal_links, text
from toney_app.views.consent.state import ConsentState


def consent_sheet() -> rx.Component:
    """Asked for again, with what has changed since; everything else in the app stays readable."""
    return sheet(
        "consent",
        t("ui.consent.title"),
        rx.el.p(
            _why(),
            class_name=f"{theme.BODY} mt-2",
            on_mount=ConsentState.load,
            data_testid="consent-why",
        ),
        text(),
        form(t("ui.consent.agree"), on_submit=ConsentState.agree),
        rx.el.p(t("consent.end"), class_name=f"{theme.SMALL} {theme.QUIET} mt-3"),
        legal_links(),
    )


def _why() -> rx.Var[str]:
    asks = t(rx.Var.create("consent.asks.") + ConsentState.asks, provider=SessionState.provider)
    return rx.cond(ConsentState.asks, asks, "")
