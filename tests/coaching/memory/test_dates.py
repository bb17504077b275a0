from __future__ import annotations

from datetime import date

import pytest

from coaching.memory.dates import day_words, due

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("9th dec", date(2026, 12, 9)),
        ("dec 9th", date(2026, 12, 9)),
        ("jan 3", date(2027, 1, 3)),
        ("9 december 2027", date(2027, 12, 9)),
        ("2026-12-09", date(2026, 12, 9)),
        ("the 14th", date(2026, 12, 14)),
        ("fri", date(2026, 11, 27)),
        ("tell him sat, after lunch", date(2026, 11, 28)),
        ("tmrw", date(2026, 11, 23)),
        ("tonight", TODAY),
        ("in 2 weeks", date(2026, 12, 6)),
        ("el lunes", date(2026, 11, 23)),
        ("3 de diciembre", date(2026, 12, 3)),
        ("the 31st", date(2026, 12, 31)),
        ("i sat in the car", None),
        ("30 feb", None),
        ("2 days ago", None),
        ("soon", None),
        ("the day after tomorrow", date(2026, 11, 24)),
        ("pasado mañana", date(2026, 11, 24)),
        ("cada mañana", None),
        ("saturday, 5 december", date(2026, 12, 5)),
        ("the 15th, in march", date(2027, 3, 15)),
        ("el 15 en marzo", date(2027, 3, 15)),
        ("la fiesta de los 15 de mi hija", None),
        ("el 20% del sueldo", None),
        ("el 10 por ciento", None),
        ("the 3 cards", None),
        ("the 2nd card", None),
        ("her 18th", None),
        ("the 21st birthday party", None),
    ],
)
def test_a_day_is_understood_however_it_is_written(text: str, day: date | None) -> None:
    assert due(text, TODAY) == day


def test_a_weekday_may_be_told_by_its_date() -> None:
    assert {"friday", "27", "20", "november", "2026"} <= day_words("saw him fri", TODAY)
    assert day_words("saw him", TODAY) == frozenset()
