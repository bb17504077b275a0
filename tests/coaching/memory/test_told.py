from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from coaching.memory.told import as_quoted, as_told, is_over, without_outer_quotes
from coaching.models import CoachMemory
from coaching.values.enums import MemorySource

NOW = datetime(2026, 1, 12, 9, tzinfo=UTC)


def told(content: str, **more: Any) -> str:
    memory = CoachMemory(user_id=UUID(int=1), content=content, created_at=NOW, **more)
    return as_told(memory, (), "en", NOW.date().isoformat())


def test_a_plan_that_is_over_or_done_is_not_told_as_if_it_were_to_come() -> None:
    plan = "You go to see the camper."
    assert told(plan, due_on="2026-01-11") == f"You were planning this: {plan}"
    assert told(plan, due_on="2026-01-12") == plan
    assert told(plan, due_on="2026-01-11", done_at=NOW) == f"Done: {plan}"


@pytest.mark.parametrize(
    ("content", "today", "is_old"),
    [
        ("You ordered food twice last week.", "2026-01-18", False),
        ("You ordered food twice last week.", "2026-01-19", True),
        ("La semana pasada pediste comida.", "2026-01-19", True),
        ("You have a headache today.", "2026-01-13", False),
        ("You have a headache today.", "2026-01-14", True),
        ("Hoy te duele la cabeza.", "2026-01-14", True),
        ("You order food on Sundays.", "2026-03-01", False),
    ],
)
def test_last_week_is_over_a_week_later_and_today_on_the_second_day(
    content: str, today: str, is_old: bool
) -> None:
    memory = CoachMemory(user_id=UUID(int=1), content=content, created_at=NOW)
    assert is_over(memory, today) is is_old
    memory.is_pinned = True
    assert not is_over(memory, today)


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        ("On 3 January 2026 you rang the bank.", "On 3 January you rang the bank."),
        ("Last month, in January 2026, you moved.", "Last month, in January, you moved."),
        ("El 3 de enero de 2026 llamaste al banco.", "El 3 de enero llamaste al banco."),
        ("You lost the job in December 2025.", "You lost the job in December 2025."),
        ("Colin died a year ago in March, in 2025.", "Colin died in March 2025."),
        ("You moved it to the 27th, Sunday, 27 June.", "You moved it to Sunday, 27 June."),
        ("You put 2026 in the jar.", "You put 2026 in the jar."),
        ("By 12 January 2026 you had told Ana.", "By 12 January you had told Ana."),
        (
            "You told Ana about it by 12 January 2026; she laughed.",
            "You told Ana about it; she laughed.",
        ),
        ("Le contaste todo a Ana, para el 12 de enero de 2026.", "Le contaste todo a Ana."),
        ("You have to pay it by 30 January.", "You have to pay it by 30 January."),
        (
            "Your mother said: “Nadine will see to us.”.",
            "Your mother said: “Nadine will see to us.”",
        ),
    ],
)
def test_of_this_year_a_day_is_told_without_its_year(kept: str, shown: str) -> None:
    assert told(kept) == shown


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("“no lists, please”", "no lists, please"),
        ("You don’t want to hear “hard.”", "You don’t want to hear “hard.”"),
        ("“Hard” is no word for you.", "“Hard” is no word for you."),
    ],
)
def test_quotation_marks_go_only_where_they_are_around_the_whole(words: str, shown: str) -> None:
    assert without_outer_quotes(words) == shown


def test_what_they_said_is_quoted_if_it_makes_sense_alone() -> None:
    assert as_quoted("I told mama everything.", "en") == "You told me: “I told mama everything.”"
    assert as_quoted("I keep touching it.", "en") == ""


def test_what_they_wrote_themselves_keeps_its_year() -> None:
    assert told("I moved in January 2026.", source=MemorySource.WRITTEN) == (
        "I moved in January 2026."
    )
