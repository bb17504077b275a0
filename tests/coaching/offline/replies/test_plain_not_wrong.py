"""A plain reply is better than a wrong one: what isn't named, cheered, comforted or offered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.values.enums import Stage
from tests.coaching.offline.people import DEV, ROCIO
from tests.coaching.offline.talking import Session, converse, last

ENGLISH = replace(DEV, person=replace(DEV.person, stage=Stage.ACTION), gap_days=None)
SPANISH = replace(ROCIO, person=replace(ROCIO.person, stage=Stage.ACTION), gap_days=None)


@pytest.mark.parametrize(
    ("session", "told", "wrong"),
    [
        (ENGLISH, "He told my old boss that I steal. My old boss!!", "to hear"),
        (
            ENGLISH,
            "I won a place at the college and I'm the only one who did the sums",
            "good news",
        ),
        (ENGLISH, "the car died on Monday and I've said I'll pay for a new one", "Monday"),
        (ENGLISH, "I could keep the flat alone for three months", "lonely"),
        (ENGLISH, "I could have it by spring and not be broke", "tight"),
        (ENGLISH, "we serve maybe ten people between us standing there", "keep to yourself"),
        (ENGLISH, "drove a van all year and never put anything aside, my bad", "Well done"),
        (
            ENGLISH,
            "the sheriff and bailiffs came once, when I was six",
            "comes before any coaching",
        ),
        (ENGLISH, "no she blocked me. her mom follows me on insta still", "leave this screen"),
        (ENGLISH, "I have an exercise book full of names of people who owe the shop", "minutes"),
        (ENGLISH, "the lady paid me cash before and now they give me a payslip", "exercises: this"),
        (ENGLISH, "a mate did it for me online, dunno if he did it properly", "Well done"),
        (SPANISH, "hola como va. cobro el 5 y el 11 ya estoy en cero", "no lo sé"),
        (SPANISH, "Empecé sola en pandemia, vendiendo por la ventana", "soledad"),
        (SPANISH, "así que a mi mujer le debo una cena", "Deberle dinero"),
        (SPANISH, "firmamos sin mirar mucho lo que nos dieron", "mirada"),
        (SPANISH, "me dieron un número de reclamo y diez días", "buena noticia"),
        (SPANISH, "El dueño de la ferretería ya murió, la hija tiene el local", "Lo siento mucho"),
        (SPANISH, "ella quiere un horno y yo quiero dormir los sábados", "minutos"),
        (SPANISH, "voy a sacar una casa y el banco nos tumbó el crédito", "plan"),
    ],
)
async def test_a_word_by_the_way_makes_no_feeling_news_or_offer(
    session: Session, told: str, wrong: str
) -> None:
    assert wrong not in (await last(session, told)).text


@pytest.mark.parametrize(
    ("session", "told", "wrong"),
    [
        (
            ENGLISH,
            (
                "Year end is March. They send me a number long after it and I pay it, every time. "
                "I draw a small salary and then more when I feel like it."
            ),
            "salary",
        ),
        (
            SPANISH,
            (
                "No sé ni en qué se va. Los domingos, el súper, la cuota de la heladera, los "
                "cigarrillos. Trabajo en un call center y vivo con alguien."
            ),
            "cuota",
        ),
    ],
)
async def test_a_long_message_is_named_by_what_it_begins_with(
    session: Session, told: str, wrong: str
) -> None:
    assert wrong not in (await last(session, told)).text


@pytest.mark.parametrize(
    ("session", "asked", "mode"),
    [
        (ENGLISH, "fine. what model are you. who sees what i type", "app_real"),
        (ENGLISH, "do u do euros? im paid in euros", "app_can"),
        (ENGLISH, "can you write me a poem about tax", "app_cannot"),
        (ENGLISH, "Could someone sit with me while I fill it in?", "free_adviser"),
        (ENGLISH, "wat is apr", "facts_own"),
        (SPANISH, "q es el buro", "facts_own"),
        (ENGLISH, "Kindly advise. I have three credit cards and one bike loan", "tip_debts"),
        (
            ENGLISH,
            "never registered for anything here tax wise. am i in trouble",
            "question_office",
        ),
        (ENGLISH, "I got a letter from the pension people. Is this true?", "question_office"),
        (ENGLISH, "they took 60 for taxes?? is that normal im 17", "question_office"),
        (ENGLISH, "is the union thing at work worth it if I leave in a year", "decide_for_me"),
        (ENGLISH, "there's an offer with 20 months. talk me in or out of it", "decide_for_me"),
        (ENGLISH, "How does one collect from friends without a fight?", "words_owed"),
        (ENGLISH, "are you american? your spelling is all over", "app_real"),
        (ENGLISH, "Do you store what I say? My ex is good with computers", "app_data"),
        (ENGLISH, "can you work out what 1,240 a month for 27 months comes to", "sum"),
        (ENGLISH, "my uncle says never finance an old car. is he right", "question_opinion"),
        (ENGLISH, "What's a nice way to say not this year", "words_any"),
        (ENGLISH, "what do I write to the lovely one?", "words_any"),
        (ENGLISH, "no i mean can i get money back from a gym", "question"),
        (ENGLISH, "What would you suggest for the 4am thing", "tip_nights"),
        (ENGLISH, "What I'm asking is whether there's a system for such months.", "question"),
        (SPANISH, "ya pagué ayer. cuánto se demora en salir uno de ahí", "question"),
        (SPANISH, "¿cuenta cuando vendo o cuando me entregan la mercadería?", "question"),
        (SPANISH, "ayúdame a repartir eso, tengo 140 y 20", "sum"),
    ],
)
async def test_a_question_gets_an_answer_or_a_plain_no(
    session: Session, asked: str, mode: str
) -> None:
    assert (await last(session, "hola" if session is SPANISH else "hi", asked)).mode == mode


async def test_a_question_is_met_as_one_after_the_same_answer() -> None:
    first = "can I sell his old chair, he left it here"
    said = await converse(ENGLISH, ["hi", first, "ok writing to them. also can i sell her couch"])
    assert [one.mode for one in said[1:]] == ["question", "question"]
    assert said[1].text != said[2].text


@pytest.mark.parametrize(
    "told",
    [
        "summer goes til august so maybe 5 more checks? some are smaller",
        "Also Jamie is sort of done with it? He says he isn't",
    ],
)
async def test_a_statement_in_a_rising_voice_is_no_question(told: str) -> None:
    assert (await last(ENGLISH, "hi", told)).mode == "story"


async def test_a_number_is_not_called_fine() -> None:
    said = await converse(ENGLISH, ["wat is apr", "mine is 39.9", "is dat bad"])
    assert said[-1].mode == "question_opinion"


async def test_a_loss_in_a_question_is_met_and_the_question_too() -> None:
    told = "Soy viuda desde hace cuatro meses, ¿debo seguir pagando el préstamo del coche?"
    text = (await last(SPANISH, told)).text
    assert "Lo siento mucho." in text
    assert "no lo sé" in text or "No conozco" in text


async def test_what_somebody_tells_of_a_loss_is_not_missed_back() -> None:
    said = await converse(
        ENGLISH, ["My wife did the bills until she passed in March", "She died on the 30th"]
    )
    assert said[-1].text == "I’m listening. Take all the time you need."


async def test_a_stranger_of_somebody_is_nobody_to_write_to() -> None:
    told = "people buy on credit because I taught their children"
    said = await last(ENGLISH, "hi", told, "they smile and say nothing. How do I collect?")
    assert "children" not in said.text


async def test_a_first_message_with_a_matter_is_no_bare_hello() -> None:
    said = await last(SPANISH, "buenas, me cambiaron el pago y me desacomodó todo")
    assert said.mode != "newcomer"
    asked = "Mi nieta me instaló esto. Quiero saber si le doy a ella lo que me pide o no."
    assert (await last(SPANISH, f"Buenas tardes. {asked}")).mode != "newcomer"


async def test_a_person_of_somebody_else_is_not_what_it_is_about() -> None:
    said = await last(ENGLISH, "hi", "Maybe I tell her on Sunday when her mother has him")
    assert "mother" not in said.text


async def test_to_try_it_tonight_is_no_yes_for_now() -> None:
    asked = "What would you suggest for the 4am thing"
    said = await last(ENGLISH, "hi", asked, "I'll try that tonight, thank you.")
    assert said.mode == "thanks"


async def test_what_somebody_does_to_them_is_never_called_normal() -> None:
    for asked in ("Is it normal that my husband shoves me?", "is it normal that he screams at me?"):
        assert (await last(ENGLISH, "hi", asked)).mode not in {"normal", "judged"}
    for asked in ("¿es normal que mi marido me pegue?", "¿Es normal que me revise el celular?"):
        assert (await last(SPANISH, "hola", asked)).mode not in {"normal", "judged"}
    assert (await last(SPANISH, "hola", "¿Es normal que me cueste ahorrar?")).mode == "normal"
