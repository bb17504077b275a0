"""What the steps of a practice have in common: the text, the ways out, the way on."""

from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.icons import icon
from toney_app.components.layout import problem
from toney_app.components.tension_drawings import string
from toney_app.props import Prop, Shown
from toney_app.session_state import SessionState
from toney_app.views.practices import present
from toney_app.views.practices.player_state import PlayerState

StepVar = rx.vars.ObjectVar[present.Step]
HEADING = "practice-heading"
EXIT_ICONS = {"too_much": "life_buoy", "not_now": "clock_3"}


def says(step: StepVar, name: str) -> rx.vars.StringVar:
    """Return a word around the step, in its language."""
    return step.words.to(dict[str, str])[name].to(str)


def drawing(width: str) -> rx.Component:
    """The person's string."""
    return rx.el.div(
        string(SessionState.accent, weight="2.2"), class_name=f"{width} mx-auto my-4 text-accent"
    )


def heading(step: StepVar, look: str = theme.TITLE) -> rx.Component:
    return rx.el.h2(step.text, id=HEADING, tab_index=-1, class_name=f"pl-text mt-1 {look}")


def number(step: StepVar) -> rx.Component:
    """Which step a form answers."""
    return rx.el.input(type="hidden", name="number", value=step.number.to_string())


def way_on(words: rx.Var[str], look: str = "", **does: Prop) -> rx.Component:
    return rx.el.button(
        words,
        class_name=f"{theme.PRIMARY} {theme.WIDE} {look}",
        data_testid="practice-next",
        **does,
    )


def missing(step: StepVar, kind: str | Shown, words: str) -> rx.Component:
    """What is missing in an answer."""
    return rx.cond(PlayerState.problem == kind, problem(says(step, words)))


def main(*children: rx.Component) -> rx.Component:
    return rx.el.div(*children, class_name="pl-main")


def foot(step: StepVar, *children: rx.Component) -> rx.Component:
    """The way on, and under it the ways out."""
    ways = rx.el.div(
        rx.cond(step.about, _why(step)),
        rx.cond(step.exits.length() > 0, _exits(step)),
        class_name="pl-ways",
    )
    return rx.el.div(*children, ways, class_name="pl-foot")


def _pop(look: str, label: tuple[Prop, ...], *children: rx.Component, **props: Prop) -> Shown:
    """Something small that opens above its button; one of them at a time."""
    return rx.el.details(
        rx.el.summary(*label, class_name=f"{theme.SUBTLE} {theme.SLIM}", **props),
        rx.el.div(*children, class_name=f"pop {look}"),
        custom_attrs={"name": "practice-pop"},
        class_name=f"pops pop-of-{look}",
    )


def _why(step: StepVar) -> rx.Component:
    label = (icon("lightbulb", theme.ICON_SMALL), step.why_label)
    words = rx.el.p(step.why, class_name=theme.BODY)
    return _pop("why", label, words, data_testid="practice-why")


def _exits(step: StepVar) -> rx.Component:
    label = (says(step, "stop_here"), icon("chevron_up", theme.ICON_SMALL))
    rows = rx.foreach(step.exits, lambda way: _exit(step, way))
    return _pop("exits", label, rows, data_testid="practice-exits")


def _exit(step: StepVar, way: rx.vars.ObjectVar[present.Exit]) -> rx.Component:
    icons = [(name, icon(drawn, tone=theme.MUTED)) for name, drawn in EXIT_ICONS.items()]
    return rx.el.button(
        rx.match(way.name, *icons, icon("message_circle", tone=theme.MUTED)),
        way.text,
        type="button",
        on_click=PlayerState.leave(step.number, way.name),
        key=way.name,
        data_testid="practice-exit",
    )
