"""A sentence on the page: it opens where it comes from, and can be corrected."""

from __future__ import annotations

import reflex as rx

from coaching.values.enums import Verdict
from toney_app import browser, outbox, theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.props import Handler, Shown
from toney_app.views.insight.state import InsightState

SentenceVar = rx.vars.ObjectVar[Shown]


def shown(sentence: SentenceVar) -> rx.Component:
    is_open = InsightState.chosen == sentence.id
    # A span: a button would not break across lines like the sentence that it is.
    return rx.fragment(
        rx.el.span(
            sentence.text,
            role="button",
            tab_index=0,
            class_name="sentence",
            aria_expanded=is_open,
            on_click=InsightState.choose(sentence.id),
            special_props=[browser.pressed_by_keys()],
            data_testid="insight-sentence",
        ),
        " ",
        rx.cond(sentence.is_yours, _mark(t("ui.insight.yours"))),
        rx.cond(sentence.is_confirmed, _mark(t("ui.insight.confirmed"))),
        rx.cond(is_open, _because(sentence)),
    )


def _mark(words: rx.Var[str]) -> rx.Component:
    return rx.fragment(rx.el.span(words, class_name="tag"), " ")


def _because(sentence: SentenceVar) -> rx.Component:
    return rx.el.section(
        rx.foreach(sentence.said, _said),
        rx.el.p(
            t(f"ui.insight.basis.{sentence.basis}"),
            class_name=f"{theme.SMALL} {theme.MUTED}",
        ),
        rx.match(
            InsightState.step,
            ("reword", _rewording(sentence)),
            ("delete", _deleting()),
            _verdicts(sentence),
        ),
        class_name="because",
        aria_label=t("ui.insight.because"),
        data_testid="insight-because",
    )


def _said(said: SentenceVar) -> rx.Component:
    return rx.el.div(
        rx.el.p(
            icon("quote", theme.ICON_SMALL),
            t("ui.insight.you_said", day=browser.date(said.at, "day")),
            class_name=f"flex items-center gap-[7px] {theme.CAPTION} {theme.MUTED}",
        ),
        rx.el.p(t("ui.quoted", words=said.words), class_name=f"{theme.OWN_WORDS} mt-1 mb-2"),
    )


def _verdicts(sentence: SentenceVar) -> rx.Component:
    yours = sentence.is_yours | sentence.is_confirmed
    return rx.el.div(
        rx.cond(
            yours & (sentence.correction != ""),
            _chip("take_back", InsightState.take_back(sentence.correction)),
        ),
        rx.cond(~yours & sentence.may_be_true, _chip("true", InsightState.say(Verdict.TRUE))),
        _chip("not_true", InsightState.say(Verdict.NOT_TRUE)),
        _chip("dont_use", InsightState.say(Verdict.DONT_USE)),
        rx.cond(sentence.may_reword, _chip("reword", InsightState.ask("reword"))),
        _chip("delete", InsightState.ask("delete")),
        class_name="chips",
    )


def _chip(name: str, on_click: Handler) -> rx.Component:
    return rx.el.button(
        t(f"ui.insight.say.{name}"),
        type="button",
        class_name="chip",
        on_click=on_click,
        data_testid=f"insight-{name.replace('_', '-')}",
    )


def _rewording(sentence: SentenceVar) -> rx.Component:
    return rx.el.form(
        rx.el.label(
            t("ui.insight.your_words"), html_for="insight-words", class_name=f"block {theme.LABEL}"
        ),
        rx.el.textarea(
            name="words",
            max_length=400,
            rows="3",
            default_value=sentence.text,
            required=True,
            auto_focus=True,
            class_name=f"{theme.AREA} mt-2",
            custom_attrs={"id": "insight-words"},
            data_testid="insight-words",
        ),
        _pair(
            rx.el.button(
                t("ui.insight.keep_words"),
                type="submit",
                class_name=theme.TINT,
                data_testid="insight-keep-words",
            ),
        ),
        on_submit=InsightState.reword,
        special_props=[outbox.kept_form("reword-", InsightState.chosen)],
        class_name="mt-3",
    )


def _deleting() -> rx.Component:
    return rx.el.div(
        rx.el.p(t("ui.insight.delete_question"), class_name=theme.BODY),
        _pair(
            rx.el.button(
                t("ui.insight.delete_yes"),
                type="button",
                class_name=theme.DANGER,
                on_click=InsightState.say(Verdict.DELETED),
                data_testid="insight-delete-yes",
            ),
        ),
        class_name="mt-3",
        role="alert",
    )


def _pair(first: rx.Component) -> rx.Component:
    back = rx.el.button(
        t("ui.insight.never_mind"),
        type="button",
        class_name=theme.TINT,
        on_click=InsightState.ask(""),
    )
    return rx.el.div(first, back, class_name=f"{theme.PAIR} mt-2")
