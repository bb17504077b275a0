from __future__ import annotations

import pytest

from coaching.offline.echoes import echo, inside
from coaching.offline.lexicon import lexicon

EN = lexicon("en")
SAID_BACK = {
    "idk. I put the letters in and close it fast": "You put the letters in and close it fast",
    "so yeah the bank rang my work yesterday lol": "The bank rang your work yesterday",
    "Been a long week": "It's been a long week",
    "went to the shop": "You went to the shop",
    "it's silly, they're only envelopes": "They're envelopes",
}
TOGETHER = {
    "rang them. I was on hold": "You rang them, and you were on hold",
    "I could do one. the thinnest one": "You could do one, the thinnest one",
    "still broke. but i aint in the truck": "You aren't in the truck",
}
NOT_SAID_BACK = (
    "why do I do this",
    "tell me a joke",
    "I hate my stupid face",
    "don't lecture me",
    "you never get it",
)


@pytest.mark.parametrize("message", SAID_BACK)
def test_a_message_comes_back_without_the_small_words_around_it(message: str) -> None:
    assert echo(message, EN) == SAID_BACK[message]


@pytest.mark.parametrize("message", TOGETHER)
def test_short_sentences_come_back_as_one_and_never_as_a_row_of_bare_ones(message: str) -> None:
    assert echo(message, EN) == TOGETHER[message]


@pytest.mark.parametrize("message", NOT_SAID_BACK)
def test_questions_orders_and_insults_are_not_said_back(message: str) -> None:
    assert not echo(message, EN)


def test_of_a_long_message_the_clause_with_weight_comes_back() -> None:
    message = (
        "so the thing with the car is that it needs new tyres and a belt and some filter as well, "
        "and I'm scared to open the garage letter, anyway the weather was nice on the way"
    )
    assert echo(message, EN) == "You're scared to open the garage letter"


def test_inside_a_sentence_a_name_keeps_its_capital() -> None:
    assert inside("The bank rang", "the bank rang", EN) == "the bank rang"
    assert not inside("Ben thinks it's handled", "Ben thinks it's handled", EN)
