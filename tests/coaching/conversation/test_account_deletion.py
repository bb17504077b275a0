"""A person goes in the middle of a reply: it ends, and no row comes back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from coaching.conversation import accept, leave, subscribe
from coaching.errors import NotFound
from coaching.services import personal_data
from coaching.values.events import TurnDone, TurnError
from tests.support import factories
from tests.support.hearing import numbered
from tests.support.talker import Talker
from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from uuid import UUID

    from tests.coaching.conversation.conftest import StartEngine


@pytest.mark.both_databases
async def test_a_reply_ends_and_nothing_of_the_person_comes_back(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker("One ", "two", hold_after=1)
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    await accept(coaching, owner, "And more", "m2")
    listening = asyncio.create_task(numbered(coaching, owner, accepted.turn_id))
    await talker.is_holding()

    await leave(coaching, owner)
    async with asyncio.timeout(PATIENCE_SECONDS):
        heard = await listening
        await coaching.runner.idle()

    last = heard[-1].event
    assert isinstance(last, TurnError)
    assert (last.code, last.retryable) == ("NOT_FOUND", False)
    assert len(talker.requests) == 1
    async with coaching.unit(owner) as s:
        with pytest.raises(NotFound):
            await personal_data.export(s, owner, at=coaching.clock.now())
    with pytest.raises(NotFound):
        await leave(coaching, owner)


@pytest.mark.both_databases
async def test_whoever_listens_is_told_when_another_process_has_deleted_the_person(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker("One ", "two", hold_after=1)
    coaching = await start_engine(talker)
    accepted = await accept(coaching, owner, "Hello", "m1")
    listening = asyncio.create_task(numbered(coaching, owner, accepted.turn_id))
    await talker.is_holding()

    async with coaching.unit(owner, write=True) as s:
        await personal_data.delete(s, owner, at=coaching.clock.now())
    async with asyncio.timeout(PATIENCE_SECONDS):
        heard = await listening

    assert isinstance(heard[-1].event, TurnError)
    assert heard[-1].event.code == "NOT_FOUND"
    assert heard[-1].id > heard[-2].id


@pytest.mark.both_databases
async def test_somebody_elses_reply_goes_on(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(Talker())
    other = await factories.person(coaching.db, provider="Anthropic")

    await leave(coaching, owner)
    accepted = await accept(coaching, other, "Hello", "m1")

    heard = [event async for event in subscribe(coaching, other, accepted.turn_id)]
    assert isinstance(heard[-1].event, TurnDone)
