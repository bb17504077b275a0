from __future__ import annotations

import reflex as rx

from toney_app import account, theme
from toney_app.components.icons import icon
from toney_app.components.layout import busy, problem
from toney_app.copy import t


@rx.memo
def passkey_button() -> rx.Component:
    """Signing in with a passkey, where the browser can."""
    hook = account.Hook("usePasskey")
    return rx.cond(hook.flag("can"), rx.el.div(_button(hook), _trouble(hook)))


def _button(hook: account.Hook) -> rx.Component:
    return rx.el.button(
        rx.cond(
            hook.text("state") == "busy",
            busy(t("ui.recover.looking")),
            rx.fragment(icon("key_round"), t("ui.passkey.use")),
        ),
        type="button",
        class_name=f"{theme.SECONDARY} {theme.WIDE}",
        disabled=hook.text("state") == "busy",
        special_props=[hook.presses("begin")],
        data_testid="signin-passkey",
    )


def _trouble(hook: account.Hook) -> rx.Component:
    return rx.fragment(
        rx.match(
            hook.text("state"),
            ("", rx.fragment()),
            ("busy", rx.fragment()),
            ("often", problem(t("ui.recover.often"))),
            ("elsewhere", problem(t("ui.passkey.elsewhere"))),
            ("wrong", problem(t("ui.passkey.unknown"))),
            problem(t("ui.recovery.failed")),
        )
    )
