from __future__ import annotations

import reflex as rx

from toney_app import account, browser, theme
from toney_app.components.inputs import option
from toney_app.components.layout import once_known, problem, section
from toney_app.components.sheet import sheet
from toney_app.copy import t

_AFTER = ("off", "0", "5", "60")
_TROUBLE = ("opens", "proof", "unfit", "wrong", "often")


def lock_sheet() -> rx.Component:
    """After how long the app locks itself, and with what it is opened."""
    return sheet("lock", t("ui.lock.title"), _lock())


@rx.memo
def _lock() -> rx.Component:
    hook = account.Hook("useLockSettings")
    return once_known(
        hook.flag("ready"),
        rx.el.div(
            rx.el.p(t("ui.lock.line"), class_name=f"{theme.BODY} {theme.MUTED}"),
            rx.el.div(
                *[_choice(hook, after) for after in _AFTER],
                class_name="mt-3 grid gap-2",
                role="radiogroup",
                aria_label=t("ui.lock.title"),
            ),
            rx.el.div(
                rx.match(
                    hook.text("state"),
                    *[(name, problem(t(f"ui.lock.{name}"))) for name in _TROUBLE],
                    ("way_back", _way_back()),
                    ("failed", problem(t("ui.recovery.failed"))),
                    rx.fragment(),
                ),
                class_name="mt-2",
            ),
            section(t("ui.lock.pin")),
            rx.cond(
                hook.flag("hasPin"),
                _field("current", t("ui.lock.current")),
            ),
            rx.el.form(
                _field(
                    "pin", rx.cond(hook.flag("hasPin"), t("ui.lock.new_pin"), t("ui.lock.digits"))
                ),
                rx.el.button(
                    rx.cond(hook.flag("hasPin"), t("ui.lock.change"), t("ui.lock.set")),
                    type="submit",
                    class_name=f"{theme.SECONDARY} {theme.WIDE} mt-3",
                    data_testid="lock-pin-set",
                ),
                special_props=[hook.sends("setPin")],
            ),
            rx.el.p(
                rx.cond(
                    hook.flag("hasPasskey"), t("ui.lock.also_passkey"), t("ui.lock.add_passkey")
                ),
                class_name=f"{theme.SMALL} {theme.MUTED} mt-4",
            ),
            rx.el.p(t("ui.lock.hides"), class_name=f"{theme.SMALL} {theme.QUIET} mt-2"),
            class_name="pb-6",
        ),
    )


def _choice(hook: account.Hook, after: str) -> rx.Component:
    return option(
        t(f"ui.lock.after.{after}"),
        hook.text("after") == after,
        f"lock-after-{after}",
        hook.calls("choose", after),
        group="lock-after",
    )


def _way_back() -> rx.Component:
    return rx.el.div(
        problem(t("ui.lock.way_back")),
        rx.el.button(
            t("ui.recovery.make"),
            type="button",
            class_name=f"{theme.TINT} {theme.SLIM} mt-2",
            on_click=browser.replace_sheet("recovery"),
            data_testid="lock-recovery",
        ),
    )


def _field(name: str, label: rx.Var[str]) -> rx.Component:
    return rx.el.div(
        rx.el.label(label, html_for=f"lock-{name}", class_name="field-label"),
        rx.el.input(
            name=name,
            type="password",
            max_length=12,
            # The browser says this when the digits don't fit.
            title=t("ui.lock.digits"),
            class_name=f"{theme.INPUT} num",
            custom_attrs={
                "id": f"lock-{name}",
                "autoComplete": "off",
                "inputMode": "numeric",
                "pattern": "[0-9]{4,12}",
            },
            data_testid=f"lock-{name}",
        ),
        class_name="mb-3",
    )
