from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.session_state import SessionState
from toney_app.views.consent.state import ConsentState


def consent_sheet() -> rx.Component:
    return sheet(
        "consent",
        t("ui.consent.title"),
        rx.el.p(t("consent.ask_again"), class_name=f"{theme.CARD_TEXT} mt-2"),
        rx.el.p(
            t("onboarding.welcome.legal"),
            " ",
            t("consent.text"),
            " ",
            receiver(),
            class_name=f"{theme.BODY} {theme.MUTED} mt-3",
        ),
        rx.el.button(
            t("ui.consent.agree"),
            type="button",
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-5",
            on_click=ConsentState.agree,
            data_testid="consent-agree",
        ),
    )


def receiver() -> rx.Var[str]:
    """Who receives the words."""
    provider = SessionState.provider
    return rx.cond(
        provider, t("consent.provider_named", provider=provider), t("consent.provider_none")
    )
