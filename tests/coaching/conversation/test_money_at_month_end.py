"""A question about months means the person's own month, whatever day it is in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import pytest

from coaching import conversation
from coaching.agents.app_calls import CALL_ID
from coaching.domains.transactions import service
from coaching.domains.transactions.service import Written
from coaching.llm.scripted import ScriptedLLM, says
from coaching.models import MessageRole
from coaching.repositories import messages, profiles, tool_calls

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from tests.coaching.conversation.conftest import StartEngine

IN_NOVEMBER, IN_OCTOBER = Written(4000, date(2026, 11, 10)), Written(900, date(2026, 10, 10))


async def asked(coaching: Coaching, owner: UUID, zone: str, text: str) -> tuple[Any, str]:
    """Return what was looked at for a question, and what the model was told with it."""
    now = coaching.clock.now()
    async with coaching.unit(owner, write=True) as s:
        await profiles.change(s, owner, at=now, time_zone=zone)
        for line in (IN_NOVEMBER, IN_OCTOBER):
            await service.add(s, owner, line, at=now)
    turn = (await conversation.accept(coaching, owner, text, text)).turn_id
    await coaching.runner.idle()
    async with coaching.unit(owner) as s:
        call = await tool_calls.find(s, owner, turn, CALL_ID)
        said = await messages.of_turn(s, owner, turn, MessageRole.USER)
    assert call is not None
    assert said is not None
    return call.result["data"], said.preface


@pytest.mark.parametrize(
    ("zone", "instant"),
    [
        ("America/Los_Angeles", datetime(2026, 12, 1, 5, tzinfo=UTC)),  # still the last evening
        ("Europe/Madrid", datetime(2026, 11, 30, 23, 30, tzinfo=UTC)),  # December already
    ],
)
async def test_a_month_that_is_named_is_looked_at_around_its_end(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock, zone: str, instant: datetime
) -> None:
    clock.move(instant - clock.now())
    coaching = await start_engine(ScriptedLLM([says("Forty.")]))
    figures, told = await asked(coaching, owner, zone, "How much did I spend in November?")
    assert (figures["month"], figures["out"]) == ("2026-11", {"": "40"})
    assert '"month": "2026-11"' in told


async def test_on_the_last_evening_of_a_year_this_year_is_all_of_it(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    clock.move(datetime(2027, 1, 1, 3, tzinfo=UTC) - clock.now())
    coaching = await start_engine(ScriptedLLM([says("Forty-nine.")]))
    figures, _ = await asked(coaching, owner, "America/Bogota", "How much did I spend this year?")
    assert figures["out_together"] == {"": "49"}
