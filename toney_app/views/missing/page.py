from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.icons import mark
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t


def missing_page() -> rx.Component:
    """What an address shows that leads nowhere."""
    return rx.el.div(
        rx.el.main(
            rx.el.div(
                mark("size-7"),
                rx.el.span(t("app.name"), class_name=theme.HEADING),
                class_name="flex items-center gap-[9px] pt-3.5",
            ),
            rx.el.div(string(REST, weight="1.8"), class_name="w-[150px] mx-auto mt-24 mb-4"),
            rx.el.h1(t("ui.missing.title"), class_name=f"{theme.TITLE} text-center"),
            rx.el.p(
                t("ui.missing.line"), class_name=f"{theme.BODY} {theme.MUTED} mt-2 text-center"
            ),
            rx.el.a(
                t("ui.missing.home"),
                href="/",
                class_name=f"{theme.PRIMARY} {theme.WIDE} mt-8",
                custom_attrs={"reloadDocument": True},
                data_testid="missing-home",
            ),
            class_name="step pb-8",
        ),
        class_name="app",
    )
