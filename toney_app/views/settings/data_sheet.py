from __future__ import annotations

import reflex as rx

from toney_app import browser, theme, way_back
from toney_app.components.icons import icon
from toney_app.components.layout import busy, problem, section
from toney_app.components.sheet import sheet
from toney_app.copy import t


def data_sheet() -> rx.Component:
    """Everything of a person: out, or gone."""
    return sheet(
        "data",
        t("ui.data.title"),
        section(t("ui.data.take_title")),
        rx.el.p(t("ui.data.take_what"), class_name=f"{theme.BODY} {theme.MUTED}"),
        files(),
        section(t("ui.data.delete_title")),
        rx.el.p(t("ui.data.delete_what"), class_name=f"{theme.BODY} {theme.MUTED}"),
        _deletion(),
    )


def files() -> rx.Component:
    """Everything as a page and as a file, to take along."""
    return rx.el.div(
        _file("book_open_text", t("ui.data.to_read"), "html"),
        _file("braces", t("ui.data.for_programs"), "json"),
        class_name=f"{theme.LIST} mt-3",
    )


def _file(name: str, label: rx.Var[str], form: str) -> rx.Component:
    return rx.el.a(
        icon(name, tone=theme.MUTED),
        rx.el.span(label, class_name="grow t-body"),
        icon("download", tone=theme.QUIET),
        href=f"/api/export?form={form}",
        class_name=theme.ROW_ITEM,
        custom_attrs={"download": "", "reloadDocument": True},
        data_testid=f"export-{form}",
    )


@rx.memo
def _deletion() -> rx.Component:
    state, begins = browser.delete_account()
    return rx.el.details(
        rx.el.summary(t("ui.data.delete"), class_name=theme.DANGER, data_testid="delete-account"),
        rx.el.p(t("ui.data.delete_question"), class_name=f"{theme.BODY} mt-2"),
        rx.el.p(t("ui.data.take_first"), class_name=f"{theme.BODY} {theme.MUTED} mt-3"),
        files(),
        rx.el.div(
            rx.el.button(
                t("ui.data.keep"),
                type="button",
                class_name=theme.SECONDARY,
                special_props=[way_back.folds()],
                data_testid="delete-account-no",
            ),
            rx.el.button(
                rx.cond(state == "busy", busy(t("ui.data.deleting")), t("ui.data.delete_yes")),
                type="button",
                class_name=f"{theme.SECONDARY} text-danger",
                disabled=state == "busy",
                special_props=[begins],
                data_testid="delete-account-yes",
            ),
            class_name=f"{theme.PAIR} mt-4",
        ),
        rx.cond(
            state == "failed",
            rx.el.div(problem(t("ui.data.delete_failed")), class_name="mt-2"),
        ),
        class_name="mt-3 pb-4",
    )
