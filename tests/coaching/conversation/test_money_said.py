"""What is only said to have been spent is written down by the app, with every model and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching import conversation
from coaching.agents.app_calls import CALL_ID
from coaching.conversation.tool_undo import undo_tool_call
from coaching.domains.ledger import service as ledger
from coaching.domains.transactions import service as transactions
from coaching.llm.scripted import ScriptedLLM, calls, says
from coaching.models import ConversationKind, MessageRole
from coaching.repositories import messages, tool_calls

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.domains.transactions.models import Transaction
    from tests.coaching.conversation.conftest import StartEngine


async def say(coaching: Coaching, owner: UUID, text: str) -> UUID:
    accepted = await conversation.accept(coaching, owner, text, text)
    await coaching.runner.idle()
    return accepted.turn_id


async def written(coaching: Coaching, owner: UUID) -> Sequence[Transaction]:
    async with coaching.unit(owner) as s:
        today = await transactions.today(s, owner, coaching.clock.now())
        return (await transactions.month(s, owner, today, today=today)).rows


async def test_an_amount_that_is_only_said_is_written_down_and_can_be_undone(
    start_engine: StartEngine, owner: UUID
) -> None:
    llm = ScriptedLLM([says("Noted.")])
    coaching = await start_engine(llm)
    turn = await say(coaching, owner, "spent 40 on shoes")
    (row,) = await written(coaching, owner)
    assert (row.amount, row.what, row.category, row.written_by) == (
        4000,
        "shoes",
        "shopping",
        "coach",
    )
    (request,) = llm.requests
    assert "record_transaction" not in {tool.name for tool in request.tools}
    async with coaching.unit(owner) as s:
        said = await messages.of_turn(s, owner, turn, MessageRole.USER)
        assert said is not None
        assert "has written down the amount" in said.preface
        assert [entry.text for entry in (await ledger.page(s, owner)).entries] == ["shoes"]
    async with coaching.unit(owner, write=True) as s:
        await undo_tool_call(s, owner, turn, CALL_ID, at=coaching.clock.now())
    assert await written(coaching, owner) == []


async def test_a_question_about_it_gets_figures_that_code_added_up(
    start_engine: StartEngine, owner: UUID
) -> None:
    llm = ScriptedLLM([says("Noted."), says("Noted."), says("52.50 so far.")])
    coaching = await start_engine(llm)
    await say(coaching, owner, "spent 40 on shoes")
    await say(coaching, owner, "gasté 12,50 en comida")
    turn = await say(coaching, owner, "How much did I spend this month?")
    async with coaching.unit(owner) as s:
        said = await messages.of_turn(s, owner, turn, MessageRole.USER)
        call = await tool_calls.find(s, owner, turn, CALL_ID)
    assert said is not None
    assert '"out": {"": "52.50"}' in said.preface
    assert call is not None
    assert call.result["data"]["out_by_category"] == {"shopping": "40", "food": "12.50"}


@pytest.mark.parametrize(
    "said", ["I spent 40 on shoes and I hate myself for it", "Should I spend 40 on shoes?"]
)
async def test_a_story_or_a_question_writes_nothing_down(
    start_engine: StartEngine, owner: UUID, said: str
) -> None:
    coaching = await start_engine(ScriptedLLM([says("I hear you.")]))
    await say(coaching, owner, said)
    assert await written(coaching, owner) == []


async def test_the_model_writes_down_only_an_amount_that_they_said(
    start_engine: StartEngine, owner: UUID
) -> None:
    llm = ScriptedLLM(
        [
            calls("record_transaction", said="spent 90 on boots"),
            calls("record_transaction", said="spent 40 on boots"),
            says("Written down."),
        ]
    )
    coaching = await start_engine(llm)
    await conversation.open_kind(coaching, owner, ConversationKind.PLANNING)
    await say(coaching, owner, "The boots came to 40 in the end, and I like them a lot.")
    assert [row.amount for row in await written(coaching, owner)] == [4000]
