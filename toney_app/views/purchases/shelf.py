"""The shelf: what waits for a day, then how the urge is, then the choice again."""

from __future__ import annotations

import reflex as rx

from coaching.values.purchases import NOTE_MAX, Urge
from toney_app import browser, frame, offline, theme
from toney_app.components.icons import icon
from toney_app.components.layout import empty, row, section, skeleton
from toney_app.components.row_menu import entry, row_menu
from toney_app.components.sheet import sheet
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t
from toney_app.props import Attributes
from toney_app.views.purchases import flow, present
from toney_app.views.purchases.state import Decision, ShelfState

PurchaseVar = rx.vars.ObjectVar[present.Purchase]
NAME = "shelf"
_DECISIONS: tuple[Decision, ...] = ("wait", "buy", "leave")


def shelf_sheet() -> rx.Component:
    return sheet(
        NAME,
        t("ui.shelf.title"),
        rx.el.p(t("ui.shelf.line"), class_name=f"{theme.BODY} {theme.MUTED}"),
        rx.cond(ShelfState.loaded, _shelf(), skeleton()),
        rx.el.div(
            frame.toast(),
            rx.el.button(
                icon("plus"),
                t("ui.shelf.add"),
                type="button",
                class_name=f"{theme.SECONDARY} {theme.WIDE}",
                on_click=browser.replace_sheet(flow.NAME),
                data_testid="shelf-add",
            ),
            class_name="sheet-foot",
        ),
        rx.el.span(hidden=True, on_mount=ShelfState.load),
    )


def home_row() -> rx.Component:
    """The way in from home: to the shelf while something is on it."""
    over, waiting = ShelfState.over, ShelfState.waiting
    start = row(
        "shopping_bag",
        t("ui.purchase.title"),
        on_click=browser.open_sheet(flow.NAME),
        data_testid="purchase-open",
    )
    shelf = row(
        "shopping_bag",
        t("ui.purchase.title"),
        value=rx.cond(over.length() > 0, t("ui.shelf.over_row"), t("ui.shelf.waiting_row")),
        on_click=[ShelfState.load, browser.open_sheet(NAME)],
        data_testid="purchase-open",
    )
    return rx.cond((over.length() > 0) | (waiting.length() > 0), shelf, start)


def _shelf() -> rx.Component:
    over, waiting, bought = ShelfState.over, ShelfState.waiting, ShelfState.bought
    here = (over.length() > 0) | (waiting.length() > 0)
    on_the_way = offline.waiting("purchase")
    return rx.fragment(
        rx.cond(
            here,
            _string(),
            rx.cond(
                on_the_way.length() > 0,
                rx.fragment(),
                empty(string(REST, weight="1.8"), t("ui.shelf.none"), t("ui.shelf.none_line")),
            ),
        ),
        rx.cond(ShelfState.noting.id, _noting()),
        rx.cond(
            over.length() > 0,
            rx.fragment(section(t("ui.shelf.over")), rx.foreach(over, _over)),
        ),
        rx.cond(
            (waiting.length() > 0) | (on_the_way.length() > 0),
            rx.fragment(
                section(t("ui.shelf.waiting")),
                rx.foreach(on_the_way, _on_the_way),
                rx.foreach(waiting, _waiting),
            ),
        ),
        rx.cond(
            here,
            rx.el.p(
                t("ui.shelf.either"), class_name=f"{theme.SMALL} {theme.QUIET} mt-4 text-balance"
            ),
        ),
        rx.cond(
            bought.length() > 0,
            rx.fragment(section(t("ui.shelf.bought")), rx.foreach(bought, _bought)),
        ),
    )


def _string() -> rx.Component:
    """Draw a slack string from edge to edge with the coin on it."""
    drawn: Attributes = {"stroke": "currentColor", "strokeWidth": "2.4", "strokeLinecap": "round"}
    return rx.el.svg(
        rx.el.path(d="M0 14C90 96 250 96 350 26", custom_attrs=drawn),
        rx.el.circle(cx="178.9", cy="61.1", r="15", custom_attrs={"fill": "currentColor"}),
        view_box="0 0 350 96",
        class_name="w-full mt-2.5 mb-1 overflow-visible text-accent",
        custom_attrs={"aria-hidden": "true", "fill": "none"},
    )


def _card(one: PurchaseVar, *children: rx.Component) -> rx.Component:
    return rx.el.article(
        rx.el.div(
            rx.el.h3(_name(one), class_name=f"{theme.HEADING} grow"),
            _menu(one),
            class_name="flex items-start justify-between gap-2",
        ),
        rx.cond(
            ShelfState.priced == one.id,
            rx.el.p(browser.amount(one.price), class_name=f"{theme.BODY} num"),
        ),
        *children,
        class_name=f"{theme.CARD} shelf-card",
        key=one.id,
        data_testid="shelf-item",
    )


def _name(one: PurchaseVar) -> rx.Var[str]:
    return rx.cond(one.item, one.item, t("ui.shelf.something"))


def _menu(one: PurchaseVar) -> rx.Component:
    is_shown = ShelfState.priced == one.id
    return row_menu(
        t("ui.shelf.more", item=_name(one)),
        rx.cond(
            one.price.to(int) >= 0,
            entry(
                "eye",
                rx.cond(is_shown, t("ui.shelf.hide_price"), t("ui.shelf.show_price")),
                ShelfState.show_price(one.id),
                "shelf-price",
            ),
        ),
        entry(
            "trash_2",
            t("ui.shelf.delete"),
            ShelfState.decide(one.id, "leave"),
            "shelf-delete",
            special_props=[offline.needs_server()],
        ),
        place="menu-end",
        test_id="shelf-menu",
    )


def _over(one: PurchaseVar) -> rx.Component:
    time, day = browser.date(one.put_at, "time"), browser.date(one.put_at, "day")
    since = rx.cond(
        one.since == "yesterday",
        t("ui.shelf.since_yesterday", time=time),
        t("ui.shelf.since", day=day),
    )
    return _card(
        one,
        rx.el.p(since, " ", t("ui.shelf.how"), class_name=f"{theme.BODY} {theme.MUTED} mt-1"),
        rx.el.div(
            *(_urge(one, urge) for urge in Urge),
            class_name="two mt-3.5",
            role="group",
            aria_label=t("ui.shelf.how"),
        ),
        rx.cond(
            one.urge,
            rx.fragment(
                rx.el.p(
                    t("ui.purchase.choose"),
                    class_name=f"{theme.BODY} {theme.MUTED} mt-4",
                    role="status",
                ),
                rx.el.div(*(_decide(one, name) for name in _DECISIONS), class_name="three mt-2"),
            ),
        ),
    )


def _urge(one: PurchaseVar, urge: Urge) -> rx.Component:
    is_chosen = one.urge == urge.value
    return rx.el.button(
        t(f"ui.shelf.urge.{urge}"),
        type="button",
        class_name=rx.cond(is_chosen, theme.TINT, theme.SECONDARY),
        aria_pressed=rx.cond(is_chosen, "true", "false"),
        on_click=ShelfState.say_urge(one.id, urge.value),
        special_props=[offline.needs_server()],
        data_testid=f"urge-{urge}",
    )


def _decide(one: PurchaseVar, decision: Decision) -> rx.Component:
    return rx.el.button(
        t(f"ui.purchase.{decision}"),
        type="button",
        class_name=theme.SECONDARY,
        on_click=ShelfState.decide(one.id, decision),
        special_props=[offline.needs_server()],
        data_testid=f"shelf-{decision}",
    )


def _waiting(one: PurchaseVar) -> rx.Component:
    time = browser.date(one.waits_until, "time")
    until = rx.cond(
        one.until == "today", t("ui.shelf.until_today", time=time), t("ui.shelf.until", time=time)
    )
    plan = rx.el.p(
        rx.el.span(t("ui.goal.if"), class_name=theme.ACCENT),
        t("ui.purchase.plan_if"),
        rx.el.span(t("ui.goal.then"), class_name=theme.ACCENT),
        " ",
        one.plan,
        class_name=f"{theme.VOICE} mt-2 wrap-anywhere",
    )
    return _card(
        one,
        rx.el.p(until, class_name=f"{theme.BODY} {theme.MUTED} num mt-1"),
        rx.cond(one.plan, plan),
    )


def _on_the_way(thing: rx.vars.ObjectVar[offline.Waiting]) -> rx.Component:
    """It is on this device and goes out with the connection."""
    return rx.el.article(
        rx.el.h3(thing.text, class_name=theme.HEADING),
        rx.cond(
            browser.cut_off,
            rx.el.p(
                icon("clock_3", theme.ICON_SMALL),
                t("ui.not_saved.offline"),
                class_name=f"{theme.SMALL} {theme.MUTED} mt-1 flex items-center gap-1.5",
                role="status",
            ),
        ),
        class_name=f"{theme.CARD} shelf-card",
        key=thing.client,
        data_testid="shelf-on-the-way",
    )


def _noting() -> rx.Component:
    return rx.el.form(
        rx.el.label(
            t("ui.purchase.felt_title"),
            html_for="shelf-note",
            class_name=f"block {theme.STRONG} mb-2",
        ),
        rx.el.textarea(
            name="note",
            rows="2",
            max_length=NOTE_MAX,
            class_name=f"{theme.AREA} {theme.VOICE}",
            custom_attrs={"id": "shelf-note", "autoComplete": "off"},
            special_props=[browser.draft("shelf-note")],
            data_testid="shelf-note",
        ),
        rx.el.div(
            rx.el.button(
                t("ui.purchase.save"),
                type="submit",
                class_name=theme.PRIMARY,
                data_testid="shelf-note-save",
            ),
            rx.el.button(
                t("ui.check_in.not_now"),
                type="button",
                class_name=theme.SECONDARY,
                on_click=ShelfState.note_later,
            ),
            class_name=f"{theme.PAIR} mt-3",
        ),
        on_submit=ShelfState.write,
        key=ShelfState.noting.id,
        class_name="mt-4",
    )


def _bought(one: PurchaseVar) -> rx.Component:
    return _card(
        one,
        rx.cond(one.note, rx.el.p(t("ui.quoted", words=one.note), class_name=theme.OWN_WORDS)),
        rx.el.p(browser.date(one.at, "day"), class_name=f"{theme.SMALL} {theme.QUIET} mt-1"),
    )
