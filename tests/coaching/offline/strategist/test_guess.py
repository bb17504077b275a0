from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from coaching.offline.strategist.case import Case
from coaching.offline.strategist.guess import NOTHING_YET, RETIRED_NOTE, guess_for
from coaching.offline.strategist.plan import plan
from coaching.values.context import IntelView
from tests.coaching.offline.strategist.files import (
    RUTH,
    briefed,
    first_run,
    later_run,
    personas,
    talk,
)

if TYPE_CHECKING:
    from coaching.offline.strategist.guess import Guess

ASKED = "A first guess: giving keeps people close. How close is it, 0 to 10?"


def after(answer: str) -> Guess:
    return guess_for(Case(later_run(transcript=talk(ASKED, answer))))


def test_a_guess_begins_as_a_candidate() -> None:
    guess = guess_for(Case(first_run()))
    assert (guess.status, guess.text) == (
        "candidate",
        "Giving may keep you close to people, and saying no may feel like being left.",
    )


@pytest.mark.parametrize("answer", ["an 8", "yes, that's it", "7 maybe"])
def test_the_person_supports_it(answer: str) -> None:
    assert after(answer).status == "supported"


@pytest.mark.parametrize("answer", ["2", "no, that's not it"])
def test_a_refused_guess_goes_out(answer: str) -> None:
    guess = after(answer)
    assert guess.refused
    assert guess.text != guess.refused


def test_a_number_in_between_leaves_it_open() -> None:
    assert after("a 5").status == "candidate"


def test_support_is_remembered_by_the_next_briefing() -> None:
    supported = later_run(transcript=talk(ASKED, "an 8"))
    before = briefed(plan(supported))
    assert guess_for(Case(later_run(previous=before))).status == "supported"


def test_a_refused_guess_does_not_come_back_in_a_later_run() -> None:
    person = next(c.person for c in personas().values() if len(c.person.hypothesis_rules) > 1)
    first = guess_for(Case(later_run(person=person, transcript=talk(ASKED, "1"))))
    notes = IntelView(coaching_notes=(f"{RETIRED_NOTE}{first.text}",))
    second = guess_for(Case(later_run(person=person, transcript=talk(ASKED, "1"), intel=notes)))
    assert second.text not in {first.refused, first.text}


def test_nothing_is_guessed_from_nothing() -> None:
    bare = replace(RUTH, hypothesis="", hypothesis_rules=())
    assert guess_for(Case(first_run(bare))).text == NOTHING_YET
