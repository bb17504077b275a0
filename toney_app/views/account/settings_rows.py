from __future__ import annotations

from typing import TYPE_CHECKING

from toney_app import browser
from toney_app.components.layout import row
from toney_app.copy import t
from toney_app.views.access.sheet import access_row

if TYPE_CHECKING:
    import reflex as rx


def account_rows() -> tuple[rx.Component, ...]:
    """The lines of the settings about the account."""
    return (
        row(
            "monitor_smartphone",
            t("ui.devices.row"),
            on_click=browser.open_sheet("devices"),
            data_testid="settings-devices",
        ),
        access_row(),
        row(
            "bell",
            t("ui.reminders.title"),
            on_click=browser.open_sheet("reminders"),
            data_testid="settings-reminders",
        ),
        row(
            "lock",
            t("ui.lock.title"),
            on_click=browser.open_sheet("lock"),
            data_testid="settings-lock",
        ),
        row(
            "braces",
            t("ui.tokens.title"),
            on_click=browser.open_sheet("tokens"),
            data_testid="settings-tokens",
        ),
    )
