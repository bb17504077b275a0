from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.props import Handler, Shown
from toney_app.views.insight.history_state import HistoryState


def history() -> rx.Component:
    """The letter as it was then, and what has changed since the one before."""
    count = HistoryState.letters.length()
    return rx.el.div(
        rx.el.button(
            icon("chevron_left", theme.ICON_SMALL),
            t("ui.insight.back"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM} -ml-3",
            on_click=[HistoryState.close, browser.to_head("insight")],
            data_testid="insight-back",
        ),
        rx.cond(count > 1, _slider(), rx.el.p(t("ui.insight.only_one"), class_name=theme.BODY)),
        _letter(),
        class_name="tall",
    )


def _slider() -> rx.Component:
    letter: Shown = HistoryState.letter
    count = HistoryState.letters.length()
    turn_to: Handler = HistoryState.turn_to
    named = t(
        "ui.insight.version", number=letter.number, count=count, day=browser.date(letter.at, "day")
    )
    return rx.el.div(
        rx.el.p(named, class_name=f"{theme.LABEL} {theme.MUTED} num", aria_hidden="true"),
        rx.el.input(
            type="range",
            min=1,
            max=count,
            step=1,
            value=letter.number,
            on_change=turn_to,
            aria_label=t("ui.insight.versions"),
            aria_valuetext=named,
            auto_focus=True,
            class_name="versions",
            data_testid="insight-versions",
        ),
    )


def _letter() -> rx.Component:
    letter: Shown = HistoryState.letter
    day = browser.date(letter.at, "day")
    cause = rx.cond(
        letter.after > 0,
        t("ui.insight.caused_by", number=letter.after),
        t("ui.insight.caused_by_answers"),
    )
    return rx.el.div(
        rx.el.p(
            rx.cond(letter.after > 0, cause, t("ui.insight.written_first", day=day)),
            rx.cond(
                (letter.number > 1) & (letter.new.length() + letter.gone.length() == 0),
                rx.fragment(" ", t("ui.insight.unchanged")),
            ),
            class_name=f"{theme.SMALL} {theme.QUIET} mt-1",
            role="status",
        ),
        rx.cond(letter.new.length() > 0, _lines("new", letter.new)),
        rx.cond(
            letter.gone.length() > 0, _lines("gone", letter.gone, f"line-through {theme.QUIET}")
        ),
        _lines("letter_then", letter.lines),
        data_testid="insight-letter",
    )


def _lines(name: str, lines: Shown, look: str = "") -> rx.Component:
    return rx.el.section(
        rx.el.h3(t(f"ui.insight.{name}"), class_name="insight-head"),
        rx.el.ul(
            rx.foreach(
                lines,
                lambda line: rx.el.li(line, class_name=f"{theme.VOICE} {look} mt-1"),
            ),
            data_testid=f"insight-{name.replace('_', '-')}",
        ),
    )
