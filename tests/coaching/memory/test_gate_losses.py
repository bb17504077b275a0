"""True memories that used to be refused: corrected figures, told speech, names, moved days."""

from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest

from coaching.memory.gate import judged
from coaching.memory.gate_types import Admission, Heard, Judgement, Known, Refusal
from coaching.values.enums import Certainty, Importance, MemoryKind
from tests.support.remembering import candidate

TODAY = date(2026, 12, 5)
NOW = datetime(2026, 12, 5, 9, tzinfo=UTC)
FACT, PLAN = MemoryKind.FACT, MemoryKind.COMMITMENT
SAVINGS = "Casilda y usted tienen ahorrados unos 43.000 euros."
CORRECTED = "Perdone, le he dicho 43.000 y no es verdad. Son 34.000. Lo demás lo presté."
ASKED = "Anoche se lo conté. Julián se quedó callado y luego dijo: «¿Y por qué no lo has dicho?»."
SAID_SO = "I rang my sister about the loan. Then she said 'pay it when you can'. I cried."


def judge(
    message: str, content: str, quote: str, *, known: str = "", kind: MemoryKind = FACT
) -> Judgement:
    proposed = candidate(content, quote, kind=kind, supersedes="m1" if known else "none")
    rows = [Known(uuid4(), FACT, known)] if known else []
    heard = Heard(message, NOW, TODAY, known=rows, offered=[row.id for row in rows])
    (judgement,) = judged([proposed], heard)
    return judgement


def test_the_right_figure_after_a_wrong_one_that_they_take_back_replaces_it() -> None:
    content, quote = (
        "Tienen ahorrados 34.000 euros.",
        "le he dicho 43.000 y no es verdad. Son 34.000",
    )
    found = judge(CORRECTED, content, quote, known=SAVINGS)
    assert isinstance(found, Admission)
    assert (found.certainty, len(found.supersedes)) == (Certainty.SAID, 1)


def test_the_figure_that_they_take_back_is_still_refused() -> None:
    quote = "le he dicho 43.000 y no es verdad"
    found = judge(CORRECTED, "Tienen ahorrados 43.000 euros.", quote, known=SAVINGS)
    assert found is Refusal.UNREAL


@pytest.mark.parametrize(
    ("message", "content", "quote", "kept"),
    [
        (
            ASKED,
            "Julián le preguntó: «¿Y por qué no lo has dicho?».",
            "¿Y por qué no lo has dicho?",
            "Julián se quedó callado y luego dijo",
        ),
        (
            SAID_SO,
            "Your sister said about the loan: “pay it when you can”.",
            "pay it when you can",
            "Then she said",
        ),
    ],
)
def test_what_others_said_to_them_rests_on_the_words_that_lead_to_it(
    message: str, content: str, quote: str, kept: str
) -> None:
    found = judge(message, content, quote)
    assert isinstance(found, Admission)
    assert found.quote == kept


@pytest.mark.parametrize(
    ("message", "content", "quote"),
    [
        (SAID_SO, "You will pay the loan when you can.", "pay it when you can"),
        ("Look: 'you owe the bank 900'", "A letter said you owe 900.", "you owe the bank 900"),
    ],
)
def test_others_words_are_no_ground_where_the_memory_or_the_person_names_no_speaker(
    message: str, content: str, quote: str
) -> None:
    assert judge(message, content, quote) is Refusal.NOT_SAID


def test_what_was_not_said_to_somebody_does_not_deny_their_name() -> None:
    message = "There's a thing I haven't said to Sheila, that's my sister. I'm afraid of the calls."
    found = judge(message, "Your sister is called Sheila.", "Sheila, that's my sister")
    assert isinstance(found, Admission)


def test_a_name_that_is_denied_in_the_quote_is_refused() -> None:
    message = "my sister isn't called Sheila, that was wrong"
    assert isinstance(judge(message, "Your sister is called Sheila.", message), Refusal)


def test_a_moved_day_of_the_month_is_read_before_now_and_not() -> None:
    message = "The eye operation, I have to say it is the 15th now and not the 14th."
    content = "Your eye operation is on 15 December, not the 14th."
    found = judge(message, content, "it is the 15th now and not the 14th", known=content[:21])
    assert isinstance(found, Admission)


def test_a_plan_without_an_i_is_their_own_though_it_names_somebody() -> None:
    message = "deleting the shop app off my phone tonight n texting ryan monday"
    content, quote = "You're deleting the shop app off your phone.", message[:42]
    found = judge(message, content, quote, known="Ryan owes you 280.", kind=PLAN)
    assert isinstance(found, Admission)


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Y el jueves voy a ver a Elena al bar", "El jueves va a ver a Elena al bar."),
        (
            "Según yo el jueves le voy a decir a Elena lo de los 300",
            "El jueves le vas a decir a Elena lo de los 300.",
        ),
    ],
)
def test_a_plan_told_with_usted_or_after_segun_yo_is_sure(message: str, content: str) -> None:
    found = judge(message, content, message, kind=PLAN)
    assert isinstance(found, Admission)
    assert (found.certainty, found.importance) == (Certainty.SAID, Importance.HIGH)
