from __future__ import annotations

import reflex as rx

from coaching.content.card_parts import PARTS
from coaching.values.enums import CardKind
from toney_app import theme
from toney_app.copy import t
from toney_app.views.card_editor.state import CardEditorState

_NEEDED = frozenset({"cue", "response", "opening", "ask"})


def parts(kind: CardKind) -> rx.Component:
    """The fields of a plan or of a conversation kit, one for each of its parts."""
    return rx.el.div(*(_part(name) for name in PARTS[kind]), class_name="mt-4 grid gap-3.5")


def _part(name: str) -> rx.Component:
    field = f"{name}-field"
    # The parts of a plan stand in the middle of a sentence.
    capitals = "none" if name in PARTS[CardKind.PLAN] else "sentences"
    optional = rx.el.span(
        t("ui.editor.optional"), class_name=f"{theme.CAPTION} {theme.QUIET} font-normal"
    )
    return rx.el.div(
        rx.el.label(
            t(f"ui.card.part.{name}"),
            *([] if name in _NEEDED else [" ", optional]),
            html_for=field,
            class_name="field-label",
        ),
        rx.el.textarea(
            name=name,
            max_length=400,
            rows="2",
            default_value=CardEditorState.draft.parts.to(dict[str, str])[name],
            placeholder=t(f"ui.editor.hint.{name}"),
            class_name=f"{theme.AREA} {theme.CARD_TEXT}",
            custom_attrs={"id": field, "autoCapitalize": capitals},
            data_testid=f"card-{name}",
        ),
    )
