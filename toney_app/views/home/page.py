from __future__ import annotations

import reflex as rx

from toney_app import browser, offline, theme
from toney_app.components.icons import avatar, icon
from toney_app.components.layout import section, skeleton
from toney_app.copy import t
from toney_app.session_state import SessionState
from toney_app.views.access.sheet import access_notice
from toney_app.views.announcement import announcement_line
from toney_app.views.check_ins.home import check_in_section
from toney_app.views.goals.working_towards import working_towards
from toney_app.views.home.first_steps import first_card, other_doors, quiet_days
from toney_app.views.home.focus_card import focus_card
from toney_app.views.home.state import HomeState
from toney_app.views.insight.state import InsightState
from toney_app.views.practices.library import home_rows
from toney_app.views.reminders.ended import reminder_waiting, reminders_ended
from toney_app.views.sessions.doors import home_doors
from toney_app.views.sessions.doors_state import DoorsState
from toney_app.views.sign_in.state import SignInState


def home_view() -> rx.Component:
    return rx.el.div(rx.cond(HomeState.now, _home(), skeleton()), class_name=theme.PAGE)


def _home() -> rx.Component:
    has_card, is_quiet = HomeState.focus.stage != "first", HomeState.is_quiet
    return rx.fragment(
        _greeting(),
        offline.kept_line(),
        announcement_line(),
        access_notice(),
        rx.cond(
            is_quiet | browser.care,
            rx.fragment(),
            rx.fragment(reminders_ended(), reminder_waiting()),
        ),
        # Without a card the person's own words stand here instead.
        rx.cond(
            has_card & HomeState.sentence & ~is_quiet,
            _sentence(),
        ),
        # Two days long after a crisis nothing is asked of anybody here.
        rx.cond(is_quiet, quiet_days(), rx.cond(has_card, focus_card(), first_card())),
        rx.cond(has_card & ~is_quiet & ~browser.care, check_in_section()),
        rx.cond(HomeState.left_off, _left_off()),
        rx.cond(
            DoorsState.doors.length() > 0,
            home_doors(),
            rx.cond(has_card | is_quiet, rx.fragment(), other_doors()),
        ),
        rx.cond(HomeState.last_win.text, _last_win()),
        rx.cond(is_quiet, rx.fragment(), working_towards()),
        rx.cond(is_quiet, rx.fragment(), home_rows()),
        rx.cond(SignInState.is_offered & ~is_quiet & ~browser.care, _save_place()),
    )


def _save_place() -> rx.Component:
    """Offered to a guest when there is something to lose, and before their sign-in ends."""
    ends_on = browser.date(SignInState.ends_at, "day")
    row = rx.cond(SignInState.ends_at, t("ui.place.ends", day=ends_on), t("ui.place.row"))
    return rx.el.div(
        rx.el.button(
            icon("key_round", tone=theme.MUTED),
            rx.el.span(
                rx.el.span(t("ui.place.title"), class_name=f"block {theme.BODY}"),
                rx.el.span(row, class_name=f"row-value {theme.SMALL}"),
                class_name="grow",
            ),
            type="button",
            class_name=theme.ROW_ITEM,
            on_click=[browser.open_sheet("save-place"), SignInState.answer_offer],
            data_testid="save-place-open",
        ),
        rx.el.button(
            icon("x", theme.ICON_LARGE),
            type="button",
            class_name=theme.ICON_BUTTON,
            aria_label=t("ui.place.later"),
            on_click=SignInState.answer_offer,
            data_testid="save-place-no",
        ),
        class_name=f"{theme.LIST} mt-6 flex items-center pr-1",
    )


def _greeting() -> rx.Component:
    weekday = browser.date(HomeState.now, "weekday")
    return rx.el.header(
        rx.el.div(
            rx.el.div(
                rx.el.p(
                    t(f"ui.home.day.{HomeState.part_of_day}", weekday=weekday),
                    class_name=f"{theme.LABEL} {theme.QUIET} first-letter:uppercase",
                ),
                offline.badge(),
                class_name="flex flex-wrap items-center gap-x-2",
            ),
            rx.el.h1(
                rx.cond(
                    SessionState.name,
                    t("ui.home.hello_name", name=SessionState.name),
                    t("ui.home.hello"),
                ),
                class_name=f"{theme.DISPLAY} mt-[3px]",
            ),
        ),
        rx.el.div(
            rx.el.button(
                icon("life_buoy"),
                t("ui.help.now"),
                type="button",
                class_name=f"{theme.SUBTLE} {theme.SLIM} whitespace-nowrap px-2",
                on_click=browser.open_sheet("help"),
                data_testid="help-now",
            ),
            rx.el.button(
                icon("settings_2", theme.ICON_LARGE),
                type="button",
                class_name=theme.ICON_BUTTON,
                aria_label=t("ui.settings.title"),
                on_click=browser.open_sheet("settings"),
                data_testid="settings-open",
            ),
            class_name="flex items-center",
        ),
        class_name="page-head",
    )


def _sentence() -> rx.Component:
    """What Toney thinks, in one sentence; it leads to all of it."""
    return rx.el.button(
        rx.el.span(HomeState.sentence, class_name="flex-1"),
        icon("chevron_right", tone=theme.QUIET),
        type="button",
        class_name=f"{theme.VOICE} {theme.MUTED} mt-2 w-full text-left flex items-center gap-2",
        on_click=[InsightState.load, browser.open_sheet("insight")],
        data_testid="insight-open",
    )


def _left_off() -> rx.Component:
    return rx.el.a(
        avatar("avatar avatar-l"),
        rx.el.span(
            rx.el.span(t("ui.home.left_off"), class_name=f"block {theme.SMALL} {theme.QUIET}"),
            rx.el.span(
                t("ui.quoted", words=HomeState.left_off),
                class_name=f"block {theme.VOICE} leading-[1.35] mt-px",
            ),
            class_name="flex-1 min-w-0",
        ),
        icon("chevron_right", tone=theme.QUIET),
        href="#chat",
        id="left-off",
        class_name=f"{theme.CARD} card-row mt-3.5",
    )


def _last_win() -> rx.Component:
    win = HomeState.last_win
    return rx.fragment(
        section(
            t("ui.home.last_win"), rx.el.a(t("ui.home.all_wins"), href="#wins", class_name="more")
        ),
        rx.el.p(win.text, class_name=f"{theme.HEADING} px-0.5"),
        rx.el.p(
            rx.cond(win.is_today, t("ui.today"), browser.date(win.at, "day")),
            class_name=f"{theme.SMALL} {theme.QUIET} px-0.5 mt-[5px]",
        ),
    )
