"""The lines of the settings, group by group."""

from __future__ import annotations

import reflex as rx

from toney_app import browser, outbox, theme
from toney_app.components.layout import row, section
from toney_app.copy import LANGUAGE, t
from toney_app.session_state import SessionState
from toney_app.views.access.sheet import access_row
from toney_app.views.insight.state import InsightState
from toney_app.views.install_sheet import install_row
from toney_app.views.ledger.state import LedgerState
from toney_app.views.onboarding.again_state import AgainState
from toney_app.views.own_costs.state import CostsState
from toney_app.views.sessions.list_state import SessionsState
from toney_app.views.settings.state import SettingsState


def groups(country: rx.Component) -> tuple[rx.Component, ...]:
    """What a person told, what Toney does, their data, their account; `country`: the chosen one."""
    return (
        *_group("you", *_you(country)),
        *_group("toney", *_toney()),
        *_group("privacy", *_privacy()),
        *_group("account", *_account()),
    )


def language_now() -> rx.Var[str]:
    """Return the language that was chosen here and is on its way, else that of the page."""
    return outbox.chosen("set_language", LANGUAGE)


def _group(name: str, *rows: rx.Component) -> tuple[rx.Component, ...]:
    return section(t(f"ui.settings.{name}")), rx.el.div(*rows, class_name=theme.LIST)


def _opens(name: str, label: rx.Var[str], sheet: str) -> rx.Component:
    return row(name, label, on_click=browser.open_sheet(sheet), data_testid=f"settings-{sheet}")


def _you(country: rx.Component) -> tuple[rx.Component, ...]:
    return (
        row(
            "user_round",
            t("ui.settings.name"),
            value=outbox.chosen("set_name", SessionState.name),
            on_click=browser.open_sheet("name"),
        ),
        row(
            "map_pin",
            t("ui.settings.country"),
            value=country,
            on_click=browser.open_sheet("country"),
        ),
        row(
            "languages",
            t("ui.settings.language"),
            value=t(f"ui.language.{language_now()}"),
            on_click=browser.open_sheet("language"),
            data_testid="settings-language",
        ),
        row(
            "spline",
            t("ui.settings.tension"),
            value=rx.cond(
                SettingsState.tension, SettingsState.tension, t("ui.settings.not_chosen")
            ),
            on_click=browser.open_sheet("tension"),
            data_testid="settings-tension",
        ),
        row(
            "rotate_ccw",
            t("ui.settings.again"),
            on_click=[browser.close_sheet(), AgainState.begin],
            data_testid="settings-again",
        ),
        _opens("bell", t("ui.reminders.title"), "reminders"),
    )


def _toney() -> tuple[rx.Component, ...]:
    return (
        row(
            "book_open_text",
            t("ui.insight.title"),
            on_click=[InsightState.load, browser.open_sheet("insight")],
            data_testid="settings-insight",
        ),
        row(
            "list_checks",
            t("ui.ledger.title"),
            on_click=[LedgerState.load, browser.open_sheet("ledger")],
            data_testid="settings-ledger",
        ),
        row(
            "receipt",
            t("ui.costs.title"),
            on_click=[CostsState.load, browser.open_sheet("costs")],
            data_testid="settings-costs",
        ),
    )


def _privacy() -> tuple[rx.Component, ...]:
    return (
        row(
            "history",
            t("ui.sessions.title"),
            on_click=[SessionsState.refresh, browser.open_sheet("sessions")],
            data_testid="settings-sessions",
        ),
        _opens("archive", t("ui.data.title"), "data"),
        access_row(),
        _opens("lock", t("ui.lock.title"), "lock"),
    )


def _account() -> tuple[rx.Component, ...]:
    return (
        _opens("key_round", t("ui.ways.title"), "ways"),
        _opens("monitor_smartphone", t("ui.devices.row"), "devices"),
        _opens("braces", t("ui.tokens.title"), "tokens"),
        install_row(),
        row(
            "log_out",
            t("ui.settings.sign_out"),
            on_click=browser.open_sheet("sign-out"),
            data_testid="sign-out",
        ),
    )
