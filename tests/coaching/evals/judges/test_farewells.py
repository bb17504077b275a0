"""A farewell is known from what is near it, and let go with a line."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import coaching.evals
from coaching.evals.judges.farewell import says_farewell
from coaching.evals.judges.goodbye import goodbye
from coaching.evals.stories.behind import Behind
from coaching.values.context import PersonView
from coaching.values.enums import SafetyLevel, Tension
from tests.coaching.offline.talking import Session, last
from tests.support.told import played, said, told

if TYPE_CHECKING:
    from collections.abc import Sequence

FILE = Path(coaching.evals.__file__).parent / "examples" / "farewells.json"
KNOWN = json.loads(FILE.read_text("utf-8"))
MOMENTS = {
    "en": (
        (),
        ("I haven't opened the post since March",),
        ("I could open one on Sunday after coffee",),
        ("my mum died last February", "I miss her"),
        ("I'm not afraid of the bill, I'm afraid of who I am when I open it",),
    ),
    "es": ((), ("no abro el correo desde marzo", "me da vergüenza")),
}


def test_there_are_a_hundred_farewells_and_each_is_known() -> None:
    everyone = [*KNOWN["farewells"]["en"], *KNOWN["farewells"]["es"]]

    assert len(everyone) == len(set(everyone)) == 100
    assert [text for text in everyone if not says_farewell(text)] == []


def test_what_is_near_a_farewell_is_none() -> None:
    assert [text for text in KNOWN["near"] if says_farewell(text)] == []


COMES_IN = frozenset({"buenas noches"})
"""In Spanish one comes in with it as well: as the first word of all it is a greeting."""


async def is_let_go(farewell: str, before: Sequence[str], language: str) -> bool:
    if farewell in COMES_IN and not before:
        return True
    person = PersonView(name="Nadia", tension=Tension.AVOID, language=language)
    one = await last(Session(person), *before, farewell)
    return goodbye(told(played(said(farewell, one.text)))).passed


@pytest.mark.parametrize("language", MOMENTS)
async def test_the_offline_coach_lets_people_go(language: str) -> None:
    moments = cycle(MOMENTS[language])

    held = [
        text
        for text in KNOWN["farewells"][language]
        if not await is_let_go(text, next(moments), language)
    ]

    assert held == []


@pytest.mark.journey
@pytest.mark.parametrize("language", MOMENTS)
async def test_the_offline_coach_lets_people_go_at_any_moment(language: str) -> None:
    for before in MOMENTS[language]:
        farewells = KNOWN["farewells"][language]
        held = [text for text in farewells if not await is_let_go(text, before, language)]

        assert held == [], before


@pytest.mark.parametrize(
    ("reply", "because"),
    [
        ("Before you go: the post?", "asks something of somebody who is leaving"),
        ("Good. Remember to open one.", "holds them back: “Remember to”"),
        ("Enough, and more. " * 15, "45 words for a farewell"),
    ],
)
def test_somebody_who_is_leaving_is_not_held_back(reply: str, because: str) -> None:
    verdict = goodbye(told(played(said("hello", "Hi. And?"), said("ok. good night", reply))))

    assert (verdict.expected, verdict.got) == ("every farewell", "0 of 1")
    assert verdict.faults[0].because == because


def test_a_farewell_with_something_serious_in_it_is_not_let_go() -> None:
    crisis = Behind(safety=SafetyLevel.CRISIS)

    assert goodbye(told(played(said("goodbye", "Are you safe?", behind=crisis)))).passed


async def test_good_evening_is_answered_with_a_hello_at_the_door_and_let_go_later() -> None:
    person = PersonView(name="Nadia", tension=Tension.AVOID, language="es")

    assert (await last(Session(person), "buenas noches")).mode == "greeting"
    later = await last(Session(person), "no abro el correo", "buenas noches")
    assert later.mode == "goodbye_night"
