"""The steps that are answered: read, choose, rate, write."""

from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.icons import icon
from toney_app.views.practices import parts, playing, present
from toney_app.views.practices.parts import StepVar, foot, heading, main, says, way_on
from toney_app.views.practices.player_state import PlayerState


def say(step: StepVar) -> rx.Component:
    return rx.fragment(
        main(parts.drawing("w-[190px]"), heading(step), about(step)),
        foot(step, way_on(step.go, type="button", on_click=PlayerState.go_on(step.number))),
    )


def choose(step: StepVar) -> rx.Component:
    return _choices(
        step,
        rx.cond(step.about, parts.drawing("w-[190px]")),
        heading(step),
        rx.el.div(
            rx.foreach(step.choices, _choice),
            class_name="chips mt-4",
            role="radiogroup",
            aria_labelledby=parts.HEADING,
        ),
        about(step),
    )


def look(step: StepVar) -> rx.Component:
    """Something to do away from the phone; the place here stays."""
    return _choices(
        step,
        parts.drawing("w-[190px]"),
        heading(step),
        rx.el.p(says(step, "come_back"), class_name=f"{theme.BODY} {theme.MUTED} mt-2"),
        rx.el.div(
            rx.foreach(step.choices, _choice),
            class_name="chips mt-4",
            role="radiogroup",
            aria_labelledby=parts.HEADING,
        ),
    )


def scale(step: StepVar) -> rx.Component:
    return _choices(
        step,
        heading(step),
        rx.el.div(
            rx.foreach(step.choices, _choice),
            class_name="chips chips-scale mt-5",
            role="radiogroup",
            aria_labelledby=parts.HEADING,
            aria_describedby="practice-ends",
        ),
        rx.el.p(
            rx.el.span("0: ", step.low),
            rx.el.span("10: ", step.high),
            id="practice-ends",
            class_name=f"{theme.SMALL} {theme.MUTED} flex justify-between gap-4 mt-2",
        ),
        about(step),
    )


def write(step: StepVar) -> rx.Component:
    return rx.el.form(
        parts.number(step),
        main(
            heading(step),
            rx.cond(step.lead, rx.el.p(step.lead, class_name=f"{theme.CARD_TEXT} mt-4 -mb-1")),
            rx.el.textarea(
                name="text",
                rows="3",
                max_length=step.longest,
                default_value=step.answered,
                aria_label=step.text,
                aria_describedby="practice-hint",
                class_name=f"{theme.AREA} {theme.CARD_TEXT} mt-3",
                custom_attrs={"id": "practice-text", "autoComplete": "off"},
                data_testid="practice-text",
            ),
            _under_the_field(step),
            parts.missing(step, "write", "write_something"),
            rx.cond(step.skip, _skip(step)),
            about(step),
        ),
        foot(step, way_on(step.go, type="submit")),
        on_submit=PlayerState.write,
        class_name="contents",
    )


def about(step: StepVar) -> rx.Component:
    """On the first step: what this is, and what becomes of the answers."""
    return rx.cond(step.about, rx.el.p(step.about, class_name=f"{theme.SMALL} {theme.MUTED} mt-5"))


def _choices(step: StepVar, *children: rx.Component) -> rx.Component:
    """A tap moves on; with keys one chooses, and goes on with Enter or the button."""
    return rx.el.form(
        parts.number(step),
        main(*children, parts.missing(step, step.kind, "choose_one")),
        foot(step, way_on(step.go, "by-keys", type="submit")),
        on_submit=PlayerState.choose,
        class_name="contents",
    )


def _choice(choice: rx.vars.ObjectVar[present.Choice]) -> rx.Component:
    return rx.el.label(
        rx.el.input(type="radio", name="choice", value=choice.id, default_checked=choice.is_chosen),
        icon("check", theme.ICON_SMALL),
        rx.el.span(choice.text),
        class_name="chip choice",
        key=choice.id,
        special_props=[playing.tapped()],
        data_testid="practice-choice",
    )


def _under_the_field(step: StepVar) -> rx.Component:
    return rx.el.div(
        rx.el.p(
            rx.cond(step.hint, rx.fragment(says(step, "example"), " ", step.hint)),
            id="practice-hint",
            class_name="flex-1",
        ),
        count(step=step),
        class_name="hint flex justify-between gap-4",
    )


@rx.memo
def count(step: StepVar) -> rx.Component:
    """How much is written; memoised, so that typing draws nothing else."""
    return rx.el.span(
        playing.written(step.number).to_string(),
        " / ",
        step.longest.to_string(),
        class_name="num whitespace-nowrap",
        aria_hidden="true",
    )


def _skip(step: StepVar) -> rx.Component:
    return rx.el.button(
        step.skip,
        type="button",
        class_name=f"{theme.SUBTLE} {theme.SLIM} {theme.ACCENT} self-start -ml-3 mt-1",
        on_click=PlayerState.skip(step.number),
        data_testid="practice-skip",
    )
