"""The last step of a practice: what can be kept, and where to go from here."""

from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.tension_drawings import REST, string
from toney_app.props import Handler
from toney_app.views.practices import parts, present
from toney_app.views.practices.ending_state import EndingState
from toney_app.views.practices.library_state import PracticesState
from toney_app.views.practices.parts import StepVar, heading, main, says
from toney_app.views.practices.player_state import PlayerState

OutcomeVar = rx.vars.ObjectVar[present.Outcome]
LABEL = f"{theme.LABEL} font-semibold"


def ending(step: StepVar) -> rx.Component:
    can_keep = step.outcomes.length() > 0
    return main(
        rx.el.div(string(REST, weight="2.2"), class_name="w-[160px] mx-auto mb-3 text-accent"),
        heading(step, f"{theme.TITLE} text-center"),
        rx.cond(step.kept, _kept(step)),
        rx.foreach(step.outcomes, lambda outcome: _outcome(step, outcome)),
        parts.missing(step, "end", "write_something"),
        rx.cond(can_keep, _nothing(step), _afterwards(step)),
    )


def _outcome(step: StepVar, outcome: OutcomeVar) -> rx.Component:
    """The first shows itself before the question; the others under their button."""
    is_first = outcome.number == 0
    return rx.el.form(
        parts.number(step),
        rx.el.input(type="hidden", name="outcome", value=outcome.index.to_string()),
        rx.cond(
            is_first,
            rx.fragment(
                rx.el.section(
                    rx.el.p(outcome.title, class_name=f"{LABEL} {theme.ACCENT} pr-10"),
                    _preview(step, outcome, f"{theme.OWN_WORDS} preview-words"),
                    class_name=f"{theme.FOCUS} preview",
                ),
                rx.el.p(says(step, "keep_question"), class_name=f"{LABEL} {theme.MUTED} mt-[22px]"),
                _save(outcome, theme.PRIMARY),
            ),
            rx.fragment(
                _save(outcome, theme.SECONDARY),
                rx.el.div(
                    _preview(step, outcome, f"{theme.SMALL} {theme.MUTED} preview-words"),
                    class_name="preview preview-small",
                ),
            ),
        ),
        on_submit=EndingState.keep,
        class_name=rx.cond(is_first, "mt-5", ""),
        key=outcome.index,
    )


def _save(outcome: OutcomeVar, shape: str) -> rx.Component:
    return rx.el.button(
        rx.match(outcome.kind, ("win", icon("sunrise")), icon("gallery_vertical_end")),
        outcome.label,
        type="submit",
        class_name=f"{shape} {theme.WIDE} mt-2",
        data_testid="practice-keep",
    )


def _preview(step: StepVar, outcome: OutcomeVar, look: str) -> rx.Component:
    """What will be kept; its texts can be changed first."""
    return rx.fragment(
        rx.el.p(outcome.preview, class_name=look),
        rx.el.details(
            rx.el.summary(
                icon("pencil"), class_name=theme.ICON_BUTTON, aria_label=says(step, "change")
            ),
            rx.el.div(
                rx.foreach(outcome.parts, _part),
                class_name="grid gap-3 pt-1",
            ),
        ),
    )


def _part(part: rx.vars.ObjectVar[present.Part]) -> rx.Component:
    return rx.el.div(
        rx.el.label(part.label, html_for=part.field, class_name="field-label"),
        rx.el.textarea(
            name=part.name,
            rows=rx.cond(part.name == "title", "1", "2"),
            max_length=400,
            default_value=part.text,
            class_name=f"{theme.AREA} {theme.CARD_TEXT}",
            id=part.field,
        ),
        key=part.name,
    )


def _kept(step: StepVar) -> rx.Component:
    words = rx.match(
        step.kept,
        ("win", says(step, "kept_win")),
        ("plan", says(step, "kept_plan")),
        says(step, "kept_card"),
    )
    return rx.el.p(icon("check", theme.ICON_SMALL), words, class_name="tool mt-5", role="status")


def _nothing(step: StepVar) -> rx.Component:
    """Keep nothing, in the same size; what else there is to do stays small."""
    return rx.fragment(
        rx.el.button(
            step.nothing,
            type="button",
            class_name=f"{theme.SECONDARY} {theme.WIDE} mt-2",
            on_click=[EndingState.finish(step.number), browser.close_sheet()],
            data_testid="practice-keep-nothing",
        ),
        rx.el.div(
            rx.foreach(
                step.then,
                lambda action: rx.cond(
                    action.name == "close",
                    rx.fragment(),
                    _action(step, action, f"{theme.SUBTLE} {theme.ACCENT}"),
                ),
            ),
            class_name="flex flex-wrap justify-center mt-1",
        ),
    )


def _afterwards(step: StepVar) -> rx.Component:
    return rx.el.div(
        rx.foreach(
            step.then, lambda action: _action(step, action, f"{theme.SECONDARY} {theme.WIDE}")
        ),
        class_name="grid gap-2 mt-6",
    )


def _action(step: StepVar, action: rx.vars.ObjectVar[present.Action], look: str) -> rx.Component:
    finish = EndingState.finish(step.number)
    library = [finish, PracticesState.load, browser.replace_sheet("practices")]
    suggested = [finish, PlayerState.start(step.suggested)]
    another = rx.cond(
        step.suggested,
        _button(action, look, suggested, "rotate_ccw"),
        _button(action, look, library, "rotate_ccw"),
    )
    talk = [finish, browser.close_and_go_to("chat")]
    return rx.fragment(
        rx.match(
            action.name,
            ("talk", _button(action, look, talk, "message_circle")),
            ("help", _button(action, look, [finish, browser.replace_sheet("help")], "life_buoy")),
            ("another", another),
            _button(action, look, [finish, browser.close_sheet()], ""),
        ),
        key=action.name,
    )


def _button(
    action: rx.vars.ObjectVar[present.Action], look: str, does: Handler, name: str
) -> rx.Component:
    return rx.el.button(
        *([icon(name, theme.ICON_SMALL, "text-current!")] if name else []),
        action.text,
        type="button",
        class_name=look,
        on_click=does,
        data_testid="practice-then",
    )
