from __future__ import annotations

import reflex as rx

from toney_app import browser, sign_in, theme
from toney_app.components.icons import icon
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.account.passkey_button import passkey_button
from toney_app.views.sign_in.mail_form import asks, sent
from toney_app.views.sign_in.state import SignInState

# Google's own sign, in its colours (`.g1` to `.g4`): its terms for the button ask for it.
_GOOGLE = (
    "M45 24q0-2-.3-4H24v8.5h11.8c-.5 2.8-2 5.1-4.4 6.7v5.5h7.1c4.1-3.8 6.5-9.5 6.5-16.7z",
    "M24 46c5.9 0 10.9-2 14.5-5.3l-7.1-5.5c-5.5 3.6-16.5 3-19.7-6.9H4.4V34C8 41 15.4 46 24 46z",
    "M11.7 28.3q-1.4-4.3 0-8.6V14H4.4C1.2 20.3 1.2 27.7 4.4 34l7.3-5.7z",
    "M24 10.7c3.2 0 6.1 1.1 8.4 3.3l6.3-6.3C28.9-1.5 11.2.5 4.4 14l7.3 5.7c1.8-5.2 6.6-9 12.3-9z",
)


def sign_in_sheet() -> rx.Component:
    """The ways back in, for somebody who is not signed in."""
    return sheet("signin", t("ui.signin.title"), _ways_back())


def place_sheets() -> rx.Component:
    """The offer to a guest, and the address that they save their place with."""
    return rx.fragment(
        sheet("save-place", t("ui.place.title"), _offer()),
        sheet("email", t("ui.place.title"), _by_mail()),
    )


def google_sign() -> rx.Component:
    return rx.el.svg(
        *[rx.el.path(d=path, class_name=f"g{number}") for number, path in enumerate(_GOOGLE, 1)],
        view_box="0 0 48 48",
        class_name=theme.ICON,
        custom_attrs={"aria-hidden": "true"},
    )


@rx.memo
def _ways_back() -> rx.Component:
    link = sign_in.link("signin")
    return rx.el.div(rx.cond(link.state == "sent", sent(link), _all_ways(link)), class_name="pb-2")


def _all_ways(link: sign_in.Link) -> rx.Component:
    return rx.fragment(
        rx.el.p(t("ui.signin.lede"), class_name=f"{theme.BODY} {theme.MUTED} mt-0.5 mb-4"),
        rx.el.div(
            rx.cond(SignInState.has_google, _google(t("ui.signin.google"))),
            passkey_button(),
            class_name="grid gap-2",
        ),
        rx.el.p(t("ui.signin.or"), class_name="or my-3.5"),
        asks(link, "signin"),
        rx.el.button(
            t("ui.signin.code"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM} {theme.WIDE} mt-2",
            on_click=browser.replace_sheet("recover"),
            data_testid="signin-code",
        ),
        rx.el.div(
            rx.el.span(t("ui.signin.new"), class_name=f"{theme.BODY} {theme.MUTED}"),
            rx.el.button(
                t("ui.signin.start"),
                type="button",
                class_name=f"{theme.SUBTLE} {theme.SLIM} text-accent -mr-3",
                on_click=browser.close_sheet(),
            ),
            class_name="flex flex-wrap items-center justify-between border-t border-line mt-2 pt-1",
        ),
    )


def _google(label: rx.Var[str]) -> rx.Component:
    return rx.el.button(
        google_sign(),
        label,
        type="button",
        class_name=f"{theme.SECONDARY} {theme.WIDE}",
        special_props=[sign_in.to_google()],
        data_testid="signin-google",
    )


@rx.memo
def _offer() -> rx.Component:
    gains = [t("ui.place.keep"), t("ui.place.devices"), t("ui.place.only")]
    return rx.el.div(
        rx.el.p(t("ui.place.what"), class_name=f"{theme.VOICE} mt-0.5"),
        rx.el.ul(
            *[_gain(gain) for gain in gains],
            class_name="my-4 grid gap-2.5",
            role="list",
        ),
        rx.el.button(
            icon("mail"),
            t("ui.place.mail"),
            type="button",
            class_name=f"{theme.PRIMARY} {theme.WIDE}",
            on_click=browser.replace_sheet("email"),
            data_testid="save-place-mail",
        ),
        rx.cond(
            SignInState.has_google, rx.el.div(_google(t("ui.place.google")), class_name="mt-2")
        ),
        rx.el.button(
            t("ui.place.later"),
            type="button",
            class_name=f"{theme.SECONDARY} {theme.WIDE} mt-2",
            on_click=browser.close_sheet(),
            data_testid="save-place-later",
        ),
        rx.el.p(t("ui.place.settings"), class_name=f"{theme.SMALL} {theme.QUIET} mt-3 text-center"),
        class_name="pb-2",
        data_testid="save-place",
    )


def _gain(words: rx.Var[str]) -> rx.Component:
    return rx.el.li(
        icon("check", tone=theme.ACCENT),
        rx.el.span(words),
        class_name=f"flex items-start gap-3 {theme.BODY} {theme.MUTED}",
    )


@rx.memo
def _by_mail() -> rx.Component:
    link = sign_in.link("email")
    shown = rx.cond(link.state == "sent", sent(link), asks(link, "email"))
    return rx.el.div(shown, class_name="mt-2 pb-2")
