"""An exercise that was done minutes ago isn't the first one that a reply offers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.coaching.offline import talking
from tests.coaching.offline.people import DEV
from tests.coaching.offline.talking import last

if TYPE_CHECKING:
    from coaching.values.context import WorkingContext
    from coaching.values.practice_choice import PracticeChoice

ASKS = [
    "can you give me an exercise?",
    "I keep ordering things at night, do you have an exercise for that?",
    "I'm so stressed about money, what can I do?",
]


async def _offered(message: str) -> str:
    return next((chip.target for chip in (await last(DEV, message)).chips if chip.target), "")


@pytest.mark.parametrize("message", ASKS)
async def test_another_one_is_offered(message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await _offered(message)
    assert first
    choice_for = talking.choice_for

    def after_it(ctx: WorkingContext) -> PracticeChoice:
        found = choice_for(ctx)
        done = (replace(one, is_recent=one.id == first) for one in found.open)
        return replace(found, offered=(), open=tuple(done))

    monkeypatch.setattr(talking, "choice_for", after_it)
    assert await _offered(message) != first
    listed = talking.context(DEV, "").practices.open
    title = next(one.title for one in listed if one.id == first)
    assert [chip.target for chip in (await last(DEV, title)).chips] == [first]
