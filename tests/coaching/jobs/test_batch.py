"""A session that has ended is read in a batch, over the real SDK; nobody waits for one."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

import pytest

from coaching.conversation.account_deletion import leave
from coaching.jobs import strategist, sweep
from coaching.jobs.batch import GIVEN_UP_AFTER, LOOK_EVERY
from coaching.models import ModelCall
from coaching.repositories import briefings, conversations, job_recovery, jobs
from coaching.services import accounts, consent
from coaching.services.jobs import ask_after_session
from coaching.values.enums import JobStatus, Trigger
from tests.support import factories, strategy
from tests.support.bare_engine import Killed
from tests.support.batched import DIRECT, SILENCE, calls, later, message, only, run, silent
from tests.support.model_batches import succeeded
from tests.support.strategist_runs import job, newest

if TYPE_CHECKING:
    from uuid import UUID

    from tests.support.bare_engine import BareEngine
    from tests.support.model_server import ModelServer


async def test_a_session_that_ended_by_silence_is_read_in_a_batch_at_half_price(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = (await silent(engine)).user_id
    waiting = await job(engine, owner, Trigger.SESSION_END)
    assert (waiting.status, waiting.attempts) == (JobStatus.DUE, 0)
    (params,) = only(server).requests.values()
    assert "stream" not in params
    assert await newest(engine, owner) is None

    await later(engine)
    assert await newest(engine, owner) is None, "it still runs"

    only(server).end(succeeded(message()))
    await later(engine)
    briefing = await newest(engine, owner)
    assert briefing is not None
    assert briefing.one_sentence == strategy.output().one_sentence
    assert (await job(engine, owner, Trigger.SESSION_END)).status is JobStatus.DONE
    (call,) = await calls(engine, owner)
    assert (call.model, call.outcome, call.cost_known) == (
        "batch/claude-sonnet-5-5",
        "done",
        True,
    )
    usage = 12 * 1000 + 300 * 2000 + 2500 * 50 + call.output_tokens * 5000
    assert call.cost_microusd == -(-usage // 1000)
    assert server.batches.deleted == [only(server).id]
    assert server.bodies == []


async def test_with_the_setting_off_nothing_goes_in_a_batch(
    engine: BareEngine, server: ModelServer
) -> None:
    engine.settings = engine.settings.model_copy(update={"strategist_batch": False})
    server.script(DIRECT)

    owner = (await silent(engine)).user_id

    assert await newest(engine, owner) is not None
    assert server.batches.all == []


async def test_whoever_was_seen_within_the_hour_does_not_wait_for_a_batch(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = await factories.person(engine.db)
    session = await factories.conversation(engine.db, owner, at=engine.clock.now())
    await factories.exchange(engine.db, owner, session, "I told him.", at=engine.clock.now())
    engine.clock.move(SILENCE)
    async with engine.db.unit(owner, write=True) as s:
        await accounts.start_session(s, owner, now=engine.clock.now())
    engine.clock.move(timedelta(minutes=30))
    server.script(DIRECT)

    await sweep.run(engine)
    await run(engine)

    assert await newest(engine, owner) is not None
    assert server.batches.all == []


@pytest.mark.both_databases
async def test_when_the_person_comes_back_the_run_begins_at_once(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = await factories.person(engine.db)
    async with engine.db.unit(owner, write=True) as s:
        token = await accounts.start_session(s, owner, now=engine.clock.now())
    session = await factories.conversation(engine.db, owner, at=engine.clock.now())
    await factories.exchange(engine.db, owner, session, "I told him.", at=engine.clock.now())
    engine.clock.move(SILENCE)
    await sweep.run(engine)
    await run(engine)
    assert await newest(engine, owner) is None
    server.script(DIRECT)

    assert await accounts.authenticate(engine.db, token, now=engine.clock.now()) == owner
    await run(engine)

    assert await newest(engine, owner) is not None
    assert only(server).status == "canceling"
    only(server).end({"type": "canceled"})
    await later(engine)
    assert server.batches.deleted == [only(server).id]
    assert len(await calls(engine, owner)) == 1


async def test_a_new_session_begins_the_run_at_once(
    engine: BareEngine, server: ModelServer
) -> None:
    session = await silent(engine)
    owner = session.user_id
    await factories.conversation(engine.db, owner, at=engine.clock.now())
    server.script(DIRECT)

    async with engine.db.unit(owner, write=True) as s:
        await ask_after_session(s, owner, session, at=engine.clock.now())
    await run(engine)

    assert await newest(engine, owner) is not None


async def test_after_a_restart_the_same_batch_is_waited_for(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = (await silent(engine)).user_id
    engine.clock.move(LOOK_EVERY)
    async with engine.db.system("test", write=True) as s:
        await jobs.claim_due(s, now=engine.clock.now(), limit=1, kind="strategist")
        await job_recovery.recover_all(s, now=engine.clock.now())
    only(server).end(succeeded(message()))

    await run(engine)

    assert await newest(engine, owner) is not None
    assert len(server.batches.all) == 1


async def test_killed_right_after_handing_in_it_is_handed_in_again(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = await factories.person(engine.db)
    session = await factories.conversation(engine.db, owner, at=engine.clock.now())
    await factories.exchange(engine.db, owner, session, "I told him.", at=engine.clock.now())
    engine.clock.move(SILENCE)
    await sweep.run(engine)
    async with engine.db.system("test", write=True) as s:
        (row,) = await jobs.claim_due(s, now=engine.clock.now(), limit=1, kind="strategist")
    engine.dies_at = "batch.handed_in"
    with pytest.raises(Killed):
        await strategist.run(engine, row)
    engine.dies_at = ""
    async with engine.db.system("test", write=True) as s:
        await job_recovery.recover_all(s, now=engine.clock.now())

    await run(engine)
    server.batches.all[-1].end(succeeded(message()))
    await later(engine)

    assert await newest(engine, owner) is not None
    assert len(server.batches.all) == 2


async def test_what_changed_meanwhile_makes_the_answer_useless(
    engine: BareEngine, server: ModelServer
) -> None:
    """A note's number in the answer would name another note, say."""
    session = await silent(engine)
    owner = session.user_id
    only(server).end(succeeded(message()))
    await factories.win(engine.db, owner)
    server.script(DIRECT)

    await later(engine)

    assert await newest(engine, owner) is not None
    assert [call.outcome for call in await calls(engine, owner)] == ["stopped", "done"]


async def test_an_answer_that_is_there_is_used_above_the_limit_of_the_day(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = (await silent(engine)).user_id
    only(server).end(succeeded(message()))
    over = await factories.person(engine.db)
    async with engine.db.unit(over, write=True) as s:
        s.add(spent(over, engine, micro_usd=10**9))

    await later(engine)

    briefing = await newest(engine, owner)
    assert briefing is not None
    assert briefing.model == "batch/claude-sonnet-5-5"


def spent(owner: UUID, engine: BareEngine, *, micro_usd: int) -> ModelCall:
    return ModelCall(
        id=owner,
        user_id=owner,
        role="coach",
        provider="claude",
        model="claude-sonnet-5-5",
        cost_microusd=micro_usd,
        cost_known=True,
        milliseconds=1,
        outcome="done",
        created_at=engine.clock.now(),
    )


@pytest.mark.both_databases
async def test_nothing_is_written_for_a_person_who_is_gone_and_their_batch_is_deleted(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = (await silent(engine)).user_id
    only(server).end(succeeded(message()))
    await leave(cast("Any", Leaving(engine)), owner)

    await run(engine)

    async with engine.db.system("test") as s:
        assert await jobs.newest_with_trigger(s, owner, "strategist", "session_end") is None
        assert await briefings.latest(s, owner) is None
    assert server.batches.deleted == [only(server).id]


class Leaving:
    """What leaving needs of a whole engine."""

    def __init__(self, engine: BareEngine) -> None:
        self.settings, self.clock, self.db = engine.settings, engine.clock, engine.db
        self.history_cache = self

    def forget(self, sessions: list[UUID]) -> None:
        """Nothing is cached here."""


async def test_nothing_is_written_once_consent_is_withdrawn(
    engine: BareEngine, server: ModelServer
) -> None:
    owner = (await silent(engine)).user_id
    only(server).end(succeeded(message()))
    async with engine.db.unit(owner, write=True) as s:
        await consent.withdraw(s, owner, at=engine.clock.now())

    await later(engine)

    assert await newest(engine, owner) is None
    assert server.batches.deleted == [only(server).id]


async def test_whatever_happens_to_the_job_its_batch_is_deleted_after_a_day(
    engine: BareEngine, server: ModelServer
) -> None:
    session = await silent(engine)
    owner = session.user_id
    async with engine.db.unit(owner, write=True) as s:
        await jobs.cancel_of_session(s, owner, "strategist", session.id, now=engine.clock.now())
    only(server).end(succeeded(message()))

    await later(engine, GIVEN_UP_AFTER)

    assert server.batches.deleted == [only(server).id]
    async with engine.db.unit(owner) as s:
        assert await conversations.find(s, owner, session.id) is not None
    assert await newest(engine, owner) is None
