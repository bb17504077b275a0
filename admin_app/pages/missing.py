"""What an address without a page shows, to strangers too: nothing but the way to the first page."""

from __future__ import annotations

import reflex as rx

from admin_app import theme
from admin_app.copy import t


def missing_page() -> rx.Component:
    return rx.el.main(
        rx.el.section(
            rx.el.h1(t("missing.title"), class_name=theme.TITLE),
            rx.el.p(t("missing.line")),
            rx.el.a(t("missing.home"), href="/", class_name=theme.ACT, data_testid="missing-home"),
            class_name=theme.PANEL,
        ),
        class_name=theme.DOOR,
        data_accent=theme.ACCENT,
    )
