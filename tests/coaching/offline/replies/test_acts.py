"""Ends, thanks, a yes and a no, in whatever words they come."""

from __future__ import annotations

import pytest

from coaching.values.context import PersonView
from coaching.values.enums import Stage
from tests.coaching.offline.talking import Said, Session, last

LISTENED = "my sister asked me for money again"
OFFERED = ("I can't sleep because of the rent", "do you have an exercise?")


def session(language: str = "en") -> Session:
    return Session(PersonView(language=language, stage=Stage.ACTION))


def starts(said: Said) -> bool:
    return any(chip.action == "practice_start" for chip in said.chips)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "alright, I gotta put the kids to bed. appreciate you listening"),
        ("en", "well, that was quite pleasant. I shall come back when I've had a think"),
        ("en", "hm okay, I'll sleep on it, my brain is fried. thanks"),
        ("es", "ya gracias igual, mañana turno a las 7"),
        ("es", "bueno, tengo que recoger a los niños, se agradece"),
    ],
)
async def test_whoever_leaves_is_let_go(language: str, message: str) -> None:
    said = await last(session(language), LISTENED, message)
    assert said.mode in {"goodbye", "goodbye_night"}
    assert "?" not in said.text


async def test_no_one_leaves_with_a_question_or_in_the_first_message() -> None:
    first = await last(session(), "I have to go back to my parents, thanks to the rent")
    asked = await last(session(), LISTENED, "I have to go soon, what should I say to her?")
    assert first.mode != "goodbye"
    assert asked.mode != "goodbye"


async def test_a_goodbye_after_sleeping_on_it_is_no_good_night() -> None:
    said = await last(session(), LISTENED, "I'll sleep on it, thanks")
    assert said.text.startswith("You’re welcome.")


@pytest.mark.parametrize(
    "message", ["yeah go on then ill try it", "yes, I think I'd like that", "ok, let's do it"]
)
async def test_a_long_yes_starts_what_was_offered(message: str) -> None:
    assert starts(await last(session(), *OFFERED, message))


async def test_a_long_yes_in_spanish_starts_it_too() -> None:
    told = (
        "no puedo dormir por el alquiler",
        "¿tienes un ejercicio?",
        "ya, está bien, hagamos eso",
    )
    assert starts(await last(session("es"), *told))


@pytest.mark.parametrize(
    "message",
    [
        "no thank you dear, I don't think I'd care for that",
        "no i dont wanna do a breathing thing rn",
        "nah not doing a worksheet mate",
    ],
)
async def test_a_no_with_a_reason_ends_the_offer(message: str) -> None:
    said = await last(session(), *OFFERED, message)
    assert said.mode == "declined_offer"
    assert not starts(said)
