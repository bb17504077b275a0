from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import section
from toney_app.components.tension_drawings import string
from toney_app.copy import t
from toney_app.props import Shown
from toney_app.session_state import SessionState
from toney_app.views.help.state import HelpState
from toney_app.views.home.quiet_state import QuietState
from toney_app.views.home.state import HomeState


def first_card() -> rx.Component:
    """In the place of a focus card: one sentence of the person's own."""
    accent = SessionState.accent
    drawing = string(accent, weight="1.7")
    return rx.el.section(
        rx.el.div(drawing, class_name="mx-auto -mt-2 mb-1 max-w-[210px] text-accent"),
        rx.cond(HomeState.why, _own_words(), _open_door()),
        rx.el.button(
            t("ui.home.tell"),
            type="button",
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-[18px]",
            # What they wrote is ready to be sent or changed; without it the field stays empty.
            on_click=[browser.go_to("chat"), browser.write(HomeState.why)],
            data_testid="home-tell",
        ),
        class_name=f"{theme.FOCUS} mt-[18px]",
    )


def quiet_days() -> rx.Component:
    """In the place of the focus card in the days after a crisis: nothing to do, and a way in."""
    return rx.el.section(
        rx.el.h2(t("ui.home.quiet_title"), class_name=theme.TITLE),
        rx.el.p(t("ui.home.quiet_line"), class_name=f"{theme.CARD_TEXT} mt-2"),
        rx.el.button(
            t("ui.home.quiet_open"),
            type="button",
            class_name=f"{theme.SECONDARY} {theme.WIDE} mt-[18px]",
            on_click=browser.go_to("chat"),
        ),
        rx.cond(HelpState.can_deny, _no_danger()),
        class_name=f"{theme.FOCUS} mt-[18px]",
    )


def _no_danger() -> rx.Component:
    return rx.el.button(
        t("ui.home.quiet_mistake"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.WIDE} mt-2",
        on_click=QuietState.say_safe,
        data_testid="home-no-danger",
    )


def other_doors() -> rx.Component:
    """Two other ways to begin, and the open one."""
    accent = SessionState.accent
    feeling = t(f"ui.home.door_feeling.{accent}"), t(f"ui.home.say_feeling.{accent}")
    return rx.fragment(
        section(t("ui.home.elsewhere")),
        rx.el.div(
            _door(_feeling(), *feeling),
            _door(_icon("message_circle"), t("ui.home.door_anything"), None),
            class_name=theme.LIST,
        ),
        rx.el.p(t("ui.home.later"), class_name=f"{theme.SMALL} {theme.QUIET} mt-4"),
    )


def _own_words() -> rx.Component:
    return rx.fragment(
        rx.el.h2(t("ui.home.you_wrote"), class_name=theme.TITLE),
        rx.el.p(t("ui.quoted", words=HomeState.why), class_name=f"{theme.OWN_WORDS} mt-2"),
    )


def _open_door() -> rx.Component:
    return rx.fragment(
        rx.el.h2(t("ui.home.no_why_title"), class_name=theme.TITLE),
        rx.el.p(t("ui.home.no_why_line"), class_name=f"{theme.CARD_TEXT} mt-2"),
    )


def _icon(name: str) -> rx.Component:
    return icon(name, tone=theme.ACCENT)


def _feeling() -> Shown:
    """The icon of the person's tension."""
    icons = [(name, _icon(of_tension)) for name, of_tension in theme.TENSION_ICONS.items()]
    return rx.match(SessionState.accent, *icons, _icon("circle"))


def _door(drawing: Shown, label: rx.Var[str], words: rx.Var[str] | None) -> rx.Component:
    begin = [browser.go_to("chat")] + ([browser.write(words)] if words is not None else [])
    return rx.el.button(
        drawing,
        rx.el.span(label, class_name="grow t-body"),
        icon("chevron_right", tone=theme.QUIET),
        type="button",
        class_name=theme.ROW_ITEM,
        on_click=begin,
    )
