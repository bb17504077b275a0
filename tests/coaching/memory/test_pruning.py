from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import UUID

from coaching.agents.strategist_validation import judged
from coaching.values.context import StrategistContext
from coaching.values.enums import Trigger
from coaching.values.strategy import StrategistAnswer
from tests.support import strategy
from tests.support.cast import COUPLE
from tests.support.situations import DEV_MEMORY, view

MEMORY = replace(DEV_MEMORY, id=UUID(int=0x14F2A), content="You lent Dev 40 for the boiler.")
TOLD = StrategistContext(Trigger.SESSION_END, view(COUPLE), date(2026, 1, 12), memories=(MEMORY,))


def chosen(sentence: str) -> tuple[list[str], list[str]]:
    """Return what is left of a memory that a run rewords, and what was wrong."""
    answer = strategy.as_json(page=[f"m4f2a: {sentence}"])
    found = judged(StrategistAnswer.model_validate(answer), TOLD)
    assert found.output is not None
    return found.output.page, [f"{problem}" for problem in found.problems]


def test_a_memory_takes_a_new_sentence_that_makes_nothing_up() -> None:
    plain = "You lent Dev 40 for the boiler in the flat."

    assert chosen(plain) == ([f"{MEMORY.id}: {plain}"], [])


def test_a_memory_keeps_its_own_sentence_if_the_new_one_makes_something_up() -> None:
    page, problems = chosen("You lent Dev 95 for the boiler.")

    assert page == [str(MEMORY.id)]
    assert problems == ["page.0: a number that was not given"]
