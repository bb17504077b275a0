from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from coaching.agents.turn_run import Reply
from coaching.conversation import turn_events
from coaching.conversation.attempt_result import ending_of
from coaching.conversation.journal import TurnJournal
from coaching.conversation.reply_attempt import ReplyAttempt
from coaching.models import Turn
from coaching.values.enums import TurnStatus
from coaching.values.events import TurnDone, TurnError
from tests.support.turn_runs import MemoryJournal, turn_run

if TYPE_CHECKING:
    from coaching.services.turn_outcomes import Ending

TURN = Turn(
    user_id=uuid4(),
    conversation_id=uuid4(),
    client_message_id="m1",
    text_hash="",
    seq=1,
    attempt=1,
)


async def _ending(text: str, **reply: Any) -> Ending:
    speech = ReplyAttempt(None, turn_run(MemoryJournal()))  # pyrefly: ignore[bad-argument-type]
    speech._pieces.append(text)
    speech.reply = Reply("coach", "claude", "claude-sonnet-5-5", "end_turn", **reply)
    journal = TurnJournal(None, TURN, ())  # pyrefly: ignore[bad-argument-type]
    return ending_of(speech, None, journal, source="claude")


async def test_a_proposal_goes_with_the_reply_to_whoever_hears_its_end() -> None:
    proposal = uuid4()
    ending = await _ending("Shall I keep that?", proposal_id=proposal)
    done = turn_events.ended(TURN, ending)
    assert isinstance(done, TurnDone)
    assert (done.proposal_id, done.text) == (proposal, "Shall I keep that?")


async def test_a_line_that_only_fills_a_gap_is_marked_so() -> None:
    assert (await _ending("Say that again?", in_history=False)).meta["in_history"] is False
    assert "in_history" not in (await _ending("I see.")).meta


@pytest.mark.parametrize("text", ["", " \n"])
async def test_a_reply_without_a_word_is_a_failure(text: str) -> None:
    ending = await _ending(text)
    assert (ending.status, ending.error_code) == (TurnStatus.FAILED, "empty")
    error = turn_events.ended(TURN, ending)
    assert isinstance(error, TurnError)
    assert error.retryable
