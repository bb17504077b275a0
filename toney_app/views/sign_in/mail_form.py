from __future__ import annotations

import reflex as rx

from toney_app import browser, sign_in, theme
from toney_app.components.layout import busy, problem
from toney_app.components.tension_drawings import string
from toney_app.copy import t


def asks(link: sign_in.Link, sheet_name: str) -> rx.Component:
    """The address that a link is wanted for."""
    field_id = f"{sheet_name}-email"
    said_no = rx.match(
        link.state,
        ("malformed", problem(t("ui.signin.malformed"))),
        ("often", problem(t("ui.signin.often"))),
        ("failed", problem(t("ui.signin.failed"))),
        rx.fragment(),
    )
    return rx.el.form(
        rx.el.label(t("ui.signin.email"), html_for=field_id, class_name="field-label"),
        rx.el.input(
            type="email",
            name="email",
            max_length=254,
            default_value=link.email,
            class_name=theme.INPUT,
            custom_attrs={"id": field_id, "autoComplete": "email", "enterKeyHint": "send"},
            data_testid="signin-email",
        ),
        said_no,
        rx.el.button(
            rx.cond(link.state == "busy", busy(t("ui.signin.sending")), t("ui.signin.send")),
            type="submit",
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-3",
            disabled=link.state == "busy",
            data_testid="signin-mail",
        ),
        rx.el.p(t("ui.signin.note"), class_name=f"{theme.SMALL} {theme.MUTED} mt-3.5"),
        no_validate=True,
        special_props=[link.begins],
    )


def sent(link: sign_in.Link) -> rx.Component:
    """Where the link went. Without a mail server it is in the log, or here on one's own machine."""
    return rx.el.div(
        rx.el.div(string("neutral", weight="2.8"), class_name="mx-auto mb-3 w-[132px] text-accent"),
        rx.match(link.delivery, ("mail", _mailed(link)), ("page", _shown(link)), _logged()),
        rx.cond(link.code, _code(link)),
        rx.el.div(
            rx.el.button(
                rx.cond(
                    link.wait > 0,
                    t("ui.signin.send_again_in", seconds=link.wait),
                    t("ui.signin.send_again"),
                ),
                type="button",
                class_name=theme.SECONDARY,
                disabled=link.wait > 0,
                special_props=[link.again],
                data_testid="signin-again",
            ),
            rx.el.button(
                t("ui.signin.change"),
                type="button",
                class_name=theme.SECONDARY,
                special_props=[link.back],
                data_testid="signin-change",
            ),
            class_name=f"{theme.PAIR} mt-5",
        ),
        rx.cond(
            link.delivery == "mail",
            rx.el.p(t("ui.signin.spam"), class_name=f"{theme.SMALL} {theme.QUIET} mt-4"),
        ),
        class_name="text-center",
        role="status",
        data_testid="signin-sent",
    )


def _mailed(link: sign_in.Link) -> rx.Component:
    until = t("ui.signin.open_it", time=browser.date(link.until, "time"))
    return rx.fragment(
        rx.el.p(t("ui.signin.sent"), class_name=theme.HEADING),
        rx.el.p(
            t("ui.signin.sent_to"),
            rx.el.br(),
            rx.el.span(link.email, class_name="text-accent break-all"),
            class_name=f"{theme.VOICE} mt-1",
        ),
        rx.el.p(until, class_name=f"{theme.BODY} {theme.MUTED} mt-2"),
    )


def _shown(link: sign_in.Link) -> rx.Component:
    return rx.fragment(
        rx.el.p(t("ui.signin.on_page"), class_name=theme.BODY),
        rx.el.a(
            t("ui.signin.open"),
            href=link.link,
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-3",
            custom_attrs={"reloadDocument": True},
            data_testid="signin-link",
        ),
    )


def _logged() -> rx.Component:
    return rx.el.p(t("ui.signin.in_log"), class_name=theme.BODY)


def _code(link: sign_in.Link) -> rx.Component:
    return rx.fragment(
        rx.el.p(t("ui.signin.code_elsewhere"), class_name=f"{theme.SMALL} {theme.MUTED} mt-4"),
        rx.el.p(
            link.code,
            class_name=f"{theme.TITLE} num tracking-widest mt-1",
            data_testid="signin-code-shown",
        ),
    )
