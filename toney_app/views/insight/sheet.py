from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import empty, skeleton
from toney_app.components.sheet import sheet
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t
from toney_app.props import Shown
from toney_app.views.insight import sentence
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
        rx.cond(page.parts.length() + page.aside.length() > 0, _letter(), _nothing_yet()),
        rx.cond(page.aside.length() > 0, _aside()),
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


def _aside() -> rx.Component:
    return rx.el.details(
        rx.el.summary(t("ui.insight.aside"), class_name="link", data_testid="insight-aside"),
        rx.el.p(
            t("ui.insight.aside_line"),
            class_name=f"{theme.SMALL} {theme.QUIET} text-pretty mt-2 mb-3",
        ),
        rx.el.div(
            rx.foreach(InsightState.page.aside, sentence.shown), class_name="letter letter-lines"
        ),
        class_name="mt-6",
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
            rx.foreach(part.sentences, sentence.shown),
            class_name=rx.cond(_stand_alone(part), "letter letter-lines", "letter"),
        ),
    )


def _stand_alone(part: SentenceVar) -> rx.Var[bool]:
    """Return True if the items are separate, not one running text."""
    return rx.Var.create(["noticed", "remembers"]).contains(part.name)


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
