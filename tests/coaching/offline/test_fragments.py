from __future__ import annotations

import pytest

from coaching.offline.fragments import fragment
from coaching.offline.lexicon import lexicon

EN = lexicon("en")
PIECES = {
    "i bought two blankets at four in the morning": "Two blankets at four in the morning",
    "well i waited like 6 min": "6 min",
    "i noticed i was thirsty": "Thirsty",
    "it was warm. and i sat down for it": "Warm",
    "it's just quiet at three. nobody else is up": "Nobody else is up",
    "I guess I'm scared it says I'm someone who can't cope": "Someone who can't cope",
    "there's a drawer in the hall. I put the letters in and close it fast": "A drawer in the hall",
}
NO_PIECE = ("why do I do this", "it's not the letters, it's dad's face", "don't lecture me")


@pytest.mark.parametrize("message", PIECES)
def test_what_holds_a_message_stands_alone(message: str) -> None:
    assert fragment(message, EN) == PIECES[message]


@pytest.mark.parametrize("message", NO_PIECE)
def test_a_question_a_turn_and_an_order_have_no_piece(message: str) -> None:
    assert not fragment(message, EN)
