from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.help.safety_card import safety_card
from toney_app.views.practices.player_state import CARE, PlayerState


def care_sheet() -> rx.Component:
    """The crisis view of the chat, for text written in an exercise."""
    return sheet(
        CARE,
        t("ui.practice.care"),
        rx.el.p(
            PlayerState.care_words, class_name=f"{theme.CARD_TEXT} mb-4", data_testid="safety-words"
        ),
        safety_card(category=PlayerState.care, level="crisis"),
    )
