"""A consent is withdrawn in the middle of a reply: it ends, and no model hears more."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from coaching.conversation import accept, retry, subscribe, withdraw
from coaching.errors import ConsentMissing
from coaching.values.events import TurnDone
from tests.support.hearing import numbered
from tests.support.talker import Talker
from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from uuid import UUID

    from tests.coaching.conversation.conftest import StartEngine


@pytest.mark.both_databases
async def test_withdrawing_stops_what_runs_and_what_waits(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker("One ", "two", hold_after=1)
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    waiting = await accept(coaching, owner, "And more", "m2")
    listening = asyncio.create_task(numbered(coaching, owner, accepted.turn_id))
    await talker.is_holding()

    await withdraw(coaching, owner)
    async with asyncio.timeout(PATIENCE_SECONDS):
        last = (await listening)[-1].event
        await coaching.runner.idle()

    assert isinstance(last, TurnDone)
    assert (last.status, last.text.strip()) == ("stopped", "One")
    heard = [event async for event in subscribe(coaching, owner, waiting.turn_id)]
    assert isinstance(heard[-1].event, TurnDone)
    assert heard[-1].event.status == "stopped"
    with pytest.raises(ConsentMissing):
        await retry(coaching, owner, waiting.turn_id)
    assert len(talker.requests) == 1
