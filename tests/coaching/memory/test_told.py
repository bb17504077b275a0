from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from coaching.memory.told import as_told, without_outer_quotes
from coaching.models import CoachMemory

NOW = datetime(2026, 1, 12, 9, tzinfo=UTC)


def told(content: str, **more: Any) -> str:
    memory = CoachMemory(user_id=UUID(int=1), content=content, created_at=NOW, **more)
    return as_told(memory, (), "en", NOW.date().isoformat())


def test_a_plan_that_is_over_or_done_is_not_told_as_if_it_were_to_come() -> None:
    plan = "You go to see the camper."
    assert told(plan, due_on="2026-01-11") == f"This was planned: {plan}"
    assert told(plan, due_on="2026-01-12") == plan
    assert told(plan, due_on="2026-01-11", done_at=NOW) == f"Done: {plan}"


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
