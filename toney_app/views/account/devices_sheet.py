from __future__ import annotations

import reflex as rx

from toney_app import account, theme
from toney_app.components.icons import icon
from toney_app.components.layout import busy, once_known, problem, section
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.account.rows import KeyVar, key_row, row_action

DeviceVar = rx.vars.ObjectVar[account.Device]
_KINDS = (("phone", "smartphone"), ("tablet", "tablet"), ("computer", "laptop"))
_TROUBLE = ("known", "elsewhere", "full", "often")


def devices_sheet() -> rx.Component:
    """Where somebody is signed in, and their passkeys."""
    return sheet("devices", t("ui.devices.title"), _devices(), back="settings")


@rx.memo
def _devices() -> rx.Component:
    hook = account.Hook("useDevices")
    return once_known(
        hook.flag("ready"),
        rx.el.div(
            rx.el.p(t("ui.devices.line"), class_name=f"{theme.BODY} {theme.MUTED}"),
            rx.el.ul(
                rx.foreach(hook.devices(), lambda device: _device(hook, device)),
                class_name=f"{theme.LIST} mt-3",
            ),
            rx.cond(
                hook.devices().length() > 1,
                rx.el.button(
                    icon("log_out"),
                    t("ui.devices.others"),
                    type="button",
                    class_name=f"{theme.SECONDARY} {theme.WIDE} mt-3",
                    disabled=hook.text("state") == "busy",
                    special_props=[hook.presses("signOutOthers")],
                    data_testid="devices-others",
                ),
            ),
            section(t("ui.passkey.title")),
            rx.cond(hook.keys("passkeys").length() > 0, _passkeys(hook)),
            _add(hook),
            rx.match(
                hook.text("state"),
                *[(name, problem(t(f"ui.passkey.{name}"))) for name in _TROUBLE],
                ("failed", problem(t("ui.recovery.failed"))),
                ("wrong", problem(t("ui.recovery.failed"))),
                rx.fragment(),
            ),
            rx.el.p(t("ui.devices.stored"), class_name=f"{theme.SMALL} {theme.QUIET} mt-4"),
            class_name="pb-6",
        ),
    )


def _device(hook: account.Hook, device: DeviceVar) -> rx.Component:
    what = rx.cond(
        device.browser & device.system,
        t("ui.devices.on", browser=device.browser, system=device.system),
        rx.cond(device.browser, device.browser, device.system),
    )
    seen = rx.cond(device.is_this, t("ui.devices.now"), device.seen)
    return rx.el.li(
        rx.match(
            device.device,
            *[(kind, icon(name, theme.ICON_LARGE, theme.MUTED)) for kind, name in _KINDS],
            icon("monitor_smartphone", theme.ICON_LARGE, theme.MUTED),
        ),
        rx.el.span(
            rx.el.span(_name(device), class_name=f"block {theme.BODY}"),
            rx.el.span(
                rx.cond(what, rx.fragment(what, " · ")), seen, class_name=f"row-value {theme.SMALL}"
            ),
            class_name="grow",
        ),
        rx.cond(
            device.is_this,
            rx.el.span(t("ui.devices.this_one"), class_name="tag"),
            row_action(
                t("ui.settings.sign_out"),
                _name(device),
                hook.presses("signOut", device.id),
                "device-sign-out",
            ),
        ),
        class_name=f"{theme.ROW_ITEM} min-h-[72px]",
        data_testid="device",
    )


def _name(device: DeviceVar) -> rx.Var[str]:
    mine, other = (t(f"ui.devices.{place}.{device.device}") for place in ("this", "other"))
    return rx.cond(device.is_this, mine, other)


def _passkeys(hook: account.Hook) -> rx.Component:
    return rx.el.ul(
        rx.foreach(hook.keys("passkeys"), lambda key: _passkey(hook, key)),
        class_name=f"{theme.LIST} mb-3",
    )


def _passkey(hook: account.Hook, key: KeyVar) -> rx.Component:
    """A passkey; its name opens the field for another one."""
    used = rx.cond(key.seen, t("ui.passkey.used", when=key.seen), t("ui.passkey.unused"))
    remove = hook.presses("removePasskey", key.id)
    rename = rx.el.details(
        rx.el.summary(t("ui.passkey.rename"), class_name=f"{theme.SUBTLE} {theme.SLIM}"),
        rx.el.form(
            rx.el.input(
                name="name",
                default_value=key.name,
                max_length=60,
                required=True,
                aria_label=t("ui.passkey.name"),
                class_name=theme.INPUT,
            ),
            rx.el.button(t("ui.save"), type="submit", class_name=f"{theme.TINT} {theme.SLIM} mt-2"),
            special_props=[hook.sends("renamePasskey", key.id)],
            class_name="pb-3",
        ),
        class_name="basis-full",
    )
    return key_row(
        "key_round", key, rx.fragment(used), t("ui.passkey.remove"), remove, "passkey", rename
    )


def _add(hook: account.Hook) -> rx.Component:
    """Making one; the name is where it is made, and can be changed."""
    button = rx.el.button(
        rx.cond(
            hook.text("state") == "adding",
            busy(t("ui.passkey.adding")),
            rx.fragment(icon("key_round"), t("ui.passkey.add")),
        ),
        type="button",
        class_name=f"{theme.SECONDARY} {theme.WIDE}",
        disabled=hook.text("state") == "adding",
        special_props=[hook.presses("addPasskey", t("ui.passkey.default_name"))],
        data_testid="passkey-add",
    )
    return rx.fragment(
        rx.el.p(t("ui.passkey.line"), class_name=f"{theme.SMALL} {theme.MUTED} mb-3"),
        rx.cond(
            hook.flag("ready") & ~hook.flag("can"),
            rx.el.p(t("ui.passkey.cannot"), class_name=theme.BODY),
            button,
        ),
    )
