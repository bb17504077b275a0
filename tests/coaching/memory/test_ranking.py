from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from coaching.memory.ranking import ranked
from coaching.values.enums import Importance
from tests.support.factories import MONDAY_MORNING

LOW, MEDIUM, HIGH = Importance.LOW, Importance.MEDIUM, Importance.HIGH


@dataclass(frozen=True)
class Memory:
    content: str
    importance: Importance = MEDIUM
    is_pinned: bool = False
    updated_at: datetime = MONDAY_MORNING
    quote: str = ""


def order(*memories: Memory, about: tuple[str, ...] = ()) -> list[str]:
    return [m.content for m in ranked(memories, about=about, at=MONDAY_MORNING, limit=9)]


def old(days: int) -> datetime:
    return MONDAY_MORNING - timedelta(days=days)


def test_what_the_person_pinned_comes_first() -> None:
    assert order(Memory("a", HIGH), Memory("b", LOW, is_pinned=True)) == ["b", "a"]


def test_the_more_important_comes_first() -> None:
    assert order(Memory("a", LOW), Memory("b", HIGH), Memory("c")) == ["b", "c", "a"]


def test_of_two_alike_the_fresher_comes_first() -> None:
    assert order(Memory("a", updated_at=old(30)), Memory("b")) == ["b", "a"]


def test_what_is_near_to_what_matters_now_comes_first() -> None:
    near = Memory("the drawer with the unopened letters", updated_at=old(20))
    far = Memory("a cat called Otto")
    assert order(far, near, about=("unopened letters", "late fees")) == [near.content, far.content]


def test_no_more_than_there_is_room_for() -> None:
    memories = [Memory(str(n)) for n in range(5)]
    assert len(ranked(memories, about=(), at=MONDAY_MORNING, limit=2)) == 2
