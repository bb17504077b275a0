from __future__ import annotations

import reflex as rx

from toney_app import browser, recovery_code, theme
from toney_app.components.icons import icon
from toney_app.components.layout import busy, problem, section, waiting
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.consent import present
from toney_app.views.consent.agreement import legal_links, receiver
from toney_app.views.consent.state import ConsentState


def data_sheet() -> rx.Component:
    """Everything of a person: out, or gone."""
    return sheet(
        "data",
        t("ui.data.title"),
        rx.el.div(
            rx.cond(ConsentState.loaded, _consent(), waiting("h-[120px]")),
            on_mount=ConsentState.load,
        ),
        section(t("ui.data.take_title")),
        rx.el.p(t("ui.data.take_what"), class_name=f"{theme.BODY} {theme.MUTED}"),
        files(),
        section(t("ui.data.delete_title")),
        rx.el.p(t("ui.data.delete_what"), class_name=f"{theme.BODY} {theme.MUTED}"),
        _deletion(),
    )


def _consent() -> rx.Component:
    """What was agreed to, and how to withdraw it."""
    given = t(
        "ui.consent.given",
        day=browser.date(ConsentState.given_at, "day"),
        receiver=receiver(),
    )
    return rx.fragment(
        rx.el.p(
            rx.cond(ConsentState.given_at, given, t("ui.consent.none")),
            class_name=f"{theme.BODY} {theme.MUTED}",
            data_testid="consent-state",
        ),
        legal_links(),
        rx.cond(ConsentState.records.length() > 0, _records()),
        rx.cond(
            ConsentState.given_at,
            _withdrawal(),
            rx.el.button(
                t("ui.consent.again"),
                type="button",
                class_name=f"{theme.SECONDARY} {theme.WIDE} mt-3",
                on_click=browser.replace_sheet("consent"),
                data_testid="consent-again",
            ),
        ),
    )


def _records() -> rx.Component:
    """Each consent with the words that were shown then."""
    return rx.el.details(
        rx.el.summary(t("ui.consent.read"), class_name="link", data_testid="consent-records"),
        rx.foreach(ConsentState.records, _record),
        class_name="mt-3",
    )


def _record(found: rx.vars.ObjectVar[present.Record]) -> rx.Component:
    day = browser.date(found.given_at, "day")
    ended = t("ui.consent.withdrawn_on", day=browser.date(found.withdrawn_at, "day"))
    return rx.el.div(
        rx.el.p(
            day,
            " · ",
            t("ui.consent.version", version=found.version),
            rx.cond(found.withdrawn_at, rx.el.span(" · ", ended), rx.fragment()),
            class_name=f"{theme.SMALL} {theme.QUIET} mt-3",
        ),
        rx.el.p(found.text, class_name=f"{theme.BODY} mt-1 whitespace-pre-line"),
        key=found.id,
    )


def _withdrawal() -> rx.Component:
    return rx.el.details(
        rx.el.summary(
            t("ui.consent.withdraw"),
            class_name=f"{theme.DANGER} -ml-3",
            data_testid="consent-withdraw",
        ),
        rx.el.p(t("ui.consent.stops"), class_name=f"{theme.BODY} mt-2"),
        rx.el.div(
            rx.el.button(
                t("ui.sessions.keep"),
                type="button",
                class_name=theme.SECONDARY,
                special_props=[recovery_code.folds()],
                data_testid="consent-withdraw-no",
            ),
            rx.el.button(
                t("ui.consent.withdraw"),
                type="button",
                class_name=f"{theme.SECONDARY} text-danger",
                on_click=ConsentState.withdraw,
                data_testid="consent-withdraw-yes",
            ),
            class_name=f"{theme.PAIR} mt-4",
        ),
        class_name="mt-3",
        special_props=[recovery_code.unfolds()],
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
        rx.el.summary(
            t("ui.data.delete"),
            class_name=f"{theme.DANGER} -ml-3",
            data_testid="delete-account",
        ),
        rx.el.p(t("ui.data.delete_question"), class_name=f"{theme.BODY} mt-2"),
        rx.el.p(t("ui.data.take_first"), class_name=f"{theme.BODY} {theme.MUTED} mt-3"),
        files(),
        rx.el.div(
            rx.el.button(
                t("ui.data.keep"),
                type="button",
                class_name=theme.SECONDARY,
                special_props=[recovery_code.folds()],
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
        special_props=[recovery_code.unfolds()],
    )
