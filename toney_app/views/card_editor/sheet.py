from __future__ import annotations

import reflex as rx

from coaching.values.enums import CardKind
from toney_app import browser, outbox, theme
from toney_app.components.icons import icon
from toney_app.components.layout import problem
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.card_editor.fields import parts
from toney_app.views.card_editor.present import MAX_WORDS
from toney_app.views.card_editor.state import CardEditorState

FORM = "card-form"


def card_editor_sheet() -> rx.Component:
    draft, kind = CardEditorState.draft, CardEditorState.kind
    is_plan, is_kit = kind == CardKind.PLAN.value, kind == CardKind.CONVERSATION.value
    return sheet(
        "card-editor",
        rx.cond(draft.id, t("ui.editor.edit"), t("ui.editor.new")),
        rx.cond(draft.quote != draft.content, _quote(t("ui.card.you_said"), draft.quote)),
        rx.cond(draft.reply, _quote(t("ui.editor.toney_said"), draft.reply)),
        rx.el.form(
            _kind(),
            _title(),
            rx.el.div(_sentence(), hidden=is_plan | is_kit),
            rx.el.div(parts(CardKind.PLAN), hidden=~is_plan),
            rx.el.div(parts(CardKind.CONVERSATION), hidden=~is_kit),
            rx.cond(is_kit, rx.fragment(), _hint()),
            rx.cond(CardEditorState.problem > 0, _problem(is_plan | is_kit)),
            _focus_switch(),
            rx.el.button(
                t("ui.editor.save"),
                type="submit",
                class_name=f"{theme.PRIMARY} {theme.WIDE} mt-3.5",
                data_testid="save-card",
            ),
            on_submit=CardEditorState.save,
            special_props=[outbox.kept_form("card-", draft.about)],
            # Fields begin anew with each draft.
            key=draft.number,
            data_begins_anew="true",
            id=FORM,
            class_name="mt-4",
        ),
    )


def _quote(who: rx.Var[str], words: rx.Var[str]) -> rx.Component:
    return rx.el.div(
        rx.el.p(who, class_name=f"{theme.CAPTION} {theme.QUIET}"),
        rx.el.p(t("ui.quoted", words=words), class_name=f"{theme.OWN_WORDS} line-clamp-4"),
        class_name="quote-bar mt-2",
    )


def _kind() -> rx.Component:
    """Select the kind of card; a starter card keeps its kind."""
    kinds = [rx.el.option(t(f"ui.card.kind.{kind.value}"), value=kind.value) for kind in CardKind]
    return rx.el.div(
        rx.el.label(t("ui.editor.kind"), html_for="kind-field", class_name="field-label"),
        rx.el.div(
            rx.el.select(
                *kinds,
                name="kind",
                default_value=CardEditorState.draft.kind,
                on_change=CardEditorState.choose_kind,
                class_name=theme.INPUT,
                custom_attrs={"id": "kind-field"},
                data_testid="card-kind",
            ),
            icon("chevron_down", theme.ICON_SMALL),
            class_name="picker",
        ),
        class_name="mb-4",
    )


def _title() -> rx.Component:
    return rx.el.div(
        rx.el.label(t("ui.editor.title"), html_for="title-field", class_name="field-label"),
        rx.el.input(
            name="title",
            max_length=80,
            default_value=CardEditorState.draft.title,
            placeholder=t("ui.editor.title_hint"),
            class_name=f"{theme.INPUT} {theme.HEADING}",
            custom_attrs={"id": "title-field", "autoComplete": "off"},
        ),
    )


def _sentence() -> rx.Component:
    return rx.el.div(
        rx.el.label(t("ui.editor.sentence"), html_for="content-field", class_name="field-label"),
        rx.el.textarea(
            name="content",
            max_length=400,
            rows="4",
            default_value=CardEditorState.draft.content,
            placeholder=t("ui.editor.sentence_hint"),
            class_name=f"{theme.AREA} {theme.CARD_TEXT}",
            custom_attrs={"id": "content-field"},
        ),
        class_name="mt-4",
    )


def _hint() -> rx.Component:
    """How long it is; the page counts, however the words came into the fields."""
    draft = CardEditorState.draft
    count = browser.words_in(FORM, draft.number, CardEditorState.kind)
    return rx.el.div(
        rx.el.span(rx.cond(count > MAX_WORDS, t("ui.editor.shorter"), t("ui.editor.help"))),
        rx.el.span(
            rx.cond(
                count > MAX_WORDS,
                t("ui.editor.too_many", count=count, most=MAX_WORDS),
                t("ui.editor.words", count=count, most=MAX_WORDS),
            ),
            class_name="num whitespace-nowrap",
            data_testid="card-words",
        ),
        class_name="hint flex flex-wrap justify-between gap-x-3",
    )


def _problem(has_parts: rx.Var[bool]) -> rx.Component:
    needed = rx.cond(has_parts, t("ui.editor.needs_part"), t("ui.editor.needs_words"))
    return rx.el.div(problem(needed), key=CardEditorState.problem, data_until_typed="true")


def _focus_switch() -> rx.Component:
    return rx.el.label(
        rx.el.span(
            rx.el.span(t("ui.editor.focus"), class_name=f"block {theme.STRONG}"),
            rx.cond(
                CardEditorState.draft.moves_focus,
                rx.el.span(t("ui.editor.focus_hint"), class_name=f"{theme.SMALL} {theme.QUIET}"),
            ),
            class_name="flex-1",
        ),
        rx.el.input(
            type="checkbox",
            name="focus",
            default_checked=CardEditorState.draft.instead != "",
            class_name="switch",
            role="switch",
        ),
        class_name="mt-3.5 flex min-h-[52px] items-center gap-3",
    )
