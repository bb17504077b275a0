"""The sheet in which a practice is played."""

from __future__ import annotations

import reflex as rx

from toney_app import browser, offline, theme
from toney_app.components.icons import icon
from toney_app.components.layout import icon_button
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.props import Prop
from toney_app.views.practices import playing, steps
from toney_app.views.practices.ending import ending
from toney_app.views.practices.library_state import PracticesState
from toney_app.views.practices.pacing import breathe, timer
from toney_app.views.practices.parts import HEADING
from toney_app.views.practices.player_state import PLAYER, PlayerState


class _Player(rx.el.Div):
    """The step; its hook keeps the focus and Back in step with it."""

    def add_hooks(self) -> list[str | rx.Var[Prop]]:
        step = PlayerState.step
        return [playing.player_effect(step.number, step.can_go_back)]


def player_sheet() -> rx.Component:
    step = PlayerState.step
    return sheet(
        PLAYER,
        t("ui.practices.title"),
        _Player.create(
            rx.cond(
                step.title,
                rx.el.p(
                    step.title,
                    id=f"{PLAYER}-title",
                    class_name=rx.cond(
                        step.kind == "end", "sr-only", f"{theme.LABEL} {theme.QUIET} num"
                    ),
                ),
            ),
            _waits(),
            rx.el.div(_step(), key=step.number, class_name="contents", data_testid="practice-step"),
            class_name="pl tall",
            lang=step.language,
            on_mount=PlayerState.resume,
            special_props=[offline.player()],
        ),
        head=_head(),
    )


def _step() -> rx.Component:
    step = PlayerState.step
    shown = rx.match(
        step.kind,
        ("say", steps.say(step)),
        ("choose", steps.choose(step)),
        ("scale", steps.scale(step)),
        ("write", steps.write(step)),
        ("look", steps.look(step)),
        ("breathe", breathe(step=step)),
        ("timer", timer(step=step)),
        ("end", ending(step)),
        _nothing(),
    )
    return rx.fragment(shown)


@rx.memo
def _waits() -> rx.Component:
    """The answer waits for a connection."""
    return rx.cond(
        offline.waiting("practice").length() > 0,
        rx.el.p(
            icon("clock_3", theme.ICON_SMALL),
            t("ui.offline.later"),
            class_name=f"{theme.SMALL} {theme.MUTED} flex items-center gap-1.5",
            role="status",
            data_testid="practice-waiting",
        ),
    )


def _head() -> rx.Component:
    step = PlayerState.step
    return rx.el.div(
        rx.cond(
            step.can_go_back,
            rx.fragment(
                icon_button(
                    "chevron_left", t("onboarding.back"), special_props=[playing.step_back()]
                ),
                rx.el.button(
                    type="button",
                    hidden=True,
                    id="practice-back",
                    on_click=PlayerState.back(step.number),
                ),
            ),
            rx.el.span(class_name=theme.ICON_BUTTON),
        ),
        rx.cond(
            step.kind == "end",
            rx.el.span(class_name="grow"),
            rx.el.progress(
                value=step.percent, max=100, aria_label=t("ui.practice.progress"), class_name="prog"
            ),
        ),
        rx.el.button(
            icon("x", theme.ICON_LARGE),
            type="button",
            class_name=theme.ICON_BUTTON,
            aria_label=t("ui.close"),
            on_click=browser.close_sheet(),
        ),
        class_name="sheet-head pl-head",
    )


def _nothing() -> rx.Component:
    """No practice is running: it was finished elsewhere, or a day has passed."""
    return rx.el.div(
        rx.el.h2(
            t("ui.practice.none"), id=HEADING, tab_index=-1, class_name=f"pl-text {theme.TITLE}"
        ),
        rx.el.button(
            t("ui.practices.all"),
            type="button",
            class_name=f"{theme.SECONDARY} {theme.WIDE} mt-6",
            on_click=[PracticesState.load, browser.replace_sheet("practices")],
        ),
        class_name="pl-main",
    )
