"""What is only said to have been spent is written down by the app, with every model and without."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching import conversation
from coaching.agents.app_calls import CALL_ID
from coaching.conversation.tool_undo import undo_tool_call
from coaching.domains.ledger import service as ledger
from coaching.domains.transactions import service as transactions
from coaching.llm.scripted import ScriptedLLM, calls, says
from coaching.models import ConversationKind, MessageRole
from coaching.offline import OfflineLLM
from coaching.repositories import messages, tool_calls

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
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
    await conversation.open_kind(coaching, owner, ConversationKind.REFLECTION)
    await say(coaching, owner, "The boots came to 40 in the end, and I like them a lot.")
    assert [row.amount for row in await written(coaching, owner)] == [4000]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "answer", "amount", "what"),
    [
        ("spent on shoes", "40", 4000, "shoes"),
        ("Gasté en comida", "fueron 12,50", 1250, "comida"),
        ("got paid today", "1,850", 185_000, ""),
    ],
)
async def test_a_line_without_an_amount_is_asked_once_and_the_next_message_completes_it(
    start_engine: StartEngine, owner: UUID, line: str, answer: str, amount: int, what: str
) -> None:
    coaching = await start_engine(OfflineLLM())
    asked = await say(coaching, owner, line)
    async with coaching.unit(owner) as s:
        reply = await messages.of_turn(s, owner, asked, MessageRole.COACH)
    assert reply is not None
    assert ("How much was it?" in reply.text) or ("¿Cuánto fue?" in reply.text)
    assert await written(coaching, owner) == []
    turn = await say(coaching, owner, answer)
    (row,) = await written(coaching, owner)
    assert (row.amount, row.what) == (amount, what)
    async with coaching.unit(owner, write=True) as s:
        await undo_tool_call(s, owner, turn, CALL_ID, at=coaching.clock.now())
    assert await written(coaching, owner) == []


async def test_an_amount_after_ten_minutes_or_after_another_message_completes_nothing(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching = await start_engine(OfflineLLM())
    await say(coaching, owner, "spent on shoes")
    clock.move(timedelta(minutes=11))
    await say(coaching, owner, "40")
    await say(coaching, owner, "spent on shoes")
    await say(coaching, owner, "I don't know")
    await say(coaching, owner, "40")
    assert await written(coaching, owner) == []


async def test_a_model_is_told_to_ask_and_then_that_it_is_written_down(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(ScriptedLLM([says("How much?"), says("Noted.")]))
    turns = [await say(coaching, owner, text) for text in ("spent on shoes", "40")]
    async with coaching.unit(owner) as s:
        first, second = [await messages.of_turn(s, owner, t, MessageRole.USER) for t in turns]
    assert first is not None
    assert second is not None
    assert "Ask once" in first.preface
    assert "has written down the amount" in second.preface
    assert [row.amount for row in await written(coaching, owner)] == [4000]


async def test_two_amounts_in_a_sentence_are_written_down_each_with_its_undo(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(OfflineLLM())
    turn = await say(coaching, owner, "got paid today, 1,850 in, and spent 60 on shoes")
    rows = await written(coaching, owner)
    assert {(row.flow.value, row.amount, row.what) for row in rows} == {
        ("in", 185_000, ""),
        ("out", 6000, "shoes"),
    }
    async with coaching.unit(owner, write=True) as s:
        await undo_tool_call(s, owner, turn, f"{CALL_ID}_1", at=coaching.clock.now())
    assert [row.amount for row in await written(coaching, owner)] == [185_000]
