from __future__ import annotations

import reflex as rx

from toney_app.views.card_editor.sheet import card_editor_sheet
from toney_app.views.rewire.card_sheet import card_sheet
from toney_app.views.rewire.misfit_sheet import misfit_sheet


def card_sheets() -> rx.Component:
    """A card, what to have instead of it, and the form for one."""
    return rx.fragment(card_sheet(), misfit_sheet(), card_editor_sheet())
