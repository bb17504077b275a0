from __future__ import annotations

import reflex as rx

from toney_app import account, theme
from toney_app.components.icons import mark
from toney_app.components.inputs import option
from toney_app.copy import t

_WAYS = ("general", "words", "nothing")


def lock_screen(hook: account.Hook) -> rx.Component:
    """Choose what the lock screen shows, beside a drawing of it; the private choice is first."""
    return rx.fragment(
        _drawn(hook),
        rx.el.div(
            *[_choice(hook, way) for way in _WAYS],
            class_name="mt-2.5 grid gap-2",
            role="radiogroup",
            aria_label=t("ui.reminders.lock_title"),
        ),
    )


def _line(hook: account.Hook) -> rx.Var[str]:
    general = t("ui.reminders.waits")
    words = rx.cond(hook.text("sample"), hook.text("sample"), general)
    return rx.cond(hook.text("lockScreen") == "words", words, general)


def _drawn(hook: account.Hook) -> rx.Component:
    return rx.el.div(
        rx.el.p(hook.text("sampleTime"), class_name="lock-time num"),
        rx.el.p(hook.text("today"), class_name=theme.SMALL),
        rx.cond(
            hook.text("lockScreen") == "nothing",
            rx.fragment(),
            rx.el.div(
                rx.el.span(mark(), class_name="lock-mark"),
                rx.el.span(
                    rx.el.span(t("app.name"), class_name=f"block {theme.STRONG}"),
                    rx.el.span(_line(hook), class_name=f"{theme.SMALL} {theme.MUTED}"),
                    class_name="grow",
                ),
                class_name="lock-note",
            ),
        ),
        class_name="lock",
        aria_hidden="true",
    )


def _choice(hook: account.Hook, way: str) -> rx.Component:
    below = t(f"ui.reminders.lock.{way}.line")
    label = rx.el.span(
        t(f"ui.reminders.lock.{way}"),
        rx.el.span(below, class_name=f"block {theme.SMALL} {theme.MUTED}"),
        class_name="flex-1",
    )
    return option(
        label,
        hook.text("lockScreen") == way,
        f"reminders-lock-{way}",
        hook.calls("showOnLock", way),
        group="lock-screen",
    )
