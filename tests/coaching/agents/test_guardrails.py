from __future__ import annotations

import pytest

from coaching.agents.guardrails import names_a_number, opening_of, promises_a_save


@pytest.mark.parametrize(
    "reply",
    [
        "Saved. With Dee there's more on the line.",
        "The card is saved as you said it.",
        "It's kept. How is it to have done that?",
        "I've saved it for you.",
        "Kept, in your words.",
        "Good. I have now saved the win.",
        "That’s saved.",
        "I've put that on a card for you.",
        "It's on your list now.",
        "I'll keep that one for you.",
    ],
)
def test_a_promise_is_heard(reply: str) -> None:
    assert promises_a_save(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "You saved two hundred this month, and it cost you sleep.",
        "Shall I save it?",
        "It can go with your wins, or stay unsaved and still be done. Save it?",
        "Fine, then it isn't saved.",
        "You've saved for years and nobody may spend it.",
        "Nothing has to be saved tonight.",
        "It could be saved as a card.",
        "You put that on a card last week.",
        "I'll keep it short.",
        "I can't tell anyone. But it's kept in the app, and you can delete it there.",
        "Nobody hears it from me, though it is saved here in the app.",
        "Your notebook has it now, so your head isn't the only place it's kept.",
    ],
)
def test_money_and_offers_are_no_promise(reply: str) -> None:
    assert not promises_a_save(reply)


@pytest.mark.parametrize(
    ("reply", "opening"),
    [("So there is a second. And then?", "So there"), ("Hi.", "Hi."), ("", "")],
)
def test_an_opening_is_two_words(reply: str, opening: str) -> None:
    assert opening_of(reply) == opening


@pytest.mark.parametrize(
    "reply",
    [
        "Please call 988 now.",
        "You can ring Samaritans on 116 123 at any hour.",
        "Text HOME to 741741, they answer.",
        "Call the helpline at 0800 138 1111.",
        "Puedes llamar al 112.",
    ],
)
def test_a_number_from_memory_is_noticed(reply: str) -> None:
    assert names_a_number(reply, "hello")


@pytest.mark.parametrize(
    "reply",
    [
        "You could call them about the 2,700 on Thursday.",
        "A call about 300 euros, and your stomach drops.",
        "Five looks and 120 on the card.",
        "You rang them at 9, and it was done.",
        "Call your bank on the number on your card.",
        "Call 211 and ask for the free tax help.",
        "So it's his truck and your phone that rings, with 700 less coming in.",
        "You can call them about the $850 tomorrow.",
    ],
)
def test_an_amount_is_no_number_to_call(reply: str) -> None:
    assert not names_a_number(reply, "hello")


def test_a_number_that_they_named_may_be_said_back() -> None:
    assert not names_a_number("You did call 988 that night.", "I called 988 last night")
