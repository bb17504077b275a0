"""A check-in: what it is about and a sentence, both optional."""

from __future__ import annotations

import reflex as rx

from coaching.values.check_ins import CONTENT_MAX, CheckInAbout
from toney_app import browser, outbox, theme
from toney_app.components.icons import icon
from toney_app.components.layout import skeleton
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.check_ins import present
from toney_app.views.check_ins.moods import drawing_of
from toney_app.views.check_ins.state import CheckInState


def check_in_sheet() -> rx.Component:
    return sheet(
        "check-in",
        rx.cond(
            CheckInState.open.mood, t(f"ui.mood.{CheckInState.open.mood}"), t("ui.check_in.one")
        ),
        rx.el.div(
            rx.cond(CheckInState.open.id, _check_in(), skeleton()), on_mount=CheckInState.arrive
        ),
    )


def _check_in() -> rx.Component:
    check_in = CheckInState.open
    time = browser.date(check_in.at, "time")
    saved = rx.cond(
        check_in.is_today,
        t("ui.check_in.saved_at", time=time),
        t("ui.check_in.saved_on", day=browser.date(check_in.at, "day"), time=time),
    )
    return rx.fragment(
        rx.el.div(
            rx.el.span(drawing_of(check_in.mood), class_name="mood-art"),
            rx.el.span(
                rx.el.span(
                    rx.cond(CheckInState.replaces, t("ui.check_in.replaces", time=time), saved),
                    class_name=f"block {theme.BODY}",
                ),
                rx.el.span(t("ui.check_in.enough"), class_name=f"{theme.SMALL} {theme.MUTED}"),
            ),
            class_name="flex items-center gap-4 mt-0.5",
        ),
        rx.el.p(t("ui.check_in.about"), id="check-in-about", class_name=f"{theme.STRONG} mt-5"),
        rx.el.div(
            *(_about(about) for about in CheckInAbout),
            class_name="chips mt-2.5!",
            role="group",
            aria_labelledby="check-in-about",
        ),
        rx.cond(
            (check_in.about == CheckInAbout.GOAL.value) & (CheckInState.goals.length() > 0),
            _goals(),
        ),
        sentence_form(),
        rx.el.button(
            icon("trash_2", theme.ICON_SMALL),
            t("ui.check_in.delete"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM} {theme.WIDE} mt-3",
            on_click=CheckInState.delete,
            data_testid="check-in-delete",
        ),
    )


def _about(about: CheckInAbout) -> rx.Component:
    is_chosen = CheckInState.open.about == about.value
    return rx.el.button(
        rx.cond(is_chosen, icon("check", theme.ICON_SMALL)),
        t(f"ui.check_in.about.{about}"),
        type="button",
        class_name="chip chip-choice",
        aria_pressed=rx.cond(is_chosen, "true", "false"),
        on_click=CheckInState.say_about(about.value),
        data_testid=f"about-{about}",
    )


def _goals() -> rx.Component:
    def goal(one: rx.vars.ObjectVar[present.Goal]) -> rx.Component:
        is_chosen = CheckInState.open.goal == one.id
        return rx.el.button(
            rx.cond(is_chosen, icon("check", theme.ICON_SMALL)),
            one.title,
            type="button",
            class_name="chip chip-choice text-left",
            aria_pressed=rx.cond(is_chosen, "true", "false"),
            on_click=CheckInState.choose_goal(one.id),
            data_testid="about-this-goal",
        )

    return rx.el.div(
        rx.foreach(CheckInState.goals, goal),
        class_name="chips",
        role="group",
        aria_label=t("ui.check_in.which_goal"),
    )


def sentence_form() -> rx.Component:
    return rx.el.form(
        rx.el.label(
            t("ui.check_in.sentence"),
            rx.el.span(f" {t('ui.editor.optional')}", class_name=f"{theme.QUIET} font-normal"),
            html_for="check-in-words",
            class_name=f"block {theme.STRONG} mt-5 mb-2",
        ),
        rx.el.textarea(
            name="content",
            rows="3",
            max_length=CONTENT_MAX,
            default_value=CheckInState.open.content,
            class_name=f"{theme.AREA} {theme.VOICE}",
            custom_attrs={"id": "check-in-words"},
            special_props=[browser.draft("check_in")],
            data_testid="check-in-text",
        ),
        rx.el.p(t("ui.check_in.hint"), class_name=f"{theme.SMALL} {theme.QUIET} mt-1.5"),
        outbox.not_saved("check_in"),
        rx.el.div(
            rx.el.button(
                t("ui.check_in.add"),
                type="submit",
                class_name=theme.PRIMARY,
                data_testid="check-in-save",
            ),
            rx.el.button(
                t("ui.check_in.not_now"),
                type="button",
                class_name=theme.SECONDARY,
                on_click=browser.close_sheet(),
            ),
            class_name=f"{theme.PAIR} mt-4",
        ),
        on_submit=[outbox.waits("check_in"), CheckInState.write],
        key=CheckInState.number,
        **outbox.marked("check_in"),
    )
