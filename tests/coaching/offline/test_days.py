from __future__ import annotations

from datetime import date

import pytest

from coaching.offline.observer.memories import day_meant

FRIDAY = date(2026, 11, 20)


@pytest.mark.parametrize(
    ("when", "day"),
    [
        ("today", date(2026, 11, 20)),
        ("tomorrow morning", date(2026, 11, 21)),
        ("by Friday", date(2026, 11, 27)),
        ("on Monday", date(2026, 11, 23)),
        ("on 12 June", date(2027, 6, 12)),
        ("on the 25th", date(2026, 11, 25)),
        ("on the 3rd", date(2026, 12, 3)),
        ("in December", date(2026, 12, 31)),
        ("next week", date(2026, 12, 4)),
        ("el viernes", date(2026, 11, 27)),
        ("el 3 de marzo", date(2027, 3, 3)),
        ("la semana que viene", date(2026, 12, 4)),
        ("on 31 February", None),
        ("one day", None),
    ],
)
def test_a_phrase_means_a_day_ahead(when: str, day: date | None) -> None:
    assert day_meant(when, FRIDAY) == day
