"""The steps that take their time: a breath, and a few minutes. Both can be cut short."""

from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.icons import icon
from toney_app.views.practices import parts
from toney_app.views.practices.parts import StepVar, foot, heading, main, says, way_on
from toney_app.views.practices.player_state import PlayerState
from toney_app.views.practices.playing import Pace


@rx.memo
def breathe(step: StepVar) -> rx.Component:
    pace = Pace(step)
    words = rx.match(
        pace.phase,
        ("in", says(step, "breathe_in")),
        ("out", says(step, "breathe_out")),
        says(step, "finished"),
    )
    return rx.fragment(
        main(
            heading(step, theme.VOICE),
            rx.cond(step.lead, rx.el.p(step.lead, class_name=f"{theme.OWN_WORDS} mt-3")),
            rx.el.div(
                breathing_string(pace),
                rx.el.p(words, class_name="pl-word", aria_live="polite"),
                _left(step, pace),
                class_name="pl-breath",
                data_still=rx.cond(pace.is_paused | pace.is_done, "true", "false"),
            ),
        ),
        foot(step, _buttons(step, pace)),
    )


@rx.memo
def timer(step: StepVar) -> rx.Component:
    pace = Pace(step)
    return rx.fragment(
        main(
            parts.drawing("w-[190px]"),
            heading(step),
            rx.el.p(
                rx.cond(pace.is_done, says(step, "finished"), pace.left),
                class_name="pl-word num mt-8 text-center",
                role="timer",
            ),
            rx.el.p(
                rx.cond(pace.is_done, says(step, "finished"), ""),
                class_name=theme.SCREEN_READER,
                aria_live="polite",
            ),
        ),
        foot(step, _buttons(step, pace)),
    )


def breathing_string(pace: Pace) -> rx.Component:
    """The string tightens and the coin rises while one breathes in."""
    return rx.el.svg(
        rx.el.path(d="M-8 34C70 196 236 262 398 84", class_name="pl-string"),
        rx.el.g(
            rx.el.circle(cx="199.7", cy="157.6", r="31", custom_attrs={"fill": "currentColor"}),
            rx.cond(
                pace.is_done,
                rx.fragment(),
                rx.el.text(pace.count, x="199.7", y="166", class_name="num"),
            ),
            class_name="pl-coin",
        ),
        view_box="0 0 390 236",
        custom_attrs={"aria-hidden": "true", "fill": "none"},
    )


def _left(step: StepVar, pace: Pace) -> rx.Component:
    return rx.el.p(
        rx.cond(pace.is_done, "", rx.fragment(says(step, "left"), " ", pace.left)),
        class_name=f"{theme.LABEL} {theme.MUTED} num mt-2 min-h-6",
        role="timer",
    )


def _buttons(step: StepVar, pace: Pace) -> rx.Component:
    go_on = PlayerState.go_on(step.number)
    pause = rx.el.button(
        rx.cond(pace.is_paused, icon("play"), icon("pause")),
        rx.cond(pace.is_paused, says(step, "resume"), says(step, "pause")),
        type="button",
        class_name=theme.SECONDARY,
        special_props=[pace.toggle()],
    )
    skip = rx.el.button(
        says(step, "skip"),
        type="button",
        class_name=theme.SECONDARY,
        on_click=go_on,
        data_testid="practice-next",
    )
    return rx.cond(
        pace.is_done,
        way_on(step.go, type="button", on_click=go_on),
        rx.el.div(pause, skip, class_name=theme.PAIR),
    )
