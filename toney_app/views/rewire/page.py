from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.card_words import card_words
from toney_app.components.icons import avatar, icon
from toney_app.components.layout import empty, icon_button, section
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t
from toney_app.props import Shown, Then
from toney_app.views.card_editor.state import CardEditorState
from toney_app.views.rewire.search_state import CardSearchState
from toney_app.views.rewire.searching import results, search_field
from toney_app.views.rewire.state import RewireState

CardVar = Shown


def rewire_view() -> rx.Component:
    shelf = RewireState.shelf
    none_yet = ~shelf.focus.id & (shelf.practising.length() + shelf.toolkit.length() == 0)
    return rx.el.div(
        _head(),
        rx.cond(CardSearchState.is_open, search_field()),
        rx.cond(
            CardSearchState.query,
            results(rx.foreach(CardSearchState.found, _card)),
            rx.fragment(
                rx.cond(shelf.focus.id, _focus(shelf.focus)),
                rx.cond(none_yet, _none_yet()),
                rx.cond(shelf.practising.length() > 0, _practising()),
                rx.cond(shelf.toolkit.length() > 0, _toolkit()),
                rx.cond(RewireState.has_older, _older()),
                _new(),
            ),
        ),
        class_name=theme.PAGE,
    )


def _head() -> rx.Component:
    return rx.fragment(
        rx.el.header(
            rx.el.h1(t("ui.rewire.title"), class_name=theme.DISPLAY),
            icon_button(
                "search",
                t("ui.rewire.search"),
                on_click=CardSearchState.toggle,
                aria_expanded=rx.cond(CardSearchState.is_open, "true", "false"),
                data_testid="cards-search",
            ),
            icon_button(
                "plus",
                t("ui.rewire.new"),
                on_click=_begin_new(),
                data_testid="new-card",
            ),
            class_name="page-head items-center!",
        ),
        rx.el.p(t("ui.rewire.line"), class_name=f"{theme.BODY} {theme.MUTED} mt-0.5"),
    )


def _begin_new() -> Then:
    return [CardEditorState.start_new, browser.open_sheet("card-editor")]


def _new() -> rx.Component:
    """The same as the plus at the top, in words, where the page has room."""
    return rx.el.button(
        icon("plus", theme.ICON_SMALL, "text-current!"),
        t("ui.rewire.new"),
        type="button",
        class_name=f"{theme.SECONDARY} {theme.WIDE} mt-5",
        on_click=_begin_new(),
        data_testid="new-card-below",
    )


def _open(card: CardVar) -> Then:
    return [RewireState.choose(card.id), browser.open_sheet("card")]


def _focus(card: CardVar) -> rx.Component:
    return rx.el.button(
        rx.el.p(
            icon("bookmark", theme.ICON_SMALL),
            rx.cond(card.is_accepted, t("ui.rewire.in_focus"), t("ui.focus.offer")),
            class_name=f"flex items-center gap-[7px] {theme.STRONG} {theme.ACCENT}",
        ),
        rx.el.h2(card.title, class_name=f"{theme.TITLE} mt-[5px]"),
        card_words(card, theme.CARD_TEXT),
        rx.el.p(origin(card), class_name=f"{theme.CAPTION} {theme.MUTED} mt-3.5"),
        type="button",
        class_name=f"{theme.FOCUS} block {theme.WIDE} mt-4",
        on_click=_open(card),
        data_testid="card-item",
    )


def origin(card: CardVar) -> rx.Var[str]:
    """Where a card came from, as one sentence."""
    return t(f"ui.card.origin.{card.origin}", day=browser.date(card.at, "day"))


def kind(card: CardVar) -> rx.Var[str]:
    """Return the kind of a card, in a word or two."""
    return t(f"ui.card.kind.{card.kind}")


def _practising() -> rx.Component:
    return rx.fragment(
        section(t("ui.rewire.practising")),
        rx.el.ul(rx.foreach(RewireState.shelf.practising, _card), class_name="grid gap-2.5"),
    )


def _card(card: CardVar) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.h3(
                rx.el.button(
                    card.title, type="button", class_name="card-open", on_click=_open(card)
                ),
                class_name=theme.HEADING,
            ),
            rx.el.span(icon("ellipsis"), class_name="pt-[3px]", aria_hidden="true"),
            class_name="flex items-start justify-between gap-2",
        ),
        rx.el.p(kind(card), class_name=f"{theme.CAPTION} {theme.QUIET}"),
        card_words(card, f"{theme.VOICE} {theme.MUTED} text-[1.0625rem]", space="mt-1"),
        rx.cond(
            card.rests_since,
            rx.el.p(
                t("ui.rewire.resting", month=browser.date(card.rests_since, "month")),
                class_name=f"{theme.CAPTION} {theme.QUIET} mt-2.5",
            ),
        ),
        rx.cond(
            card.is_misfit,
            rx.el.p(t("ui.rewire.misfit"), class_name=f"{theme.CAPTION} {theme.QUIET} mt-2.5"),
        ),
        class_name=f"{theme.CARD} relative",
        data_testid="card-item",
    )


def _toolkit() -> rx.Component:
    return rx.fragment(
        section(t("ui.rewire.toolkit")),
        rx.el.ul(rx.foreach(RewireState.shelf.toolkit, _kept), class_name=theme.LIST),
    )


def _older() -> rx.Component:
    return rx.el.button(
        t("ui.rewire.older"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.WIDE} mt-2",
        on_click=RewireState.load_older,
        data_testid="older-cards",
    )


def _kept(card: CardVar) -> rx.Component:
    return rx.el.li(
        rx.el.button(
            avatar("avatar avatar-tint"),
            rx.el.span(
                rx.el.span(card.title, class_name=f"block {theme.VOICE} leading-[1.3]"),
                rx.el.span(
                    rx.cond(card.quote, t("ui.quoted", words=card.quote), t("ui.card.yours")),
                    class_name=f"block {theme.SMALL} {theme.QUIET} line-clamp-2",
                ),
                class_name="grow",
            ),
            icon("chevron_right", tone=theme.QUIET),
            type="button",
            class_name=theme.ROW_ITEM,
            on_click=_open(card),
        ),
        data_testid="card-item",
    )


def _none_yet() -> rx.Component:
    return empty(string(REST, weight="1.8"), t("ui.rewire.empty_title"), t("ui.rewire.empty_line"))
