from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.conversation import accept
from coaching.models import MessageRole
from coaching.repositories import messages, signals, turns
from coaching.services.misunderstandings import note_for
from coaching.services.signals import RULES, store_for_turn
from coaching.values.enums import Gap, SignalType
from tests.support.talker import Talker

if TYPE_CHECKING:
    from uuid import UUID

    from tests.coaching.conversation.conftest import StartEngine

OPEN = "What would looking once be like?"
TOLD = "Their last two answers were empty"


@pytest.mark.parametrize(
    "message", ["yes, but that never works", "you're not listening", "No, that's not it."]
)
async def test_a_model_judges_pushback_by_itself_and_the_rules_speak_for_the_offline_coach(
    start_engine: StartEngine, owner: UUID, message: str
) -> None:
    talker = Talker(OPEN)
    coaching = await start_engine(talker)
    await accept(coaching, owner, "There is a letter.", "m1")
    await coaching.runner.idle()
    accepted = await accept(coaching, owner, message, "m2")
    await coaching.runner.idle()
    async with coaching.unit(owner) as s:
        said = await messages.of_turn(s, owner, accepted.turn_id, MessageRole.USER)
    assert said is not None
    assert said.preface == ""
    await coaching.jobs.stop()
    async with coaching.unit(owner, write=True) as s:
        turn = await turns.require(s, owner, accepted.turn_id)
        at = coaching.clock.now()
        await store_for_turn(s, turn, [], source="claude", at=at)
        assert await signals.of_session(s, owner, turn.conversation_id) == []
        await store_for_turn(s, turn, [], source="offline", at=at)
        (seen,) = await signals.of_session(s, owner, turn.conversation_id)
    assert (seen.signal_type, seen.source) == (SignalType.DEFLECTION, RULES)


async def test_short_flat_answers_are_noticed_the_second_time(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker(OPEN)
    coaching = await start_engine(talker)
    for number, message in enumerate(("There is a letter.", "idk", "fine")):
        await accept(coaching, owner, message, f"m{number}")
        await coaching.runner.idle()
    *_, second, third = (request.messages[-1].content for request in talker.requests)
    assert TOLD not in str(second)
    assert TOLD in str(third)


@pytest.mark.parametrize(
    ("before", "asked", "message"),
    [
        ("dunno", "Is tomorrow still the plan?", "nope"),
        ("ok", "How much is left?", "nothing"),
        ("I rang her.", "What was that like?", "idk"),
        ("idk", "I've got time.", "meh"),
        ("meh", "What was that like?", "Not guilt. More like dread."),
    ],
)
def test_an_answer_is_not_flat_because_it_is_short(before: str, asked: str, message: str) -> None:
    assert note_for(message, [before], [asked]) is None
    assert note_for("lol dunno tbh", ["its whatever"], ["What's in the whatever?"]) is Gap.FLAT
