"""People who can be with somebody now. No colour; everything here is in the page itself."""

from __future__ import annotations

import reflex as rx

from toney_app import browser, browser_help, theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.session_state import SessionState
from toney_app.views.help.lines import checked, lines


@rx.memo
def safety_card(category: rx.Var[str], level: rx.Var[str]) -> rx.Component:
    """The places for a danger, in the country that counts now."""
    help_ = browser_help.help_for(category, SessionState.country)
    is_crisis = level == "crisis"
    return rx.el.section(
        rx.el.h2(t("safety.help.title"), class_name=theme.HEADING),
        lines(help_, help_.first, field_id=""),
        checked(help_),
        _beside(is_crisis),
        class_name="safety",
        tab_index=-1,
        role=rx.cond(is_crisis, "alert", "region"),
        aria_label=t("safety.help.title"),
        data_testid="safety-resources",
    )


@rx.memo
def unanswered() -> rx.Component:
    """What is said when nobody can answer: calls work without a connection."""
    return rx.cond(
        browser.cut_off,
        rx.el.div(
            rx.el.div(
                rx.el.p(t("safety.offline_words"), data_testid="safety-words"),
                class_name="bubble",
                data_status="done",
            ),
            class_name="reply",
        ),
    )


def care_bar() -> rx.Component:
    """Above the message field while the card cannot be seen: call, all of help, and the end."""
    return rx.cond(browser_help.bar, _care_bar(category=browser_help.bar))


@rx.memo
def _care_bar(category: rx.Var[str]) -> rx.Component:
    help_ = browser_help.help_for(category, SessionState.country)
    call = rx.el.a(
        icon("phone", theme.ICON_SMALL),
        t("safety.call", number=help_.number),
        href=help_.href,
        class_name=f"{theme.SAFE} {theme.SLIM}",
    )
    return rx.el.section(
        call,
        rx.el.button(
            t("safety.all_help"),
            type="button",
            class_name=f"{theme.SECONDARY} {theme.SLIM}",
            on_click=browser.open_sheet("help"),
        ),
        rx.el.button(
            t("ui.help.im_safe"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM}",
            on_click=browser_help.im_safe(),
        ),
        class_name="care-bar",
        aria_label=t("safety.help.title"),
        data_testid="care-bar",
    )


def _beside(is_crisis: rx.Var[bool]) -> rx.Component:
    """Full rows of two: nothing stands alone."""
    row = f"{theme.SUBTLE} {theme.SLIM} text-inherit! px-2"
    safe = rx.el.button(
        t("ui.help.im_safe"),
        type="button",
        class_name=f"{theme.SECONDARY} {theme.WIDE} safe-row",
        on_click=browser_help.im_safe(),
    )
    return rx.el.div(
        rx.el.button(
            icon("wind"),
            t("safety.grounding.title"),
            type="button",
            class_name=row,
            on_click=browser.open_sheet("breathe"),
        ),
        rx.el.button(
            icon("list"),
            t("safety.all_help"),
            type="button",
            class_name=row,
            on_click=browser.open_sheet("help"),
        ),
        rx.cond(is_crisis & browser.care, safe),
        class_name="beside",
    )
