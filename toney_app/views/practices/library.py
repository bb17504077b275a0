"""The list of practices: the one that is running or fits best, then the others."""

from __future__ import annotations

import reflex as rx

from toney_app import browser, offline, theme
from toney_app.components.icons import icon
from toney_app.components.layout import section, skeleton
from toney_app.components.sheet import sheet
from toney_app.components.tension_drawings import string
from toney_app.copy import t
from toney_app.props import Handler, Prop, Shown
from toney_app.session_state import SessionState
from toney_app.views.goals.overview import home_row
from toney_app.views.money.sheet import home_row as money_row
from toney_app.views.practices import kinds, present
from toney_app.views.practices.library_state import PracticesState
from toney_app.views.practices.player_state import PLAYER, PlayerState
from toney_app.views.purchases.shelf import home_row as purchase_row

ItemVar = rx.vars.ObjectVar[present.Item]


def library_sheet() -> rx.Component:
    return sheet(
        "practices",
        t("ui.practices.title"),
        rx.el.div(
            rx.el.p(t("ui.practices.line"), class_name=f"{theme.BODY} {theme.MUTED} text-balance"),
            rx.cond(PracticesState.running, _running()),
            rx.cond(
                PracticesState.items.length() > 0,
                _list(),
                rx.cond(PracticesState.loaded, _none(), skeleton()),
            ),
            class_name="tall pb-6",
            on_mount=PracticesState.load,
        ),
    )


def home_rows() -> rx.Component:
    """On home: go on with what is running, or a short one; and all of them.

    Without a connection: what works without it.
    """
    return rx.fragment(
        section(rx.cond(browser.cut_off, t("ui.offline.works"), t("ui.home.more"))),
        rx.el.div(
            rx.cond(
                PracticesState.running,
                _row(
                    "play",
                    t("ui.practices.go_on", title=PracticesState.running),
                    [PlayerState.resume, browser.open_sheet(PLAYER)],
                    without=offline.goes_on(),
                ),
                rx.cond(
                    browser.cut_off,
                    _row(
                        "wind",
                        t("ui.offline.practice"),
                        PlayerState.start_best,
                        without=offline.starts(),
                    ),
                    _row(
                        "timer",
                        t("ui.home.practice"),
                        PlayerState.start_best,
                        without=offline.starts(),
                    ),
                ),
            ),
            _row(
                "list",
                t("ui.practices.title"),
                [PracticesState.load, browser.open_sheet("practices")],
                "practices-open",
            ),
            purchase_row(),
            money_row(),
            rx.cond(
                browser.cut_off,
                _row("life_buoy", t("ui.help.now"), browser.open_sheet("help"), "help-row"),
                rx.fragment(home_row(), _notes_row()),
            ),
            class_name=theme.LIST,
        ),
    )


def _notes_row() -> rx.Component:
    return _row("sticky_note", t("ui.notes.title"), browser.open_sheet("notes"), "notes-open")


def _row(
    name: str,
    label: rx.Var[str],
    does: Handler,
    test_id: str = "practice-open",
    *,
    without: Prop | None = None,
) -> rx.Component:
    """One row; `without` has the props of what it does without a connection."""
    return rx.el.button(
        icon(name, tone=theme.MUTED),
        rx.el.span(label, class_name="grow t-body"),
        icon("chevron_right", tone=theme.QUIET),
        type="button",
        class_name=theme.ROW_ITEM,
        on_click=does,
        special_props=[without] if without is not None else [],
        data_testid=test_id,
    )


def _list() -> rx.Component:
    alone = _row("wind", t("ui.offline.practice"), PlayerState.start_best, without=offline.starts())
    return rx.fragment(
        rx.cond(
            browser.cut_off,
            rx.fragment(section(t("ui.offline.works")), rx.el.div(alone, class_name=theme.LIST)),
            rx.cond(PracticesState.running, rx.fragment(), _best(PracticesState.items[0])),
        ),
        section(rx.cond(browser.cut_off, t("ui.offline.others"), t("ui.practices.others"))),
        rx.cond(browser.cut_off, rx.fragment(), _groups()),
        rx.el.ul(rx.foreach(PracticesState.items, _item), class_name=f"{theme.LIST} practice-list"),
    )


def _groups() -> rx.Component:
    return rx.el.div(
        _group(""),
        *(rx.cond(PracticesState.groups.contains(name), _group(name)) for name in kinds.GROUPS),
        role="group",
        aria_label=t("ui.practices.for"),
        class_name="chips-row",
    )


def _group(name: str) -> rx.Component:
    is_on = PracticesState.group == name
    return rx.el.button(
        rx.cond(is_on, icon("check", theme.ICON_SMALL)),
        t(f"ui.practices.for.{name or 'all'}"),
        type="button",
        class_name="chip chip-choice",
        aria_pressed=rx.cond(is_on, "true", "false"),
        on_click=PracticesState.show(name),
        data_testid="practice-group",
    )


def _best(item: ItemVar) -> rx.Component:
    return rx.el.section(
        rx.el.span(string(SessionState.accent, weight="3.2"), class_name="focus-art"),
        rx.el.p(
            t("ui.practices.fits"),
            class_name=f"{theme.LABEL} {theme.ACCENT} font-semibold mr-27",
        ),
        rx.el.h3(item.title, class_name=f"{theme.HEADING} mt-[22px]"),
        rx.el.p(item.promise, class_name=f"{theme.VOICE} mt-1"),
        rx.cond(item.because, _because(item)),
        rx.el.button(
            icon("play", theme.ICON_SMALL),
            t("ui.practices.start", count=item.minutes),
            type="button",
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-3.5",
            on_click=PlayerState.start(item.id),
            special_props=[offline.starts(item.id)],
            data_testid="practice-start",
        ),
        class_name=f"{theme.FOCUS} mt-3.5",
    )


def _because(item: ItemVar) -> rx.Component:
    return rx.el.p(
        rx.cond(
            item.because == "first_time",
            t("ui.practices.because_first"),
            t("ui.practices.because", tension=item.because),
        ),
        class_name=f"{theme.SMALL} {theme.MUTED} mt-2",
        data_testid="practice-because",
    )


def _running() -> rx.Component:
    return rx.el.section(
        rx.el.p(
            t("ui.practices.running"), class_name=f"{theme.LABEL} {theme.ACCENT} font-semibold"
        ),
        rx.el.h3(PracticesState.running, class_name=f"{theme.HEADING} mt-2"),
        rx.el.button(
            icon("play", theme.ICON_SMALL),
            t("ui.practices.resume"),
            type="button",
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-3.5",
            on_click=[PlayerState.resume, browser.replace_sheet(PLAYER)],
            special_props=[offline.goes_on()],
            data_testid="practice-resume",
        ),
        class_name=f"{theme.FOCUS} mt-3.5",
    )


def _item(item: ItemVar) -> Shown:
    icons = [(id_, icon(drawn, tone=theme.MUTED)) for id_, (_, drawn) in kinds.OF_PRACTICE.items()]
    is_shown = (PracticesState.group == "") | (PracticesState.group == item.group)
    return rx.el.li(
        rx.el.button(
            rx.match(item.id, *icons, rx.fragment()),
            rx.el.span(
                rx.el.span(item.title, class_name="block t-body font-medium text-ink"),
                rx.el.span(item.promise, class_name=f"block {theme.SMALL} {theme.QUIET} mt-px"),
                class_name="grow",
            ),
            rx.el.span(
                t("ui.practices.minutes", count=item.minutes),
                class_name=f"val {theme.SMALL} num whitespace-nowrap",
            ),
            type="button",
            class_name=f"{theme.ROW_ITEM} flex-nowrap! text-left",
            on_click=PlayerState.start(item.id),
            special_props=[offline.starts(item.id)],
            data_testid="practice-item",
        ),
        hidden=~(is_shown | browser.cut_off),
        key=item.id,
    )


def _none() -> rx.Component:
    return rx.el.p(t("ui.practices.empty"), class_name=f"{theme.CARD_TEXT} mt-6")
