"""The rail on the left, the page on the right; or, for nobody, the door."""

from __future__ import annotations

from dataclasses import dataclass

import reflex as rx

from admin_app import theme
from admin_app.components.post_form import post_form
from admin_app.copy import t
from admin_app.pages.sign_in import door
from admin_app.session_state import SessionState


@dataclass(frozen=True, slots=True)
class Page:
    """A page in the rail: its name, its route, its icon, and whose title it has."""

    name: str
    route: str
    icon: str
    words: str


PAGES = (
    Page("overview", "/", "chart_no_axes_column", "overview"),
    Page("metrics", "/metrics", "chart_line", "metrics"),
    Page("intel", "/intel", "brain", "intel"),
    Page("costs", "/costs", "coins", "costs"),
)


def framed(name: str, content: rx.Component) -> rx.Component:
    """A page for an admin."""
    return rx.cond(
        SessionState.ready,
        rx.cond(SessionState.name != "", _shell(name, content), door()),
        rx.el.main(class_name=theme.DOOR, aria_busy="true"),
    )


def _link(page: Page, *, is_here: bool) -> rx.Component:
    return rx.el.a(
        rx.icon(page.icon, size=18, aria_hidden="true"),
        t(f"{page.words}.title"),
        href=page.route,
        aria_current="page" if is_here else "false",
        class_name=theme.NAV_LINK,
        data_testid=f"nav-{page.name}",
    )


def _shell(name: str, content: rx.Component) -> rx.Component:
    return rx.el.div(
        rx.el.header(
            rx.el.p(
                rx.el.span(class_name=theme.MARK, aria_hidden="true"),
                t("brand"),
                class_name=theme.BRAND,
            ),
            rx.el.nav(
                *[_link(page, is_here=page.name == name) for page in PAGES], aria_label=t("nav")
            ),
            post_form(
                rx.el.button(
                    rx.icon("log_out", size=18, aria_hidden="true"),
                    t("sign_out"),
                    type="submit",
                    class_name=theme.SUBTLE,
                    data_testid="admin-logout",
                ),
                action="/auth/sign-out",
            ),
            class_name=theme.RAIL,
        ),
        rx.el.main(content, class_name=theme.CONTENT),
        class_name=theme.SHELL,
    )
