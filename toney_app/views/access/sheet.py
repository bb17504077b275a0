from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import row, section
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.access.state import AccessState, Look, Request

# The sheet stays in the page once it was open: what was looked at since then has to be read again.
_OPENS = [AccessState.load, browser.open_sheet("access")]


def access_sheet() -> rx.Component:
    """Requests to read, the one that was allowed, and a list of each look."""
    return sheet(
        "access",
        t("ui.access.title"),
        rx.el.div(
            rx.el.p(t("ui.access.line"), class_name=f"{theme.BODY} {theme.MUTED}"),
            rx.foreach(AccessState.requests, _request),
            rx.cond(AccessState.reader, _live()),
            rx.cond(
                AccessState.reader | (AccessState.requests.length() > 0),
                rx.fragment(),
                rx.el.p(
                    icon("lock", tone=theme.MUTED),
                    t("ui.access.nobody"),
                    class_name=f"{theme.BODY} mt-4 flex gap-2",
                    data_testid="access-nobody",
                ),
            ),
            rx.cond(AccessState.looks.length() > 0, _looks()),
            on_mount=AccessState.load,
            class_name="pb-6",
        ),
    )


def access_row() -> rx.Component:
    """The line in the settings."""
    return row(
        "eye",
        t("ui.access.title"),
        on_click=_OPENS,
        data_testid="settings-access",
    )


def access_notice() -> rx.Component:
    """On home: that someone asks, or that someone may read now."""
    asks = rx.cond(
        AccessState.requests.length() > 0,
        t("ui.access.asks", who=AccessState.requests[0].who),
        t("ui.access.reads", who=AccessState.reader, until=_until()),
    )
    return rx.cond(
        AccessState.reader | (AccessState.requests.length() > 0),
        rx.el.button(
            icon("eye", tone=theme.MUTED),
            rx.el.span(asks, class_name=f"grow {theme.BODY}"),
            icon("chevron_right", tone=theme.QUIET),
            type="button",
            class_name=f"{theme.ROW_ITEM} {theme.LIST} mt-4",
            on_click=_OPENS,
            data_testid="access-notice",
        ),
    )


def _request(request: rx.vars.ObjectVar[Request]) -> rx.Component:
    hours = rx.match(
        request.hours,
        *[(each, t(f"ui.access.hours.{each}")) for each in ("1", "72")],
        t("ui.access.hours.24"),
    )
    return rx.el.section(
        rx.el.h2(t("ui.access.asks", who=request.who), class_name=theme.HEADING),
        rx.el.p(t("ui.access.reason", reason=request.reason), class_name=f"{theme.BODY} mt-2"),
        rx.el.p(t("ui.access.what"), class_name=f"{theme.BODY} {theme.MUTED} mt-2"),
        rx.el.p(hours, class_name=f"{theme.BODY} {theme.MUTED} mt-2"),
        rx.el.div(
            rx.el.button(
                t("ui.access.no"),
                type="button",
                class_name=theme.SECONDARY,
                on_click=AccessState.refuse(request.id),
                data_testid="access-no",
            ),
            rx.el.button(
                t("ui.access.yes"),
                type="button",
                class_name=theme.PRIMARY,
                on_click=AccessState.give(request.id),
                data_testid="access-yes",
            ),
            class_name=f"{theme.PAIR} mt-4",
        ),
        class_name="mt-5",
        data_testid="access-request",
    )


def _live() -> rx.Component:
    return rx.el.div(
        rx.el.p(
            t("ui.access.reads", who=AccessState.reader, until=_until()),
            class_name=f"{theme.BODY} mt-5",
            data_testid="access-live",
        ),
        rx.el.button(
            t("ui.access.withdraw"),
            type="button",
            class_name=f"{theme.SECONDARY} {theme.WIDE} mt-3",
            on_click=AccessState.withdraw,
            data_testid="access-withdraw",
        ),
    )


def _looks() -> rx.Component:
    return rx.fragment(
        section(t("ui.access.looks")),
        rx.el.ul(rx.foreach(AccessState.looks, _look), class_name=f"{theme.LIST} mt-3"),
    )


def _look(look: rx.vars.ObjectVar[Look]) -> rx.Component:
    part = rx.match(
        look.part,
        ("conversation", t("ui.access.part.conversation", number=look.number)),
        *[(name, t(f"ui.access.part.{name}")) for name in ("memories", "briefings", "cards")],
        t("ui.access.part.export"),
    )
    return rx.el.li(
        icon("eye", tone=theme.MUTED),
        rx.el.span(
            rx.el.span(part, class_name=f"block {theme.BODY}"),
            rx.el.span(
                look.who,
                ", ",
                browser.date(look.at, "day"),
                ", ",
                browser.date(look.at, "time"),
                class_name=f"row-value {theme.SMALL}",
            ),
            class_name="grow",
        ),
        class_name=theme.ROW_ITEM,
        data_testid="access-look",
    )


def _until() -> rx.Var[str]:
    """Return day and time of the end."""
    day, time = browser.date(AccessState.until, "day"), browser.date(AccessState.until, "time")
    return t("ui.access.until", day=day, time=time)
