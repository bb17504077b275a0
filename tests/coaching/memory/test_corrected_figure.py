from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest

from coaching.memory.gate import judged
from coaching.memory.gate_types import Admission, Heard, Known
from coaching.values.enums import MemoryKind
from tests.support.remembering import candidate

SAID = "its 795 shes asking not 810"
MESSAGE = f"i just read her email again and {SAID}, can u redo it"


def replaced(
    known: str, content: str = "Your landlady is asking for 795.", kind: str = "fact"
) -> bool:
    before = Known(uuid4(), MemoryKind(kind), known)
    at = datetime(2026, 11, 27, 9, tzinfo=UTC)
    heard = Heard(message=MESSAGE, at=at, today=date(2026, 11, 27), known=[before])
    (found,) = judged([candidate(content, SAID)], heard)
    assert isinstance(found, Admission)
    return before.id in found.supersedes


@pytest.mark.parametrize(
    "known",
    [
        "Your landlady is asking for 810.",
        "Your landlady wants 810 from March, and says it is for the roof.",
    ],
)
def test_no_memory_of_the_matter_keeps_the_old_figure(known: str) -> None:
    assert replaced(known)


@pytest.mark.parametrize(
    "known", ["You paid 810 for the car.", "Your landlady wants the keys back in March."]
)
def test_another_matter_stays_also_with_the_same_figure(known: str) -> None:
    assert not replaced(known)
    assert not replaced(known, "Your landlady is asking for 795, not 810.")


def test_a_plan_stays() -> None:
    assert not replaced("You will write to your landlady about the 810.", kind="commitment")
