from __future__ import annotations

import reflex as rx

from toney_app import account, theme
from toney_app.components.icons import icon
from toney_app.components.layout import busy, once_known, problem, section
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.account.rows import KeyVar, key_row
from toney_app.views.settings.recovery_code_sheets import shown_code

_DAYS = ("30", "90", "365", "0")


def tokens_sheet() -> rx.Component:
    """Programs that may act for somebody."""
    return sheet("tokens", t("ui.tokens.title"), _tokens())


@rx.memo
def _tokens() -> rx.Component:
    hook = account.Hook("useTokens")
    code = shown_code(
        hook.text("token"), hook.flag("copied"), hook.presses("copy"), once=t("ui.tokens.once")
    )
    return once_known(
        hook.flag("ready"),
        rx.el.div(
            rx.el.p(t("ui.tokens.line"), class_name=f"{theme.BODY} {theme.MUTED}"),
            rx.cond(
                hook.keys("tokens").length() > 0,
                rx.el.ul(
                    rx.foreach(hook.keys("tokens"), lambda key: _token(hook, key)),
                    class_name=f"{theme.LIST} mt-3",
                ),
            ),
            rx.cond(hook.text("token"), rx.el.div(code, class_name="mt-4")),
            section(t("ui.tokens.new")),
            _form(hook),
            rx.match(
                hook.text("state"),
                ("wrong", problem(t("ui.tokens.wrong"))),
                ("full", problem(t("ui.tokens.full"))),
                ("failed", problem(t("ui.recovery.failed"))),
                rx.fragment(),
            ),
            class_name="pb-6",
        ),
    )


def _token(hook: account.Hook, key: KeyVar) -> rx.Component:
    until = rx.cond(
        key.over,
        t("ui.tokens.over", day=key.until),
        rx.cond(key.until, t("ui.tokens.until", day=key.until), t("ui.tokens.for_ever")),
    )
    used = rx.cond(key.seen, t("ui.passkey.used", when=key.seen), t("ui.passkey.unused"))
    line = rx.fragment(key.prefix, "… · ", used, " · ", until)
    remove = hook.presses("remove", key.id)
    return key_row("braces", key, line, t("ui.passkey.remove"), remove, "token")


def _form(hook: account.Hook) -> rx.Component:
    is_busy = hook.text("state") == "making"
    return rx.el.form(
        rx.el.label(t("ui.tokens.name"), html_for="token-name", class_name="field-label"),
        rx.el.input(
            name="name",
            required=True,
            max_length=60,
            class_name=theme.INPUT,
            custom_attrs={"id": "token-name", "autoComplete": "off"},
            data_testid="token-name",
        ),
        rx.el.label(t("ui.tokens.days"), html_for="token-days", class_name="field-label mt-3"),
        rx.el.div(
            rx.el.select(
                *[rx.el.option(t(f"ui.tokens.days.{days}"), value=days) for days in _DAYS],
                name="days",
                default_value="90",
                id="token-days",
                class_name=theme.INPUT,
            ),
            icon("chevron_down", theme.ICON_SMALL),
            class_name="picker",
        ),
        rx.el.button(
            rx.cond(is_busy, busy(t("ui.tokens.making")), t("ui.tokens.make")),
            type="submit",
            class_name=f"{theme.SECONDARY} {theme.WIDE} mt-4",
            disabled=is_busy,
            data_testid="token-make",
        ),
        special_props=[hook.sends("make")],
    )
