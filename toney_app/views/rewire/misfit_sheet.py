from __future__ import annotations

import reflex as rx

from toney_app import browser, offline, theme
from toney_app.components.icons import icon
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.props import Handler, Shown
from toney_app.views.card_editor.state import CardEditorState
from toney_app.views.rewire.misfit_state import MisfitState


def misfit_sheet() -> rx.Component:
    """What to have instead of a card that doesn't fit: another, one's own, or none."""
    return sheet(
        "misfit",
        t("ui.misfit.title"),
        rx.el.div(_choice(), on_mount=MisfitState.arrive),
    )


def _choice() -> rx.Component:
    return rx.fragment(
        rx.el.p(
            t("ui.misfit.line"),
            class_name=f"{theme.BODY} {theme.MUTED} mt-1",
        ),
        rx.cond(
            MisfitState.others.length() > 0,
            rx.el.ul(rx.foreach(MisfitState.others, _starter), class_name="mt-4 grid gap-2.5"),
        ),
        rx.el.div(
            _row(
                "pencil",
                t("ui.misfit.own"),
                [
                    CardEditorState.start_instead,
                    browser.replace_sheet("card-editor"),
                ],
                "misfit-own",
            ),
            _row("x", t("ui.misfit.none"), MisfitState.leave_out, "misfit-none"),
            class_name=f"{theme.LIST} mt-4",
        ),
    )


def _starter(card: Shown) -> rx.Component:
    return rx.el.li(
        rx.el.button(
            rx.el.span(card.title, class_name=f"block {theme.HEADING}"),
            rx.el.span(
                card.content, class_name=f"block {theme.VOICE} {theme.MUTED} text-[1.0625rem] mt-1"
            ),
            type="button",
            class_name=f"{theme.CARD} block text-left {theme.WIDE}",
            on_click=MisfitState.choose(card.id),
            special_props=[offline.needs_server()],
            data_testid="misfit-starter",
        )
    )


def _row(name: str, label: rx.Var[str], on_click: Handler, test_id: str) -> rx.Component:
    return rx.el.button(
        icon(name, tone=theme.MUTED),
        rx.el.span(label, class_name="grow t-body"),
        type="button",
        class_name=theme.ROW_ITEM,
        on_click=on_click,
        special_props=[offline.needs_server()],
        data_testid=test_id,
    )
