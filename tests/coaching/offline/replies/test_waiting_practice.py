"""What is written while an exercise waits for its next answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.coaching.offline import talking
from tests.coaching.offline.people import DEV, ROCIO
from tests.coaching.offline.talking import converse, last

if TYPE_CHECKING:
    from coaching.values.context import WorkingContext
    from coaching.values.practice_choice import PracticeChoice

ASKED = [("practice_resume", "Go on with it"), ("practice_leave", "Stop here")]


@pytest.fixture(autouse=True)
def _running(monkeypatch: pytest.MonkeyPatch) -> None:
    choice_for = talking.choice_for

    def with_one(ctx: WorkingContext) -> PracticeChoice:
        found = choice_for(ctx)
        return replace(found, running=next(one for one in found.open if one.id == "name_it"))

    monkeypatch.setattr(talking, "choice_for", with_one)


async def test_something_else_gets_one_sentence_and_the_two_chips() -> None:
    said = await last(DEV, "what does APR mean?")
    assert [(chip.action, chip.text) for chip in said.chips] == ASKED
    assert said.text.startswith("It’s roughly what borrowing costs you per year")
    assert said.text.endswith("Your exercise is still open.")


@pytest.mark.parametrize("answer", ["Go on with it", "yes", "go on with it please", "1"])
async def test_going_on_opens_it_at_its_step(answer: str) -> None:
    said = await last(DEV, "my boss shouted at me", answer)
    assert [(chip.action, chip.target) for chip in said.chips] == [("practice_start", "name_it")]


@pytest.mark.parametrize("answer", ["Stop here", "stop here", "2"])
async def test_stopping_ends_it(answer: str) -> None:
    assert (await last(DEV, "my boss shouted at me", answer)).mode == "practice_stopped"


async def test_it_is_asked_once() -> None:
    said = await converse(DEV, ["my boss shouted at me", "and then I cried in the car"])
    assert ASKED[0][0] not in {chip.action for chip in said[1].chips}


@pytest.mark.parametrize("message", ["I have to go, bye", "my dad died last week"])
async def test_a_goodbye_and_grief_are_not_held_up(message: str) -> None:
    said = await last(DEV, message)
    assert "practice_resume" not in {chip.action for chip in said.chips}


async def test_in_spanish_too() -> None:
    said = await last(ROCIO, "mi jefe me gritó hoy")
    assert [chip.text for chip in said.chips] == ["Seguir con él", "Parar aquí"]
