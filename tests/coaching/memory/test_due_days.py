"""A plan is due on a day that was named, or on none."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from coaching.memory.gate import admitted
from coaching.memory.gate_types import Heard
from coaching.values.enums import MemoryKind
from tests.support.remembering import candidate

TODAY = date(2026, 11, 22)
NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)


def due_on(
    message: str, content: str, quote: str, expires: str = "none", before: tuple[str, ...] = ()
) -> date | None:
    """Return the day that the gate gives a plan, proposed by a model with `expires`."""
    plan = candidate(content, quote, kind=MemoryKind.COMMITMENT, expires=expires)
    (found,) = admitted([plan], Heard(message, NOW, TODAY, context=before))
    return found.due_on


PARTY = ("You want to pay for the party in March.", "want to pay for the party in march")
LOAN = ("You want to call the bank about the loan.", "want to call the bank about the loan")


@pytest.mark.parametrize(
    ("said", "expires", "day"),
    [
        ("", "2026-12-15", date(2027, 3, 31)),
        ("", "2027-03-01", date(2027, 3, 31)),
        ("", "none", date(2027, 3, 31)),
        (". i get paid on the 15th of december", "2026-12-15", date(2027, 3, 31)),
    ],
)
def test_a_month_without_a_day_is_due_at_its_end(said: str, expires: str, day: date | None) -> None:
    if day is None:
        pytest.skip("a day that is over is refused, see test_gate.py")
    assert due_on(f"i want to pay for the party in march{said}", *PARTY, expires) == day


@pytest.mark.parametrize("expires", ["none", "2026-12-15", "2027-01-10"])
def test_a_birthday_of_fifteen_years_is_no_day(expires: str) -> None:
    said = "quiero pagar los 15 de mi hija en marzo"
    found = due_on(said, "Quieres pagar los 15 de tu hija en marzo.", said, expires)

    assert found == date(2027, 3, 31)


@pytest.mark.parametrize(
    ("when", "expires"),
    [
        ("soon", "2026-12-01"),
        ("when the kids are back at school", "2027-01-08"),
        ("once i get a minute", "2026-11-29"),
        ("before the 2nd letter comes", "2026-12-02"),
        ("in spring", "2027-04-01"),
        ("when april is back", "2027-04-30"),
    ],
)
def test_no_day_is_better_than_one_that_nobody_named(when: str, expires: str) -> None:
    assert due_on(f"i want to call the bank about the loan {when}", *LOAN, expires) is None
    assert due_on(f"i want to call the bank about the loan {when}", *LOAN) is None


@pytest.mark.parametrize(
    ("when", "expires"),
    [
        ("on friday", "2026-11-27"),
        ("next friday", "2026-12-04"),
        ("9th dec", "2026-12-09"),
        ("tmrw", "2026-11-23"),
        ("later", "2026-11-22"),
        ("in 3 weeks", "2026-12-13"),
        ("in a fortnight", "2026-12-06"),
        ("next week", "2026-11-27"),
        ("at the weekend", "2026-11-28"),
        ("by the end of the month", "2026-11-30"),
        ("next month", "2026-12-10"),
        ("before christmas", "2026-12-24"),
        ("in mid january", "2027-01-15"),
        ("before february", "2027-01-31"),
        ("this year", "2026-12-31"),
    ],
)
def test_a_day_that_follows_by_the_calendar_counts(when: str, expires: str) -> None:
    day = due_on(f"i want to call the bank about the loan {when}", *LOAN, expires)

    assert day == date.fromisoformat(expires)


def test_a_day_that_they_named_before_counts_if_the_memory_names_it() -> None:
    said, quote = "i want to pay dan back before that", "want to pay dan back"
    before = ("dans wedding is on 9 dec",)
    named = "You want to pay Dan back before 9 December."

    assert due_on(said, named, quote, "2026-12-09", before) == date(2026, 12, 9)
    assert due_on(said, "You want to pay Dan back.", quote, "2026-12-09", before) is None


def test_a_time_without_its_day_ends_with_the_time() -> None:
    said = "i want to call the bank about the loan next week"

    assert due_on(said, *LOAN, "2026-12-12") == date(2026, 11, 29)
    assert due_on(said, *LOAN) is None


@pytest.mark.parametrize("day", ["9999-12-25", "9999-12-31"])
def test_a_day_that_no_plan_reaches_is_none(day: str) -> None:
    assert due_on(f"i want to call the bank about the loan by {day}", *LOAN, day) is None
