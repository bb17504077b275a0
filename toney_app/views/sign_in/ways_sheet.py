from __future__ import annotations

import reflex as rx

from toney_app import browser, sign_in, theme
from toney_app.components.icons import icon
from toney_app.components.layout import problem, waiting
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.props import Prop, Shown
from toney_app.views.sign_in.sheets import google_sign
from toney_app.views.sign_in.state import SignInState

_ADD = f"{theme.SUBTLE} {theme.SLIM} text-accent"


def ways_sheet() -> rx.Component:
    """How the person can sign in; each way is a row that adds or removes it."""
    return sheet("ways", t("ui.ways.title"), _ways())


@rx.memo
def _ways() -> rx.Component:
    ways = sign_in.ways()
    is_guest = (ways.items.length() == 0) & (ways.made == "")
    failed = rx.cond(ways.state == "failed", problem(t("ui.ways.failed")))
    known = rx.el.div(
        rx.el.p(
            rx.cond(is_guest, t("ui.ways.guest"), t("ui.ways.what")),
            class_name=f"{theme.BODY} {theme.MUTED} mt-0.5 mb-3.5",
        ),
        rx.el.ul(
            rx.foreach(ways.items, lambda way: _has(way, ways.can_remove)),
            rx.cond(ways.has_email, rx.fragment(), _email()),
            rx.cond(SignInState.has_google & ~ways.has_google, _google()),
            _recovery_code(ways.made),
            class_name=theme.LIST,
            role="list",
            data_testid="ways",
        ),
        failed,
        rx.cond(
            ways.items.length() > 0,
            rx.el.p(
                rx.cond(ways.can_remove, t("ui.ways.removed"), t("ui.ways.last")),
                class_name=f"{theme.SMALL} {theme.QUIET} mt-3",
            ),
        ),
        class_name="pb-4",
    )
    unknown = rx.fragment(waiting("h-[220px]"), rx.cond(browser.cut_off, rx.fragment(), failed))
    return rx.cond(ways.is_known, known, unknown)


def _row(sign: rx.Component, name: Shown, state: Shown, action: rx.Component) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            sign,
            rx.el.span(
                rx.el.span(name, class_name=f"block {theme.BODY} break-words"),
                rx.el.span(state, class_name=f"row-value {theme.SMALL}"),
                class_name="grow",
            ),
            action,
            class_name=theme.ROW_ITEM,
        )
    )


def _button(label: rx.Var[str], test_id: str, **props: Prop) -> rx.Component:
    return rx.el.button(label, type="button", class_name=_ADD, data_testid=test_id, **props)


def _has(way: Shown, can_remove: Shown) -> rx.Component:
    is_mail = way["kind"] == "email"
    kind = rx.cond(is_mail, t("ui.ways.by_email"), t("ui.ways.google"))
    return _row(
        rx.cond(is_mail, icon("mail", tone=theme.MUTED), google_sign()),
        rx.cond(way["label"], way["label"], kind),
        kind,
        rx.cond(
            can_remove,
            _button(
                t("ui.ways.remove"),
                "way-remove",
                special_props=[sign_in.removes(way["id"])],
            ),
        ),
    )


def _email() -> rx.Component:
    return _row(
        icon("mail", tone=theme.MUTED),
        t("ui.ways.email"),
        t("ui.ways.not_added"),
        _button(t("ui.ways.add"), "way-add-email", on_click=browser.open_sheet("email")),
    )


def _google() -> rx.Component:
    return _row(
        google_sign(),
        t("ui.ways.google"),
        t("ui.ways.not_connected"),
        _button(t("ui.ways.connect"), "way-add-google", special_props=[sign_in.to_google()]),
    )


def _recovery_code(made: rx.Var[str]) -> rx.Component:
    since = t("ui.ways.code_since", day=browser.date(made, "day"))
    return rx.el.li(
        rx.el.button(
            icon("key_round", tone=theme.MUTED),
            rx.el.span(
                rx.el.span(t("ui.recovery.title"), class_name=f"block {theme.BODY}"),
                rx.el.span(
                    rx.cond(made, since, t("ui.ways.code_none")),
                    class_name=f"row-value {theme.SMALL}",
                ),
                class_name="grow",
            ),
            icon("chevron_right", tone=theme.QUIET),
            type="button",
            class_name=theme.ROW_ITEM,
            on_click=browser.open_sheet("recovery"),
            data_testid="settings-recovery",
        )
    )
