from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.conversation import take_turn
from coaching.values.events import Delta, TurnDone, TurnStarted
from tests.support.talker import Talker

if TYPE_CHECKING:
    from uuid import UUID

    from tests.coaching.conversation.conftest import StartEngine


async def test_a_message_becomes_a_reply(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(Talker("You looked. ", "What did you see?"))
    events = [event async for event in take_turn(coaching, owner, "I looked.", "m1")]
    assert [type(event) for event in events[:2]] == [TurnStarted, TurnStarted]
    text = "".join(event.text for event in events if isinstance(event, Delta))
    done = events[-1]
    assert isinstance(done, TurnDone)
    assert done.text == text == "You looked. What did you see?"
