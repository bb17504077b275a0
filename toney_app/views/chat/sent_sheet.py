from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.layout import section
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.chat.sent_state import SentState


def sent_sheet() -> rx.Component:
    """What was sent to whom for one reply."""
    shown = SentState.shown
    return sheet(
        "sent",
        t("ui.sent.title"),
        rx.cond(
            shown.provider,
            _sent(),
            rx.el.p(
                t("ui.sent.nothing"), class_name=f"{theme.BODY} mt-2", data_testid="sent-nothing"
            ),
        ),
        rx.el.div(class_name="pb-6"),
    )


def _sent() -> rx.Component:
    shown = SentState.shown
    return rx.fragment(
        section(t("ui.sent.to", provider=shown.provider)),
        _lines(
            rx.cond(shown.coach, rx.el.li(t("ui.sent.coach", model=shown.coach))),
            rx.cond(shown.observer, rx.el.li(t("ui.sent.observer", model=shown.observer))),
        ),
        section(t("ui.sent.kinds")),
        _lines(rx.foreach(shown.kinds, lambda kind: rx.el.li(t(f"ui.sent.kind.{kind}")))),
        rx.cond(shown.searches.length() > 0, section(t("ui.sent.searches"))),
        _lines(
            rx.foreach(
                shown.searches,
                lambda row: rx.el.li(t("ui.sent.search", place=row[0], query=row[1])),
            )
        ),
    )


def _lines(*lines: rx.Component) -> rx.Component:
    return rx.el.ul(*lines, class_name=f"{theme.BODY} list-disc pl-5 grid gap-1.5 wrap-anywhere")
