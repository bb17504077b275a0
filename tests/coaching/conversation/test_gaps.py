from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.conversation import accept
from coaching.models import MessageRole
from coaching.repositories import messages, turns
from coaching.services.signals import RULES, store_for_turn
from coaching.values.enums import SignalType
from tests.support.talker import Talker

if TYPE_CHECKING:
    from uuid import UUID

    from tests.coaching.conversation.conftest import StartEngine

TOLD = {
    "yes, but that never works": "ask what you are not seeing",
    "you're not listening": "Drop the frame",
    "No, that's not it.": "ask what would be truer",
}


@pytest.mark.parametrize("message", TOLD)
async def test_claude_is_told_with_the_very_message_and_the_rules_keep_it(
    start_engine: StartEngine, owner: UUID, message: str
) -> None:
    talker = Talker("What would looking once be like?")
    coaching = await start_engine(talker)
    await accept(coaching, owner, "There is a letter.", "m1")
    await coaching.runner.idle()
    accepted = await accept(coaching, owner, message, "m2")
    await accept(coaching, owner, "I opened it after all.", "m3")
    await coaching.runner.idle()
    async with coaching.unit(owner) as s:
        said = await messages.of_turn(s, owner, accepted.turn_id, MessageRole.USER)
    assert said is not None
    assert TOLD[message].lower() in " ".join(said.preface.split()).lower()
    told = [str(m.content[0]["text"]) for m in talker.requests[-1].messages if m.role == "user"]
    assert sum(TOLD[message].lower() in " ".join(text.split()).lower() for text in told) == 1
    await coaching.jobs.stop()
    async with coaching.unit(owner, write=True) as s:
        turn = await turns.require(s, owner, accepted.turn_id)
        at = coaching.clock.now()
        (seen,) = await store_for_turn(s, turn, [], source="observer", at=at)
    assert (seen.signal_type, seen.source) == (SignalType.DEFLECTION, RULES)


async def test_short_flat_answers_are_noticed_the_second_time(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker("What would looking once be like?")
    coaching = await start_engine(talker)
    for number, message in enumerate(("There is a letter.", "idk", "fine")):
        await accept(coaching, owner, message, f"m{number}")
        await coaching.runner.idle()
    *_, second, third = (request.messages[-1].content for request in talker.requests)
    assert "do not reach them" not in str(second)
    assert "do not reach them" in str(third)
