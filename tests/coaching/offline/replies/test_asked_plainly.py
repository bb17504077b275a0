"""Plain questions, corrections and words that only look like a goodbye."""

from __future__ import annotations

import pytest

from coaching.values.context import PersonView
from tests.coaching.offline.talking import Session, converse, last

ENGLISH = Session(PersonView(language="en"))
SPANISH = Session(PersonView(language="es"))


@pytest.mark.parametrize(
    ("session", "question", "says"),
    [
        (ENGLISH, "and is snowball or avalanche better", "Avalanche means"),
        (ENGLISH, "can I pay it in parts?", "Often yes, if you ask before it’s due."),
        (ENGLISH, "so that one first?", "the one with the highest rate"),
        (SPANISH, "¿bola de nieve o avalancha?", "Avalancha es pagar primero"),
        (SPANISH, "¿puedo pagarla en cuotas?", "Muchas veces sí"),
    ],
)
async def test_a_plain_question_is_answered(session: Session, question: str, says: str) -> None:
    assert says in (await last(session, "hi", question)).text


@pytest.mark.parametrize(
    ("session", "question", "says"),
    [
        (ENGLISH, "if I put 150 a month on 3100, how long til its gone", "can’t work out sums"),
        (ENGLISH, "I have 412 until Friday week. How much is that a day?", "can’t work out sums"),
        (SPANISH, "¿cuánto queda la cuota de 20 millones a 36 meses?", "no sé hacer cuentas"),
    ],
)
async def test_a_sum_is_left_to_a_calculator(session: Session, question: str, says: str) -> None:
    assert says in (await last(session, "hi", question)).text


@pytest.mark.parametrize(
    ("session", "told"),
    [
        (ENGLISH, "how much longer can I live like this, it's 3 years now"),
        (ENGLISH, "I don't know how much I spent, 40 maybe"),
        (SPANISH, "cuánto me duele esto, después de 20 años"),
    ],
)
async def test_how_much_is_not_always_a_sum(session: Session, told: str) -> None:
    assert (await last(session, "hi", told)).mode != "sum"


async def test_not_really_what_they_meant_is_a_mistake_of_the_coach() -> None:
    said = await last(ENGLISH, "my landlord put the rent up", "that's not really what I meant")

    assert said.text.startswith("Sorry, I got that wrong. What did you mean?")


async def test_done_with_something_is_no_goodbye() -> None:
    assert (await last(ENGLISH, "hi", "I'm so done with this country")).mode != "goodbye"
    assert (await last(ENGLISH, "hi", "I'm done with this chat, bye")).mode == "goodbye"


async def test_who_asks_how_to_say_no_gets_the_words() -> None:
    told = ["I keep lending my cousin money and he never pays back", "he asked again, 300 now"]

    *_, said = await converse(ENGLISH, [*told, "how do I say no to him"])

    assert "I can’t do that right now" in said.text
