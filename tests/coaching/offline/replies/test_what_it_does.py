"""What a message does is taken in by plain forms: a correction, a hello, good news, a question."""

from __future__ import annotations

import pytest

from coaching.values.context import PersonView
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict
from tests.coaching.offline.talking import Session, converse, last

ENGLISH, SPANISH = Session(PersonView()), Session(PersonView(language="es"))
UNSURE = SafetyVerdict(SafetyLevel.CONCERN, "suicidality")


@pytest.mark.parametrize(
    ("session", "told"),
    [
        (ENGLISH, "sorry I said 310, just checked, it's 340"),
        (ENGLISH, "wait no it's the fourth parcel"),
        (ENGLISH, "it was 28 pages actually, not 24"),
        (ENGLISH, "not February sorry, January"),
        (SPANISH, "perdón, dije 3500 y son 3800"),
        (SPANISH, "no, no es el de mi hermano, es el de mi cuñado"),
    ],
)
async def test_a_corrected_fact_is_thanked_for(session: Session, told: str) -> None:
    assert (await last(session, "hi", told)).mode == "corrected"


@pytest.mark.parametrize(
    ("session", "told"),
    [
        (ENGLISH, "Hi, typing one handed, baby on the other arm"),
        (ENGLISH, "Good morning darling, God bless. My grandson showed me how to use this"),
        (ENGLISH, "Evening. No idea what to write so I'll just write"),
        (SPANISH, "Hola Toney, soy Abril, estudio enfermería"),
    ],
)
async def test_a_first_message_that_only_says_hello_is_welcomed(
    session: Session, told: str
) -> None:
    assert (await last(session, told)).mode == "newcomer"


@pytest.mark.parametrize(
    ("session", "told"),
    [
        (ENGLISH, "Got 74 on my pharmacology exam!!! I screamed in the library"),
        (ENGLISH, "he paid!! without me asking, haha"),
        (ENGLISH, "picked up two new clients today, both paid up front!!"),
        (SPANISH, "me pagó!! sin que le dijera nada"),
    ],
)
async def test_good_news_is_shared(session: Session, told: str) -> None:
    assert (await last(session, "hi", told)).mode == "good_news"


@pytest.mark.parametrize(
    ("session", "told", "holds"),
    [
        (
            ENGLISH,
            ("how do I ask Jonas for the 300 he owes me?",),
            "to Jonas is enough: “Hi, could",
        ),
        (
            ENGLISH,
            ("my wife doesn't know", "how do i tell her"),
            "say to your wife: “You should hear",
        ),
        (
            ENGLISH,
            ("how would you put it to Fiona that I'm not ready",),
            "to Fiona: “I’m not ready",
        ),
        (ENGLISH, ("what do I say when I phone them?",), "I’m having trouble paying"),
        (SPANISH, ("¿cómo le pido a Jonás lo que me debe?",), "corto para Jonás: «Hola"),
    ],
)
async def test_words_for_somebody_name_whom_they_are_for(
    session: Session, told: tuple[str, ...], holds: str
) -> None:
    said = await last(session, *told)

    assert holds in said.text
    assert said.chips[0].action in {"practice", "help"}


@pytest.mark.parametrize(
    ("session", "told"),
    [
        (ENGLISH, "calf is up and drinking and I named her Lazarus. good night"),
        (SPANISH, "Bueno, me voy al sobre que estoy cansada. Hasta mañana"),
    ],
)
async def test_a_farewell_at_the_end_of_a_longer_message_is_one(
    session: Session, told: str
) -> None:
    assert (await last(session, "hi", told)).mode.startswith("goodbye")


async def test_whose_view_it_is_stands_right_before_it() -> None:
    told = "he needs fees for my two cousins and I thought about it"
    assert "how it looks" not in (await last(ENGLISH, "hi", told)).text
    assert "looks to your mum" in (await last(ENGLISH, "hi", "my mum says it's fine")).text


async def test_a_joke_about_something_is_answered_for_what_it_says() -> None:
    assert (await last(ENGLISH, "hi", "I feel so guilty about the shoes lol")).mode != "joke"


async def test_a_second_doubt_without_a_plain_word_of_danger_is_answered() -> None:
    session = Session(PersonView(), safety={0: UNSURE, 1: UNSURE, 2: UNSURE})
    told = ["I feel like a burden", "the kids keep asking about the car", "no point in anything"]

    asked, told_on, dark = await converse(session, told)

    assert "not being here" in asked.text
    assert told_on.mode == "story"
    assert told_on.chips[0].id == "help"
    assert dark.mode == "concern"


async def test_a_wish_about_manner_is_no_danger() -> None:
    session = Session(PersonView(), safety={0: UNSURE})
    told = "you don't need to say sorry for my loss every time"

    assert (await last(session, told)).mode == "manner"
