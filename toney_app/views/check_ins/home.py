"""On home: five moods, one tap, and below them the last check-in of today with its reply."""

from __future__ import annotations

import reflex as rx

from coaching.values.check_ins import Mood, ReplyStatus
from toney_app import browser, outbox, theme
from toney_app.components.icons import icon
from toney_app.components.layout import section
from toney_app.components.lazy import later
from toney_app.copy import t
from toney_app.views.check_ins.list_state import CheckInsState
from toney_app.views.check_ins.moods import drawing
from toney_app.views.check_ins.parts import about_of
from toney_app.views.check_ins.state import CheckInState


def check_in_section() -> rx.Component:
    """Loaded in a part of its own when home is seen: other views don't pay for it."""
    return later("home", _section, needed="laterView", among="check_in_home")


def _section() -> rx.Component:
    return rx.el.div(
        section(t("ui.check_in.title")),
        rx.el.div(
            *(_mood(mood) for mood in Mood),
            class_name="moods",
            role="group",
            aria_label=t("ui.check_in.title"),
        ),
        outbox.not_saved("mood"),
        rx.cond(_is_of_today, _today()),
    )


_is_of_today = (CheckInState.newest.id != "") & CheckInState.newest.is_today


def _mood(mood: Mood) -> rx.Component:
    is_chosen = _is_of_today & (CheckInState.newest.mood == mood.value)
    return rx.el.button(
        drawing(mood),
        rx.el.span(t(f"ui.mood.{mood}")),
        type="button",
        class_name="mood",
        aria_pressed=rx.cond(is_chosen, "true", "false"),
        on_click=[outbox.waits("mood", mood.value), CheckInState.tap(mood.value)],
        **outbox.marked("mood", mood.value),
        data_testid=f"mood-{mood}",
    )


def _today() -> rx.Component:
    check_in = CheckInState.newest
    return rx.cond(
        check_in.shown,
        rx.el.article(
            rx.el.p(
                rx.el.span(t(f"ui.mood.{check_in.mood}"), about_of(check_in)),
                rx.el.span(browser.date(check_in.at, "time"), class_name="num"),
                class_name=f"{theme.SMALL} {theme.QUIET} flex justify-between gap-3",
            ),
            rx.el.p(
                t("ui.quoted", words=check_in.shown),
                class_name=f"{theme.OWN_WORDS} mt-1.5 wrap-anywhere",
            ),
            _reply(),
            rx.el.div(
                _more(t("ui.check_in.add_more"), theme.ACCENT), _earlier(), class_name="check-acts"
            ),
            class_name=f"{theme.CARD} check-card",
            data_testid="check-in-item",
            data_status=check_in.status,
        ),
        rx.el.div(
            _more(t("ui.check_in.add_words"), theme.ACCENT), _earlier(), class_name="check-acts"
        ),
    )


def _reply() -> rx.Component:
    check_in = CheckInState.newest
    pending = rx.el.p(
        icon("clock_3", theme.ICON_SMALL),
        rx.el.span(t("ui.check_in.pending")),
        class_name=f"{theme.SMALL} {theme.MUTED} check-reply flex items-center gap-2",
        role="status",
    )
    replied = rx.el.p(
        check_in.reply, class_name=f"{theme.VOICE} check-reply wrap-anywhere", role="status"
    )
    return rx.fragment(
        rx.match(
            check_in.status,
            (ReplyStatus.PENDING.value, pending),
            (ReplyStatus.DONE.value, replied),
            rx.fragment(),
        )
    )


def _more(label: rx.Var[str], tone: str) -> rx.Component:
    return rx.el.button(
        label,
        type="button",
        class_name=f"{theme.SUBTLE} {theme.SLIM} px-0 {tone}",
        on_click=[CheckInState.show(CheckInState.newest.id), browser.open_sheet("check-in")],
        data_testid="check-in-more",
    )


def _earlier() -> rx.Component:
    return rx.el.button(
        t("ui.check_in.earlier"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.SLIM} px-0",
        on_click=[CheckInsState.load, browser.open_sheet("check-ins")],
        data_testid="check-ins-open",
    )
