"""The rail on the left, the page on the right; or, for anyone else, the sign-in form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from admin_app import theme
from admin_app.components.post_form import post_form
from admin_app.copy import t
from admin_app.navigation import PAGES
from admin_app.pages.sign_in import door
from admin_app.session_state import SessionState

if TYPE_CHECKING:
    from admin_app.page import Group, Page

MENU = "menu"


def framed(page: Page) -> rx.Component:
    """A page for an admin."""
    return rx.cond(
        SessionState.ready,
        rx.cond(SessionState.name != "", _shell(page), door()),
        rx.el.main(class_name=theme.DOOR, aria_busy="true"),
    )


def _shell(page: Page) -> rx.Component:
    return rx.el.div(
        rx.el.header(
            rx.el.p(
                rx.el.span(class_name=theme.MARK, aria_hidden="true"),
                t("brand"),
                class_name=theme.BRAND,
            ),
            rx.el.button(
                rx.icon("menu", size=18, aria_hidden="true"),
                t("menu"),
                type="button",
                class_name=theme.MENU_BUTTON,
                data_testid="admin-menu",
                custom_attrs={"popoverTarget": MENU},
            ),
            rx.el.nav(
                *_links("main", page),
                rx.el.p(t("nav.running"), class_name=theme.NAV_GROUP),
                *_links("running", page),
                rx.el.p(SessionState.name, class_name=theme.NAV_GROUP, data_testid="admin-who"),
                *_links("own", page),
                _sign_out(),
                id=MENU,
                class_name=theme.NAV,
                aria_label=t("nav"),
                custom_attrs={"popover": "auto"},
            ),
            class_name=theme.RAIL,
        ),
        rx.el.main(*_news(), page.view(), class_name=theme.CONTENT),
        class_name=theme.SHELL,
        data_accent=theme.ACCENT,
    )


def _links(group: Group, here: Page) -> list[rx.Component]:
    return [_link(one, is_here=one.name == here.here) for one in PAGES if one.group == group]


def _link(page: Page, *, is_here: bool) -> rx.Component:
    return rx.el.a(
        rx.icon(page.icon, size=18, aria_hidden="true"),
        t(f"{page.name}.title"),
        href=page.route,
        aria_current="page" if is_here else "false",
        class_name=theme.NAV_LINK,
        data_testid=f"nav-{page.name}",
    )


def _sign_out() -> rx.Component:
    return post_form(
        rx.el.button(
            rx.icon("log_out", size=18, aria_hidden="true"),
            t("sign_out"),
            type="submit",
            class_name=theme.SUBTLE,
            data_testid="admin-logout",
        ),
        action="/auth/sign-out",
    )


def _news() -> tuple[rx.Component, ...]:
    """What became of the last act, and what this account still needs."""
    return (
        rx.el.p(
            SessionState.said,
            role="status",
            class_name=rx.cond(SessionState.said != "", theme.NEWS, ""),
            data_testid="said",
        ),
        rx.cond(
            SessionState.problem != "",
            rx.el.p(
                SessionState.problem,
                role="alert",
                class_name=theme.REFUSED,
                data_testid="problem",
            ),
        ),
        rx.cond(
            ~SessionState.has_second_factor,
            rx.el.p(
                t("account.missing"),
                " ",
                rx.el.a(t("account.missing_go"), href="/account", class_name=theme.ACT),
                class_name=theme.BANNER,
            ),
        ),
    )
