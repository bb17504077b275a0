from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from coaching.offline.strategist.plan import plan
from coaching.values.context import MemoryView
from coaching.values.enums import SignalType
from tests.coaching.offline.strategist.files import (
    EVENING,
    RUTH,
    card,
    later_run,
    personas,
    said,
    signal,
    win,
)

if TYPE_CHECKING:
    from coaching.values.strategy import Door

SAW = signal(SignalType.BREAKTHROUGH, "it's the memory, not the money")
EVENT = signal(SignalType.TOPIC_SHIFT, "they let me go this morning", 2, urgent=True)


def doors(**parts: object) -> list[Door]:
    return plan(later_run(**parts)).doors


@pytest.mark.parametrize("name", personas())
def test_there_are_four_to_eight_each_with_its_first_line(name: str) -> None:
    found = plan(personas()[name]).doors
    assert 4 <= len(found) <= 8
    assert len({door.title for door in found}) == len(found)
    assert all("{" not in f"{door.title}{door.why_now}{door.opening}" for door in found)


def test_after_the_onboarding_there_are_five_at_most_and_one_quotes_their_reason_whole() -> None:
    found = {name: plan(context).doors for name, context in personas().items()}
    assert max(map(len, found.values())) <= 5
    mara = " ".join(door.opening for door in found["Mara"])
    assert personas()["Mara"].person.emotional_why.rstrip(".") in mara


def test_different_people_get_different_doors() -> None:
    openings = [frozenset(d.opening for d in plan(ctx).doors) for ctx in personas().values()]
    assert len(set(openings)) == len(openings)


def test_the_newest_words_open_one() -> None:
    found = doors(signals=(SAW,), wins=(win("I looked first"),), cards=(card(),))
    texts = " ".join(door.opening for door in found)
    assert SAW.quote in texts
    assert "I looked first" in texts


def test_a_door_says_what_it_is_about() -> None:
    long = "I rang the bank before breakfast and asked the woman there to read me the whole letter"
    jo = MemoryView(UUID(int=8), "Your sister is called Jo.", "my sister Jo", "high", EVENING)
    talk = said("My debt is 11k.", "I owe the bank and I hid it.")
    found = doors(wins=(win(long),), memories=(jo,), transcript=talk)
    assert found[0].title == "More about debt"
    assert not any(long in door.opening or "{" in door.title for door in found)
    assert any(door.title.startswith("How things are with your sister") for door in found)
    controlled = replace(RUTH, life_context=("ctx_controlled",))
    found = doors(person=controlled, transcript=said("My partner called.", "My partner is home."))
    assert not any("partner" in door.title for door in found)


def test_what_happened_comes_first() -> None:
    first = doors(signals=(EVENT, SAW), transcript=said("they let me go this morning"))[0]
    assert first != doors(signals=(SAW,))[0]


def test_one_of_them_wants_nothing() -> None:
    assert "nothing" in doors()[-1].title.lower()


def test_after_something_serious_no_door_asks_for_a_result() -> None:
    found = doors(person=RUTH, safety_recent=True, wins=(win("I looked first"),), cards=(card(),))
    assert not any("I looked first" in door.opening for door in found)


def test_where_they_work_is_no_sentence_to_come_back_to() -> None:
    fact = MemoryView(UUID(int=5), "Works at a school.", "I work at a school", "medium", EVENING)

    doors = plan(later_run(memories=(fact,))).doors

    assert all("I work at a school" not in door.opening for door in doors)
