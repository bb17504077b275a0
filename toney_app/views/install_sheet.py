"""Adding Toney to the home screen: a sheet that is offered once, and its row in the settings."""

from __future__ import annotations

import reflex as rx
from reflex_base.vars.base import Var

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import row
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.device_state import DeviceState
from toney_app.props import Attributes, Prop
from toney_app.views.home.state import HomeState

_INSTALL = "$/utils/toney/install"
SHEET = "install"
_DOTS = tuple((x, y) for y in (24, 55, 86) for x in (36, 58, 80) if (x, y) != (58, 55))


def hint_effect() -> Var[Prop]:
    """Return the hook that opens the sheet once, after the second good day.

    It never does in care, nor without a connection: adding needs one.
    """
    is_bad_moment = HomeState.is_quiet | browser.care | browser.cut_off
    reads = [DeviceState.has_good_days, is_bad_moment]
    hook = f"useHint({', '.join(map(str, reads))});"
    return browser.js_value(hook, _INSTALL, "useHint", reads=reads)


def install_sheet() -> rx.Component:
    return sheet(SHEET, t("ui.install.title"), _body())


@rx.memo
def install_row() -> rx.Component:
    """The row in the settings, where this browser can do it."""
    return rx.cond(
        _way(),
        row(
            "smartphone",
            t("ui.install.row"),
            on_click=browser.open_sheet(SHEET),
            data_testid="install-open",
        ),
    )


@rx.memo
def _body() -> rx.Component:
    return rx.el.div(
        rx.el.div(_phone(), class_name="install-art"),
        rx.el.p(t("ui.install.why"), class_name=f"{theme.VOICE} mt-4"),
        rx.cond(_way() == "share", _by_sharing(), _by_tapping()),
        rx.el.p(t("ui.install.later"), class_name=f"{theme.SMALL} {theme.QUIET} mt-3 text-center"),
        data_testid="install-hint",
    )


def _way() -> rx.Var[str]:
    hook = "const installWay = useWay();"
    return browser.js_value("installWay", _INSTALL, "useWay", hook=hook).to(str)


def _by_tapping() -> rx.Component:
    return rx.el.div(
        rx.el.button(
            t("ui.install.add"),
            type="button",
            class_name=theme.PRIMARY,
            on_click=browser.js_call("add", module=_INSTALL),
            data_testid="install",
        ),
        _not_now(theme.SECONDARY),
        class_name=f"{theme.PAIR} mt-[18px]",
    )


def _by_sharing() -> rx.Component:
    return rx.fragment(
        rx.el.p(
            icon("share", tone=theme.MUTED), t("ui.install.share"), class_name="banner mt-[18px]"
        ),
        _not_now(f"{theme.SECONDARY} {theme.WIDE} mt-3"),
    )


def _not_now(look: str) -> rx.Component:
    return rx.el.button(
        t("ui.install.not_now"),
        type="button",
        class_name=look,
        on_click=browser.close_sheet(),
        data_testid="install-later",
    )


def _phone() -> rx.Component:
    """A home screen with Toney on it."""
    outline: Attributes = {"fill": "none", "stroke": "var(--line-strong)", "strokeWidth": "1.5"}
    other: Attributes = {"fill": "var(--sunken)", "stroke": "var(--line)"}
    return rx.el.svg(
        rx.el.rect(x="26", y="4", width="80", height="140", rx="16", custom_attrs=outline),
        *[
            rx.el.rect(x=str(x), y=str(y), width="16", height="16", rx="5", custom_attrs=other)
            for x, y in _DOTS
        ],
        rx.el.rect(
            x="55", y="52", width="22", height="22", rx="7", custom_attrs={"fill": "var(--accent)"}
        ),
        rx.el.path(
            d="M58.55 58C60.9 68.9 66.7 71.25 73.4 63.45",
            custom_attrs={
                "fill": "none",
                "stroke": "var(--on-accent)",
                "strokeWidth": "1.7",
                "strokeLinecap": "round",
            },
        ),
        rx.el.circle(cx="66", cy="63.75", r="3.5", custom_attrs={"fill": "var(--on-accent)"}),
        view_box="0 0 132 132",
        custom_attrs={"aria-hidden": "true"},
    )
