from __future__ import annotations

import reflex as rx

from coaching.values.enums import Verdict
from toney_app import browser, outbox, theme
from toney_app.components.icons import icon
from toney_app.components.layout import empty, skeleton
from toney_app.components.sheet import sheet
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t
from toney_app.props import Handler, Shown
from toney_app.views.insight.history import history
from toney_app.views.insight.history_state import HistoryState
from toney_app.views.insight.state import InsightState

SentenceVar = rx.vars.ObjectVar[Shown]


def insight_sheet() -> rx.Component:
    """A letter about the person: every sentence opens where it comes from, and can be corrected."""
    return sheet(
        "insight",
        t("ui.insight.title"),
        rx.el.div(
            rx.cond(
                InsightState.page.loaded,
                rx.cond(HistoryState.is_open, history(), _page()),
                skeleton(),
            ),
            on_mount=InsightState.load,
        ),
        _done(),
    )


def _page() -> rx.Component:
    page = InsightState.page
    return rx.fragment(
        rx.foreach(page.questions, _question),
        rx.cond(page.parts.length() > 0, _letter(), _nothing_yet()),
    )


def _nothing_yet() -> rx.Component:
    return empty(
        string(REST, weight="2"), t("ui.insight.nothing_title"), t("ui.insight.nothing_line")
    )


def _letter() -> rx.Component:
    page = InsightState.page
    return rx.fragment(
        rx.el.p(
            written(page),
            " ",
            t("ui.insight.how"),
            class_name=f"{theme.SMALL} {theme.QUIET} text-pretty",
        ),
        rx.cond(
            page.at,
            rx.el.button(
                icon("history", theme.ICON_SMALL),
                t("ui.insight.earlier"),
                type="button",
                class_name=f"{theme.SUBTLE} {theme.SLIM} -ml-3",
                on_click=HistoryState.open,
                data_testid="insight-earlier",
            ),
        ),
        rx.foreach(page.parts, _part),
        rx.cond(page.has_more, _more()),
    )


def _more() -> rx.Component:
    return rx.el.button(
        t("ui.insight.more"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.WIDE} mt-2",
        on_click=InsightState.show_more,
        data_testid="insight-more",
    )


def written(page: Shown) -> rx.Var[str]:
    """When this was written, and after which conversation."""
    day = browser.date(page.at, "day")
    after = t("ui.insight.written_after", day=day, number=page.after)
    first = rx.cond(page.at, t("ui.insight.written_first", day=day), "")
    return rx.cond(page.after > 0, after, first).to(str)


def _part(part: SentenceVar) -> rx.Component:
    return rx.el.section(
        rx.el.h3(t(f"ui.insight.part.{part.name}"), class_name="insight-head"),
        rx.el.div(
            rx.foreach(part.sentences, _sentence),
            class_name=rx.cond(_stand_alone(part), "letter letter-lines", "letter"),
        ),
    )


def _stand_alone(part: SentenceVar) -> rx.Var[bool]:
    """Return True if the items are separate, not one running text."""
    return rx.Var.create(["noticed", "remembers"]).contains(part.name)


def _sentence(sentence: SentenceVar) -> rx.Component:
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
    return rx.el.span(words, class_name="tag")


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
        rx.cond(~yours, _chip("true", InsightState.say(Verdict.TRUE))),
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


def _question(question: SentenceVar) -> rx.Component:
    """Something sensitive: yes and no are equally large."""
    return rx.el.section(
        rx.el.h3(t("ui.insight.may_i"), class_name=theme.STRONG),
        rx.el.p(question.text, class_name=f"{theme.CARD_TEXT} mt-1"),
        rx.cond(
            question.words,
            rx.el.p(t("ui.quoted", words=question.words), class_name=f"{theme.OWN_WORDS} mt-1"),
        ),
        rx.el.div(
            rx.el.button(
                t("ui.insight.keep"),
                type="button",
                class_name=theme.TINT,
                on_click=InsightState.answer(question.id, True),  # noqa: FBT003
                data_testid="waiting-keep",
            ),
            rx.el.button(
                t("ui.insight.let_go"),
                type="button",
                class_name=theme.TINT,
                on_click=InsightState.answer(question.id, False),  # noqa: FBT003
                data_testid="waiting-let-go",
            ),
            class_name=f"{theme.PAIR} mt-3",
        ),
        class_name=f"{theme.FOCUS} my-3",
        data_testid="waiting-memory",
    )


def _done() -> rx.Component:
    """What was done, inside the sheet: a toast would lie behind it."""
    return rx.el.div(
        rx.cond(
            (InsightState.done != "") & ~HistoryState.is_open,
            rx.el.div(
                rx.el.span(t(f"ui.insight.done.{InsightState.done}")),
                rx.cond(
                    InsightState.undo_id,
                    rx.el.button(
                        t("ui.undo"),
                        type="button",
                        on_click=InsightState.take_back(InsightState.undo_id),
                        data_testid="insight-undo",
                    ),
                ),
                class_name="toast",
                data_testid="insight-done",
            ),
        ),
        role="status",
        class_name="sticky bottom-0 mt-4",
    )
