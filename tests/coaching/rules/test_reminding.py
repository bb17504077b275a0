"""What people ask to be reminded of, and when, in English and Spanish."""

from __future__ import annotations

from datetime import date

import pytest

from coaching.rules.reminding import Asked, asked, completed

FRIDAY = date(2026, 11, 27)


def day(text: str) -> date:
    return date.fromisoformat(f"2026-{text}")


@pytest.mark.parametrize(
    ("said", "what", "on", "clock"),
    [
        ("remind me on Sunday to check the rota", "Check the rota", "11-29", ""),
        ("recuérdame el lunes llamar al banco", "Llamar al banco", "11-30", ""),
        ("Can you remind me to ring the bank today?", "Ring the bank", "11-27", ""),
        ("Remind me tomorrow at 3pm to pay the rent", "Pay the rent", "11-28", "15:00"),
        ("ping me tomorrow at nine about the form", "The form", "11-28", "09:00"),
        ("Tomorrow remind me to eat before shopping", "Eat before shopping", "11-28", ""),
        ("I need to ring Ana. Remind me on Monday.", "I need to ring Ana", "11-30", ""),
        ("hey, remind me in two weeks about the gas bill", "The gas bill", "12-11", ""),
        ("remind me on the 3rd to cancel the gym", "Cancel the gym", "12-03", ""),
        ("remind me at the weekend to sort receipts", "Sort receipts", "11-28", ""),
        ("don’t let me forget to call Ana tomorrow morning", "Call Ana", "11-28", "09:00"),
        ("set a reminder for the day after tomorrow: buy bread", "Buy bread", "11-29", ""),
        ("can u remind me sunday evening to read the meter", "Read the meter", "11-29", "19:00"),
        ("¿Me puedes recordar mañana que tengo que pagar la luz?", "Pagar la luz", "11-28", ""),
        (
            "Recuérdame pasado mañana a las 9 de la mañana ir al banco, por favor",
            "Ir al banco",
            "11-29",
            "09:00",
        ),
        ("recuerdame el martes por la tarde llamar a Eva", "Llamar a Eva", "12-01", "15:00"),
        ("recuérdame en tres días revisar la cuenta", "Revisar la cuenta", "11-30", ""),
        ("Recuérdame el 3 de diciembre la cita del dentista", "La cita del dentista", "12-03", ""),
        ("recuérdame la semana que viene ver el seguro", "Ver el seguro", "12-04", ""),
    ],
)
def test_the_day_and_the_words_of_a_request_are_read(
    said: str, what: str, on: str, clock: str
) -> None:
    assert asked(said, FRIDAY) == Asked(what, day(on), clock)


@pytest.mark.parametrize(
    "said",
    [
        "Remind me why I started",
        "remind me of my dad",
        "That reminds me of tomorrow",
        "y recordar el viernes que te quise",
        "My mum had to remind me to pay the rent on Friday",
        "don’t remind me",
        "Recuérdame por qué empecé",
        "eso me recuerda a mi padre",
        "remind me every day to look at my list",
        "I spent 50 a week on lunch",
    ],
)
def test_what_asks_for_no_reminder_on_a_day_is_left_alone(said: str) -> None:
    assert asked(said, FRIDAY) is None


def test_an_answer_adds_what_is_missing() -> None:
    without_day, without_both = Asked("Ring the bank", None), Asked("", None)
    assert asked("remind me to ring the bank", FRIDAY) == without_day
    assert completed(without_day, "Monday please", FRIDAY) == Asked("Ring the bank", day("11-30"))
    assert completed(without_day, "I don’t know", FRIDAY) is None
    long = "On Monday I had a fight with my mum about her money"
    assert completed(without_day, long, FRIDAY) is None
    assert asked("remind me", FRIDAY) == without_both
    assert completed(without_both, "to ring the bank", FRIDAY) == without_day
    both = completed(without_both, "ring the bank on Monday", FRIDAY)
    assert both == Asked("Ring the bank", day("11-30"))
