from __future__ import annotations

import json
from typing import TYPE_CHECKING

import reflex as rx

from coaching.values.dreams import DreamCategory
from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import problem
from toney_app.copy import t
from toney_app.views.goals.state import GoalsState
from toney_app.views.goals.talk_state import TalkState

if TYPE_CHECKING:
    from reflex_base.vars.base import Var

    from toney_app.props import Handler, Prop, Shown

CATEGORY_ICONS = {
    DreamCategory.HEALTH: "heart_pulse",
    DreamCategory.CAREER: "briefcase",
    DreamCategory.RELATIONSHIPS: "users",
    DreamCategory.FINANCIAL: "umbrella",
    DreamCategory.PERSONAL_GROWTH: "footprints",
    DreamCategory.CREATIVE: "palette",
    DreamCategory.SPIRITUAL: "moon_star",
    DreamCategory.EDUCATIONAL: "graduation_cap",
    DreamCategory.ENTREPRENEURIAL: "store",
    DreamCategory.OTHER: "cloud",
}


def talk(
    kind: str, goal: Shown, label: rx.Var[str], look: str, *, name: str = "message_circle"
) -> rx.Component:
    """Begin a conversation of a kind and show it."""
    return rx.el.button(
        icon(name),
        label,
        type="button",
        class_name=f"{look} {theme.WIDE} mt-3",
        on_click=[TalkState.talk(kind, goal), browser.go_to("chat")],
        data_testid=f"talk-{kind}",
    )


def save_foot(label: rx.Var[str], test_id: str, *problems: rx.Component) -> rx.Component:
    """The button that saves a form, fixed at the bottom of its sheet, and why it hasn't."""
    return rx.el.div(
        *problems,
        rx.el.button(
            label, type="submit", class_name=f"{theme.PRIMARY} {theme.WIDE}", data_testid=test_id
        ),
        class_name="sheet-foot",
    )


def talk_foot(
    label: rx.Var[str], begins: Handler, look: str = theme.PRIMARY, *, is_fixed: bool = True
) -> rx.Component:
    """The button at the foot of a sheet: it opens the coach with what the sheet shows (K21)."""
    return rx.el.div(
        rx.el.button(
            icon("message_circle"),
            label,
            type="button",
            class_name=f"{look} {theme.WIDE}",
            on_click=[begins, browser.go_to("chat")],
            data_testid="talk-about",
        ),
        class_name="sheet-foot" if is_fixed else "mt-4 pb-6",
    )


def category_icon(category: Shown) -> rx.Component:
    """The drawing of a kind of dream."""
    drawings = [(kind.value, icon(name, theme.ICON_SMALL)) for kind, name in CATEGORY_ICONS.items()]
    return rx.fragment(rx.match(category, *drawings, icon("cloud", theme.ICON_SMALL)))


def if_then(goal: Shown, look: str) -> rx.Component:
    """The plan of a goal in one sentence, its two words marked."""
    return rx.el.p(
        rx.el.span(t("ui.goal.if"), class_name=theme.ACCENT),
        " ",
        goal.cue,
        ", ",
        rx.el.span(t("ui.goal.then"), class_name=theme.ACCENT),
        " ",
        goal.response,
        class_name=look,
    )


def steps_bar(goal: Shown) -> rx.Component:
    """How many small steps are done, as a bar and in words."""
    total = goal.steps.length()
    return rx.el.div(
        rx.el.svg(
            rx.el.rect(x="0", y="0", width="100", height="6", rx="3", class_name="bar-rest"),
            rx.el.rect(
                x="0",
                y="0",
                width=goal.share.to_string(),
                height="6",
                rx="3",
                class_name="bar-done",
            ),
            view_box="0 0 100 6",
            class_name="steps-bar",
            custom_attrs={"aria-hidden": "true", "preserveAspectRatio": "none"},
        ),
        rx.el.span(
            rx.cond(
                total == 1,
                t("ui.goal.one_step_done", done=goal.done),
                t("ui.goal.steps_done", done=goal.done, total=total),
            ),
            class_name=f"{theme.CAPTION} {theme.MUTED} num whitespace-nowrap",
        ),
        class_name="mt-3 flex items-center gap-3",
    )


def question(
    words: rx.Var[str], yes: rx.Var[str], on_yes: Handler, no: Handler, test_id: str
) -> rx.Component:
    """Ask once more before something is deleted."""
    return rx.el.div(
        rx.el.p(words, class_name=theme.BODY),
        rx.el.div(
            rx.el.button(
                yes, type="button", class_name=theme.DANGER, on_click=on_yes, data_testid=test_id
            ),
            rx.el.button(
                t("ui.goals.keep"), type="button", class_name=theme.SECONDARY, on_click=no
            ),
            class_name=f"{theme.PAIR} mt-3",
        ),
        class_name="mt-5",
        role="alert",
    )


def refused() -> rx.Component:
    """Why a goal wasn't taken up, or a line not added."""
    return rx.fragment(
        rx.match(
            GoalsState.problem,
            ("full", problem(t("ui.goals.full"))),
            ("lines", problem(t("ui.goals.most"))),
            rx.fragment(),
        )
    )


def field(
    of: str, label: rx.Var[str], control: rx.Component, *, is_optional: bool = True
) -> rx.Component:
    """A labelled field; `control` has the id `OF-field`, such as `goal-title-field`."""
    optional = rx.el.span(
        t("ui.editor.optional"), class_name=f"{theme.CAPTION} {theme.QUIET} font-normal"
    )
    return rx.el.div(
        rx.el.label(
            label,
            *([" ", optional] if is_optional else []),
            html_for=f"{of}-field",
            class_name="field-label",
        ),
        control,
        class_name="mt-4",
    )


def one_line(of: str, value: Shown, hint: rx.Var[str], *, most: int = 200) -> rx.Component:
    return rx.el.input(
        name=of.partition("-")[2],
        max_length=most,
        default_value=value,
        placeholder=hint,
        class_name=theme.INPUT,
        custom_attrs={"id": f"{of}-field", "autoComplete": "off"},
        data_testid=f"field-{of}",
    )


def lines(
    of: str, value: Shown, hint: rx.Var[str], *, rows: str = "2", most: int = 2000
) -> rx.Component:
    return rx.el.textarea(
        name=of.partition("-")[2],
        rows=rows,
        max_length=most,
        default_value=value,
        placeholder=hint,
        class_name=f"{theme.AREA} {theme.CARD_TEXT} unfolds",
        custom_attrs={"id": f"{of}-field"},
        data_testid=f"field-{of}",
    )


def _keeps_focus(name: str) -> Var[Prop]:
    """Return the props of a field that has the focus again when its form begins anew."""
    call = f"keepsFocus({json.dumps(name)})"
    return browser.js_value(call, "$/utils/toney/lines", "keepsFocus")


def line_form(
    name: str, label: rx.Var[str], on_submit: Handler, nth: Shown, *more: rx.Component
) -> rx.Component:
    """A line to write on that begins anew once it was kept."""
    return rx.el.form(
        rx.el.input(
            name="text",
            max_length=200,
            placeholder=label,
            aria_label=label,
            class_name=f"{theme.INPUT} {'basis-full' if more else 'flex-1 min-w-[7rem]'}",
            custom_attrs={"autoComplete": "off", "enterKeyHint": "done"},
            special_props=[_keeps_focus(name)],
            data_testid=f"{name}-input",
        ),
        *more,
        rx.el.input(type="hidden", name="nth", value=nth),
        rx.el.button(
            t("ui.goal.add"), type="submit", class_name=theme.SECONDARY, data_testid=f"{name}-add"
        ),
        on_submit=on_submit,
        key=nth,
        class_name="mt-2 flex flex-wrap gap-2",
    )


def words_form(
    name: str, words: Shown, label: rx.Var[str], on_submit: Handler, on_cancel: Handler
) -> rx.Component:
    """The words of a line in a field, in its place."""
    return rx.el.form(
        rx.el.input(
            name="text",
            default_value=words,
            max_length=200,
            required=True,
            auto_focus=True,
            aria_label=label,
            class_name=theme.INPUT,
            custom_attrs={"autoComplete": "off", "enterKeyHint": "done"},
            data_testid=f"{name}-words",
        ),
        rx.el.div(
            rx.el.button(
                t("ui.save"), type="submit", class_name=theme.PRIMARY, data_testid=f"{name}-save"
            ),
            rx.el.button(
                t("ui.cancel"),
                type="button",
                class_name=theme.SECONDARY,
                on_click=on_cancel,
                data_testid=f"{name}-cancel",
            ),
            class_name=f"{theme.PAIR} mt-3",
        ),
        on_submit=on_submit,
        class_name="py-2",
    )
