"""A serious statement is kept even if words of doubt are in the same sentence."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

import pytest

from coaching.memory.gate import done, judged
from coaching.memory.gate_types import Admission, Heard, Known
from coaching.values.enums import MemoryKind
from coaching.values.observation import DoneCandidate
from tests.support.remembering import candidate

KEPT = {
    "a promise": (
        "I said I'd have the list ready for Ana by Friday and then the bus came.",
        "You said you'd have the list ready for Ana by Friday.",
        "I said I'd have the list ready for Ana by Friday",
    ),
    "a condition in the reason after it": (
        "Ella ya pagó su parte del salón, porque dice que si no hay salón no hay fiesta.",
        "Tu novia ya pagó su parte del salón.",
        "Ella ya pagó su parte del salón",
    ),
    "and if, in the middle of a sum": (
        "Hice cuentas, y si quiero pagar la renta lo que sí puedo dar son $300. Se lo dije a Ana.",
        "Vas a dar 300 pesos, y ya se lo dijiste a Ana.",
        "lo que sí puedo dar son $300. Se lo dije a Ana",
    ),
    "what they are called": (
        "Me llamo Rodrigo pero todos me dicen Rodri, tengo 40 años y manejo un taxi en León.",
        "Tienes 40 años y manejas un taxi en León.",
        "tengo 40 años y manejo un taxi en León",
    ),
    "another day than planned": (
        "the coat went back!! not tues tho weds, the shop was shut",
        "The coat went back on Wednesday because the shop was shut on Tuesday.",
        "the coat went back!! not tues tho weds, the shop was shut",
    ),
    "somebody else's debt, and whose it is": (
        "pam at work owes 4 grand on cards. thats her not me but it scared me",
        "Pam at work owes 4 grand on cards.",
        "pam at work owes 4 grand on cards",
    ),
    "a number that is put right": (
        "i just read her email again and its 795 shes asking not 810, can u redo it",
        "Your landlady is asking for 795.",
        "its 795 shes asking not 810",
    ),
    "something else that was not done": (
        "hang on its 165 he owes me, i never counted the september bit",
        "Your flatmate owes you 165, with the September bit.",
        "its 165 he owes me, i never counted the september bit",
    ),
    "a that-clause with a no in Spanish": (
        "En mayo me llegó un aviso del banco que no era del banco. Fueron 900 euros.",
        "En mayo te llegó un aviso que no era del banco.",
        "En mayo me llegó un aviso del banco que no era del banco",
    ),
    "a letter whose first words are told": (
        'There are seven. They begin "Dear Mouse", which is what she called me when I was small.',
        'Her letters begin "Dear Mouse", which is what she called you when you were small.',
        'They begin "Dear Mouse", which is what she called me when I was small',
    ),
    "a quote within the quote": (
        "Me mandó un mensaje que decía nada más “gracias por contarme”.",
        "Te mandó un mensaje que decía gracias.",
        "Me mandó un mensaje que decía nada más “gracias por contarme”",
    ),
    "a figure that a letter names": (
        "I opened the one from the bank and it says there is an overdraft with 1,900 owing.",
        "A letter from the bank says that there is an overdraft with 1,900 owing.",
        "there is an overdraft with 1,900 owing",
    ),
    "what a letter says about somebody": (
        "Two were adverts and one says Dad stood surety for our Rory's garage for 8,000.",
        "One of the letters says your dad stood surety for Rory's garage, for 8,000.",
        "Dad stood surety for our Rory's garage",
    ),
    "a day for an answer, with a poem that nobody wants": (
        "I told Bashir he'd have my answer by the 20th. Yes or no? I don't need a poem.",
        "You told Bashir that he'd have your answer by the 20th.",
        "he'd have my answer by the 20th",
    ),
    "what somebody else did, by name": (
        "My husband Piet did all the paperwork. I did the garden.",
        "Piet did all the paperwork, and you did the garden.",
        "My husband Piet did all the paperwork",
    ),
    "a title before a name": (
        "I rang Mrs. Adeyemi. She couldn't say on the phone what the fee is for.",
        "Mrs. Adeyemi couldn't say on the phone what the fee is for.",
        "couldn't say on the phone what the fee is for",
    ),
    "thousands in another sentence": (
        "He wants 90 for a food truck. Thousand, not dollars.",
        "Somebody wants 90 thousand from you for a food truck.",
        "He wants 90 for a food truck",
    ),
    "thousands in words, put right": (
        "The loan isn't twenty thousand, it's $30,000",
        "The loan is for $30,000, not $20,000.",
        "The loan isn't twenty thousand, it's $30,000",
    ),
    "how to ask somebody": (
        "My son Joss rings on Sundays. How do I ask him about this letter?",
        "You want to ask your son Joss about the letter.",
        "How do I ask him about this letter",
    ),
    "what they must give back": (
        "the 28th is fine for her, so i must give mel the 700 back by then",
        "You must give Mel the 700 back by the 28th.",
        "i must give mel the 700 back by then",
    ),
    "what a friend says that they must do": (
        "my friend zola says i must just say no, easy for zola",
        "Your friend Zola says that you must just say no.",
        "my friend zola says i must just say no",
    ),
    "a note to somebody else": (
        "I want to write a short note to the woman at the bank before I go in.",
        "You want to write a short note to the woman at the bank before you go in.",
        "write a short note to the woman at the bank",
    ),
    "looking for what might be there": (
        "I went through his desk for something that might have cost 5,000 and found nine pens.",
        "You went through his desk and found nine pens.",
        "found nine pens",
    ),
    "today, by its day and date": (
        "just got a voice note from my aunt, 6 mins, not opened",
        "On Monday, 12 January, your aunt sent you a voice note, and you didn't open it.",
        "voice note from my aunt",
    ),
    "nearly, of an amount": (
        "I'm 41, a baker in Vigo, and my brother earns nearly double.",
        "You're 41 and a baker in Vigo.",
        "I'm 41, a baker in Vigo",
    ),
    "a season, with its year": (
        "Sold the boat last summer after my mum passed.",
        "Your mum passed, and after that you sold the boat in the summer of 2025.",
        "Sold the boat last summer after my mum passed",
    ),
    "today in Spanish": (
        "Van dos noches que duermo en la sala de la Lucía",
        "Al 12 de enero llevas dos noches en la sala de Lucía.",
        "Van dos noches que duermo en la sala",
    ),
}


def heard(message: str, **changes: Any) -> Heard:
    return Heard(message, datetime(2026, 1, 12, 9, tzinfo=UTC), date(2026, 1, 12), **changes)


@pytest.mark.parametrize("name", KEPT)
def test_it_is_kept(name: str) -> None:
    message, content, quote = KEPT[name]
    (found,) = judged([candidate(content, quote)], heard(message))
    assert isinstance(found, Admission), found


@pytest.mark.parametrize(
    ("message", "content", "quote"),
    [
        ("I'd pay it all back if I won.", "You'll pay it all back.", "I'd pay it all back"),
        (
            "Si gano les pago la fiesta a todos.",
            "Les vas a pagar la fiesta a todos.",
            "les pago la fiesta a todos",
        ),
        (
            "I owe 4 grand on cards. Not me, my sister.",
            "You owe 4 grand.",
            "I owe 4 grand on cards",
        ),
        ("it says i'm a millionaire lol", "You're a millionaire.", "i'm a millionaire"),
        ("he'd lost his job by june", "You lost your job by June.", "lost his job by june"),
        ("does my wife have to know?", "You're going to tell your wife.", "my wife have to know"),
        ("what if i told Joss", "You want to ask Joss.", "i told Joss"),
        (
            "You must answer everything with yes",
            "You must answer everything with yes.",
            "must answer everything with yes",
        ),
        (
            "here's a poem: I owe the sea my wages",
            "You owe your wages.",
            "I owe the sea my wages",
        ),
        ("write a nice review of my shop", "You want a review.", "write a nice review of my shop"),
        ("Thousand thanks! I owe Joss 40.", "You owe Joss 40 thousand.", "I owe Joss 40"),
        ("It cost a grand once. I owe Joss 40.", "You owe Joss 40,000.", "I owe Joss 40"),
    ],
)
def test_what_was_not_meant_is_still_refused(message: str, content: str, quote: str) -> None:
    (found,) = judged([candidate(content, quote)], heard(message))
    assert not isinstance(found, Admission), found


def test_well_is_no_plan_unless_it_is_we_ll() -> None:
    plan = Known(
        id=(key := uuid4()),
        kind=MemoryKind.COMMITMENT,
        content="You're going to look at the balance on Sunday.",
        is_open=True,
    )
    finished = [DoneCandidate(memory="m1", quote="i looked on sunday like i said")]
    said = "so i looked on sunday like i said well at midnight"
    assert done(finished, heard(said, known=[plan], offered=[key])) == [key]
