from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.content import ALL_TENSIONS, starter_cards
from coaching.rules.keeping import card_text, keep_card
from coaching.text.lexicon import lexicon

if TYPE_CHECKING:
    from coaching.values.enums import Tension


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("tension", ALL_TENSIONS)
def test_a_starter_card_is_drafted_to_its_last_full_stop(tension: Tension, language: str) -> None:
    for card in starter_cards(tension, language):
        kept = keep_card(card.content, lexicon(language), title=card.title)

        assert kept.words == card.content


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I can look. Then I stop.", "I can look. Then I stop."),
        ("I can look. Then I stop", "I can look. Then I stop"),
        ("so yeah, i can look once.", "I can look once"),
    ],
)
def test_words_of_two_sentences_keep_the_full_stop_that_was_written(said: str, kept: str) -> None:
    assert card_text(said, lexicon("en")) == kept
