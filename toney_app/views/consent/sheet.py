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
        legal_links(),
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


def legal_links() -> rx.Component:
    """The two pages that say it in full; each opens by itself."""
    return rx.el.p(
        *[
            rx.el.a(
                t(f"ui.legal.{name}"),
                href=f"/{name}",
                class_name="link text-ink-2 font-medium min-h-6 mr-6",
                custom_attrs={"reloadDocument": True},
            )
            for name in ("privacy", "terms")
        ],
        class_name=f"{theme.SMALL} mt-1",
    )
