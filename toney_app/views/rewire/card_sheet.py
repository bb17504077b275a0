from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.card_words import card_words
from toney_app.components.icons import icon
from toney_app.components.layout import skeleton
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.props import Handler
from toney_app.views.card_editor.state import CardEditorState
from toney_app.views.goals.parts import talk_foot
from toney_app.views.reminders.follow_up import follow_up
from toney_app.views.rewire.misfit_state import MisfitState
from toney_app.views.rewire.page import kind, origin
from toney_app.views.rewire.state import RewireState


def card_sheet() -> rx.Component:
    """The back of a card: its words, where they came from, what can be done with it."""
    return sheet(
        "card",
        t("ui.card.title"),
        rx.el.div(rx.cond(RewireState.chosen.id, _back(), skeleton()), on_mount=RewireState.arrive),
    )


def _back() -> rx.Component:
    card = RewireState.chosen
    return rx.fragment(
        rx.el.p(kind(card), class_name=f"{theme.CAPTION} {theme.QUIET} mt-1"),
        rx.el.h3(card.title, class_name=theme.TITLE),
        card_words(card, theme.CARD_TEXT),
        rx.cond(card.quote, _quote()),
        rx.el.p(origin(card), class_name=f"{theme.CAPTION} {theme.QUIET} mt-3"),
        rx.cond(
            card.practised,
            rx.el.p(
                t("ui.card.practised", count=card.practised),
                class_name=f"{theme.CAPTION} {theme.QUIET}",
            ),
        ),
        follow_up("card", card.id),
        rx.cond(
            RewireState.confirming,
            _confirm(),
            rx.fragment(_actions(), talk_foot(t("ui.card.talk"), RewireState.revisit)),
        ),
    )


def _quote() -> rx.Component:
    return rx.el.div(
        rx.el.p(t("ui.card.you_said"), class_name=f"{theme.CAPTION} {theme.QUIET}"),
        rx.el.p(t("ui.quoted", words=RewireState.chosen.quote), class_name=theme.OWN_WORDS),
        class_name="quote-bar mt-4",
    )


def _actions() -> rx.Component:
    card = RewireState.chosen
    return rx.el.div(
        rx.cond(
            ~card.is_focus | ~card.is_accepted,
            _action("bookmark", t("ui.card.to_focus"), RewireState.put_in_focus, "card-focus"),
        ),
        rx.cond(
            card.is_focus,
            _action(
                "thumbs_down",
                t("ui.misfit.open"),
                [MisfitState.ask(card.id), browser.replace_sheet("misfit")],
                "card-misfit",
            ),
        ),
        _action(
            "pencil",
            t("ui.card.edit"),
            [CardEditorState.start_edit, browser.open_sheet("card-editor")],
            "card-edit",
        ),
        rx.cond(
            ~card.is_kept,
            _action("hand_heart", t("ui.card.graduate"), RewireState.graduate, "card-graduate"),
        ),
        _action(
            "trash_2",
            t("ui.card.delete"),
            RewireState.ask_to_delete,
            "card-delete",
            tone="text-danger",
        ),
        class_name=f"{theme.LIST} mt-5",
    )


def _action(
    name: str, label: rx.Var[str], on_click: Handler, test_id: str, tone: str = ""
) -> rx.Component:
    return rx.el.button(
        icon(name, tone=tone or theme.MUTED),
        rx.el.span(label, class_name="grow t-body"),
        type="button",
        class_name=f"{theme.ROW_ITEM} {tone}".strip(),
        on_click=on_click,
        data_testid=test_id,
    )


def _confirm() -> rx.Component:
    return rx.el.div(
        rx.el.p(t("ui.card.delete_question"), class_name=theme.BODY),
        rx.el.div(
            rx.el.button(
                t("ui.card.delete_yes"),
                type="button",
                class_name=theme.DANGER,
                on_click=RewireState.delete,
                data_testid="card-delete-yes",
            ),
            rx.el.button(
                t("ui.card.delete_no"),
                type="button",
                class_name=theme.SECONDARY,
                on_click=RewireState.choose(RewireState.chosen.id),
            ),
            class_name=f"{theme.PAIR} mt-3",
        ),
        class_name="mt-5",
        role="alert",
    )
