"""All check-ins, newest first."""

from __future__ import annotations

import reflex as rx

from coaching.values.check_ins import ReplyStatus
from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import empty, waiting
from toney_app.components.sheet import sheet
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t
from toney_app.views.check_ins import present
from toney_app.views.check_ins.list_state import CheckInsState
from toney_app.views.check_ins.moods import drawing_of
from toney_app.views.check_ins.state import CheckInState


def check_ins_sheet() -> rx.Component:
    return sheet(
        "check-ins",
        t("ui.check_ins.title"),
        rx.el.p(t("ui.check_ins.line"), class_name=f"{theme.BODY} {theme.MUTED} mb-3"),
        rx.cond(
            CheckInsState.loaded & (CheckInsState.items.length() == 0),
            empty(
                string(REST, weight="1.8"),
                t("ui.check_ins.empty_title"),
                t("ui.check_ins.empty_line"),
            ),
        ),
        rx.cond(CheckInsState.loaded, rx.fragment(), waiting("h-[84px]")),
        rx.el.ul(rx.foreach(CheckInsState.items, _item)),
        rx.cond(
            CheckInsState.has_older,
            rx.el.button(
                t("ui.check_ins.older"),
                type="button",
                class_name=f"{theme.SUBTLE} {theme.WIDE}",
                on_click=CheckInsState.load_older,
            ),
        ),
        rx.el.span(hidden=True, on_mount=CheckInsState.load),
    )


def _item(check_in: rx.vars.ObjectVar[present.CheckIn]) -> rx.Component:
    time = browser.date(check_in.at, "time")
    return rx.el.li(
        rx.el.button(
            rx.el.span(drawing_of(check_in.mood), class_name="mood-mark"),
            rx.el.span(
                rx.el.span(
                    rx.el.span(t(f"ui.mood.{check_in.mood}"), class_name=theme.STRONG),
                    rx.el.span(
                        rx.cond(
                            check_in.is_today,
                            t("ui.check_in.today_at", time=time),
                            browser.date(check_in.at, "day"),
                        ),
                        class_name=f"{theme.SMALL} {theme.QUIET} num",
                    ),
                    class_name="flex items-baseline justify-between gap-3",
                ),
                rx.cond(
                    check_in.about,
                    rx.el.span(
                        t(f"ui.check_in.about.{check_in.about}"),
                        class_name=f"block {theme.SMALL} {theme.QUIET}",
                    ),
                ),
                rx.cond(
                    check_in.shown,
                    rx.el.span(
                        t("ui.quoted", words=check_in.shown),
                        class_name=f"block {theme.OWN_WORDS} mt-1 wrap-anywhere",
                    ),
                ),
                class_name="grow min-w-0",
            ),
            type="button",
            class_name="check-row",
            on_click=[CheckInState.show(check_in.id), browser.replace_sheet("check-in")],
        ),
        rx.match(
            check_in.status,
            (ReplyStatus.PENDING.value, _pending()),
            (
                ReplyStatus.DONE.value,
                rx.el.p(check_in.reply, class_name="check-answer wrap-anywhere"),
            ),
            rx.fragment(),
        ),
        class_name="pb-5",
        data_testid="check-in-row",
    )


def _pending() -> rx.Component:
    return rx.el.p(
        icon("clock_3", theme.ICON_SMALL),
        t("ui.check_ins.pending"),
        class_name=f"{theme.SMALL} {theme.MUTED} check-indent flex items-center gap-2 mt-2",
    )
