"""A question gets an answer or a plain no, a statement doesn’t, and nobody is taken for another."""

from __future__ import annotations

import pytest

from coaching.offline.replies.answering import LISTENS
from coaching.values.context import PersonView
from tests.coaching.offline.talking import Session, converse

ENGLISH, SPANISH = Session(PersonView()), Session(PersonView(language="es"))


async def last(session: Session, told: str, *before: str) -> tuple[str, str]:
    said = (await converse(session, [*before, told]))[-1]
    return said.mode, said.text


@pytest.mark.parametrize(
    ("session", "told"),
    [
        (ENGLISH, "ok last one. does moving house change my score or is that a myth"),
        (ENGLISH, "My balance is the same since March, why"),
        (ENGLISH, "my landlord wants 900 for the boiler, can he do that"),
        (ENGLISH, "Was that fair? My sister got the house and I got the piano."),
        (ENGLISH, "alright then. what's it cost to bury a cat"),
        (ENGLISH, "i put the lads' kit down as a business expense right?"),
        (SPANISH, "una duda: le pago ya o lo dejo para marzo. lo pago o lo dejo"),
        (SPANISH, "alguien me explica este recibo, no entiendo nada"),
        (SPANISH, "Lo del IVA va por la página de Hacienda, ¿no?"),
        (SPANISH, "es normal guardar los recibos de hace diez años"),
    ],
)
async def test_a_question_is_never_answered_by_listening(session: Session, told: str) -> None:
    assert (await last(session, told))[0] not in LISTENS


@pytest.mark.parametrize(
    ("session", "told"),
    [
        (ENGLISH, "rent 700, bus pass 60, phone idk like 30?"),
        (ENGLISH, "The invoice? Still unpaid. Six weeks now"),
        (ENGLISH, "Third time this month! Can you believe it?"),
        (ENGLISH, "What a week. Two shifts and a wedding to cater"),
        (SPANISH, "puedo pagar 50 al mes"),
        (SPANISH, "como que hago 20 al día pero después la nafta"),
    ],
)
async def test_a_statement_is_no_question(session: Session, told: str) -> None:
    assert not (await last(session, told))[0].startswith("question")


@pytest.mark.parametrize(
    ("session", "told", "wrong"),
    [
        (ENGLISH, "I am not short, I just don't know what I own", "tight"),
        (ENGLISH, "she's scared of the dentist so I paid private", "you’re nervous"),
        (ENGLISH, "If they say yes I will be proud of him", "happy"),
        (ENGLISH, "my friend says that's ridiculous at seventy", "simple rules and I miss"),
        (ENGLISH, "I don't think that counts, we only went to Jersey", "we’ll leave that"),
        (ENGLISH, "No I don't write it down, it is in my head", "draft"),
        (ENGLISH, "i do put some aside but it becomes the chippy", "Well done"),
        (ENGLISH, "still cheaper than my ex was", "your ex"),
        (SPANISH, "a lo mejor me toca algo y a lo mejor no", "pese"),
        (SPANISH, "El contador me dejó sin las claves", "separación"),
        (SPANISH, "firmé para no discutir más con mi hija", "Pelear"),
        (SPANISH, "doña Licha me debe, pero ella cuidaba a mi mamá", "tu mamá?"),
    ],
)
async def test_nothing_is_read_into_a_word(session: Session, told: str, wrong: str) -> None:
    assert wrong not in (await last(session, told))[1]


@pytest.mark.parametrize(
    ("session", "told"),
    [
        (ENGLISH, "He said he was from my bank and asked for the code and I gave it"),
        (ENGLISH, "I bought gift cards and read him the numbers"),
        (SPANISH, "me llamaron del banco y me pidieron el código y se lo di"),
        (SPANISH, "una señora se hizo pasar por mi nieta y le mandé 300"),
    ],
)
async def test_a_scam_gets_the_advice_for_fraud_once(session: Session, told: str) -> None:
    mode, text = await last(session, told)
    assert (mode, "card" in text or "tarjeta" in text) == ("scam", True)
    assert (await last(session, told, told))[0] != "scam"


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ("The parcels are on the table. Any thoughts on an opening line", "tip_spending"),
        ("how do i stop the loan app from messaging everybody in my phone", "tip_debts"),
        ("the taxi insurance went up again. should it be fought or paid?", "question_office"),
    ],
)
async def test_an_answer_for_another_matter_is_not_given(told: str, wrong: str) -> None:
    assert (await last(ENGLISH, told, "I work nights"))[0] != wrong
