"""Questions about months, a shop and the shelf get figures that code has added up."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching import conversation
from coaching.agents.app_calls import CALL_ID
from coaching.domains.purchases import service as purchases
from coaching.domains.purchases.service import Wanted
from coaching.domains.transactions import service
from coaching.domains.transactions.service import Written
from coaching.llm.scripted import ScriptedLLM, calls, says
from coaching.models import ConversationKind, MessageRole
from coaching.offline import OfflineLLM
from coaching.repositories import messages, tool_calls

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from tests.coaching.conversation.conftest import StartEngine


async def say(coaching: Coaching, owner: UUID, text: str) -> UUID:
    accepted = await conversation.accept(coaching, owner, text, text)
    await coaching.runner.idle()
    return accepted.turn_id


async def told(coaching: Coaching, owner: UUID, turn: UUID) -> Any:
    async with coaching.unit(owner) as s:
        call = await tool_calls.find(s, owner, turn, CALL_ID)
    assert call is not None
    return call.result["data"]


async def replied(coaching: Coaching, owner: UUID, text: str) -> str:
    turn = await say(coaching, owner, text)
    async with coaching.unit(owner) as s:
        reply = await messages.of_turn(s, owner, turn, MessageRole.COACH)
    assert reply is not None
    return reply.text


async def write(coaching: Coaching, owner: UUID) -> None:
    """Write down shoes and food of this month, the one before and the one before that."""
    now = coaching.clock.now()
    first = now.date().replace(day=1)
    last = (first - timedelta(days=1)).replace(day=1)
    before = (last - timedelta(days=1)).replace(day=1)
    lines = [
        Written(4000, first, what="new shoes", category="shopping"),
        Written(1500, first, what="Lidl", category="food"),
        Written(2000, last, what="lidl", category="food"),
        Written(9900, last + timedelta(days=27), what="shoe repair", category="other"),
        Written(1000, before, what="bread", category="food"),
    ]
    async with coaching.unit(owner, write=True) as s:
        for line in lines:
            await service.add(s, owner, line, at=now)
        await purchases.add(s, owner, Wanted("a red lamp", 4500), at=now)


async def test_a_model_reads_the_months_and_their_difference_and_adds_nothing_up(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(ScriptedLLM([says("More than before.")]))
    await write(coaching, owner)
    turn = await say(coaching, owner, "How has my spending changed over the last three months?")
    figures = await told(coaching, owner, turn)
    assert [one["out"] for one in figures["months"]] == [{"": "10"}, {"": "119"}, {"": "55"}]
    assert figures["out_together"] == {"": "184"}
    assert figures["month_before_to_same_day"]["out"] == {"": "20"}
    assert figures["out_changed_by"] == {"": "+35"}
    async with coaching.unit(owner) as s:
        said = await messages.of_turn(s, owner, turn, MessageRole.USER)
    assert said is not None
    assert json.dumps(figures["out_together"]) in said.preface


async def test_one_shop_or_one_category_is_added_up_by_itself(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(ScriptedLLM([says("Here."), says("Here."), says("Here.")]))
    await write(coaching, owner)
    for said, together in (
        ("How much did I spend at Lidl in the last two months?", "35"),
        ("¿Cuánto gasté en comida en los últimos tres meses?", "45"),
        ("How much did I spend on shoes in the last two months?", "139"),
    ):
        figures = await told(coaching, owner, await say(coaching, owner, said))
        assert figures["out_together"] == {"": together}, said


@pytest.mark.both_databases
async def test_the_tool_of_a_kind_of_conversation_takes_months_and_a_shop(
    start_engine: StartEngine, owner: UUID
) -> None:
    llm = ScriptedLLM([calls("get_money", months=2, about="Lidl"), says("35 together.")])
    coaching = await start_engine(llm)
    await write(coaching, owner)
    await conversation.open_kind(coaching, owner, ConversationKind.PLANNING)
    await say(coaching, owner, "I wonder what the supermarket costs me, looking at two months.")
    request = llm.requests[-1]
    assert '"out_together":{"":"35"}' in json.dumps(str(request.messages)).replace(" ", "").replace(
        "\\", ""
    )


async def test_purchases_on_the_shelf_are_told(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(ScriptedLLM([says("A lamp.")]))
    await write(coaching, owner)
    turn = await say(coaching, owner, "What's on my shelf?")
    (waits,) = (await told(coaching, owner, turn))["waiting_on_shelf"]
    assert (waits["item"], waits["price"]) == ("a red lamp", "45")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("How has my spending changed?", ("119", "55", "35 more than last month up to this day")),
        ("¿Gasté más que el mes pasado?", ("119", "55", "35 más que el pasado hasta el mismo día")),
        ("How much did I spend at Lidl last month?", ("20 for Lidl",)),
        ("¿Cuánto gasté en comida este mes?", ("15 para comida",)),
        ("What's on my shelf?", ("a red lamp",)),
        ("¿Qué hay en mi estante?", ("a red lamp",)),
        ("When can I buy the lamp?", ("You can decide about a red lamp from",)),
        ("When can I buy the boat?", ("a red lamp",)),
        ("What did I buy recently?", ("nothing on your shelf that you marked as bought",)),
        ("How much did I spend on taxis last month?", ("haven’t written down",)),
    ],
)
async def test_simple_mode_answers_the_plain_forms_in_both_languages(
    start_engine: StartEngine, owner: UUID, said: str, parts: tuple[str, ...]
) -> None:
    coaching = await start_engine(OfflineLLM())
    await write(coaching, owner)
    reply = await replied(coaching, owner, said)
    assert all(part in reply for part in parts), reply
