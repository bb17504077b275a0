"""A message with a plain request that no note is kept of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.conversation import accept
from coaching.repositories import messages
from coaching.services import corrections
from coaching.values.conversations import MessageRole
from tests.support.talker import Talker

if TYPE_CHECKING:
    from uuid import UUID

    from tests.coaching.conversation.conftest import StartEngine

TOLD = "They asked that no note is kept"


@pytest.mark.parametrize(
    ("message", "is_closed"),
    [
        ("My brother drinks again. Please don't write that down.", True),
        ("Mi hermano bebe otra vez. Esto no me lo apuntes.", True),
        ("I spent 40 on shoes, don't save that.", True),
        ("My brother drinks again. Don't forget to write that down.", False),
    ],
)
async def test_the_app_closes_it_and_the_coach_is_told(
    start_engine: StartEngine, owner: UUID, message: str, *, is_closed: bool
) -> None:
    coaching = await start_engine(Talker("Understood."))
    accepted = await accept(coaching, owner, message, "m1")
    await coaching.runner.idle()

    async with coaching.unit(owner) as s:
        said = await messages.of_turn(s, owner, accepted.turn_id, MessageRole.USER)
        assert said is not None
        assert await corrections.is_closed(s, owner, said.id) is is_closed
    assert (TOLD in said.preface) is is_closed
    assert "writes down" not in said.preface
