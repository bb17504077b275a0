from __future__ import annotations

import reflex as rx

from toney_app import account, browser, theme
from toney_app.components.icons import icon, mark
from toney_app.components.layout import busy, problem
from toney_app.components.lazy import later
from toney_app.copy import t


def lock_view() -> rx.Component:
    """The only view while the app is locked."""
    return later("locked", _locked)


def _locked() -> rx.Component:
    hook = account.unlock()
    return rx.el.main(
        mark("size-10 mx-auto text-accent"),
        rx.el.h1(t("ui.locked.title"), class_name=f"{theme.TITLE} text-center mt-4", tab_index=-1),
        rx.cond(hook.flag("hasPin"), _pin(hook)),
        rx.cond(hook.flag("hasPasskey"), _passkey(hook)),
        _trouble(hook),
        rx.el.button(
            icon("life_buoy"),
            t("ui.help.now"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.WIDE} mt-6",
            on_click=browser.open_sheet("help"),
            data_testid="help-now",
        ),
        _again(hook),
        class_name="step justify-center pb-8",
        data_testid="locked",
    )


def _pin(hook: account.Hook) -> rx.Component:
    return rx.el.form(
        rx.el.label(t("ui.locked.pin"), html_for="unlock-pin", class_name="field-label"),
        rx.el.input(
            name="pin",
            type="password",
            required=True,
            max_length=12,
            auto_focus=True,
            class_name=f"{theme.INPUT} num text-center text-xl tracking-widest",
            custom_attrs={
                "id": "unlock-pin",
                "autoComplete": "off",
                "inputMode": "numeric",
                "pattern": "[0-9]{4,12}",
            },
            data_testid="unlock-pin",
        ),
        rx.el.button(
            rx.cond(hook.text("state") == "busy", busy(t("ui.locked.busy")), t("ui.locked.open")),
            type="submit",
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-3",
            disabled=hook.text("state") == "busy",
            data_testid="unlock",
        ),
        special_props=[hook.sends("enter")],
        class_name="mt-6",
    )


def _passkey(hook: account.Hook) -> rx.Component:
    return rx.el.button(
        icon("key_round"),
        t("ui.passkey.use"),
        type="button",
        class_name=f"{theme.SECONDARY} {theme.WIDE} mt-3",
        special_props=[hook.presses("byPasskey")],
        data_testid="unlock-passkey",
    )


def _trouble(hook: account.Hook) -> rx.Component:
    return rx.el.div(
        rx.match(
            hook.text("state"),
            ("wrong", problem(t("ui.lock.wrong"))),
            ("often", problem(t("ui.locked.often", count=hook.number("seconds")))),
            ("passkey", problem(t("ui.passkey.unknown"))),
            ("failed", problem(t("ui.locked.failed"))),
            rx.fragment(),
        ),
        class_name="mt-2",
    )


def _again(hook: account.Hook) -> rx.Component:
    """The way back for somebody who forgot the PIN."""
    return rx.el.details(
        rx.el.summary(
            t("ui.locked.forgot"),
            class_name=f"{theme.SUBTLE} {theme.WIDE} mt-2",
            data_testid="unlock-forgot",
        ),
        rx.el.p(t("ui.locked.again"), class_name=f"{theme.BODY} {theme.MUTED}"),
        rx.el.button(
            t("ui.locked.leave"),
            type="button",
            class_name=f"{theme.SECONDARY} {theme.WIDE} mt-3",
            special_props=[hook.presses("leave")],
            data_testid="unlock-leave",
        ),
    )
