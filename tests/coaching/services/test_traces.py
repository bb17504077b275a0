"""Every stored reply can be traced to its calls: model, prompt, tools, tokens, cost (A42, E44)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching import bootstrap
from coaching.conversation import accept, retry
from coaching.errors import LLMCut, NotFound
from coaching.jobs import ALL_JOBS
from coaching.jobs.loop import JobLoop
from coaching.llm.port import Usage
from coaching.llm.scripted import ScriptedLLM, calls, fails, parses, says
from coaching.models import MessageRole
from coaching.repositories import messages
from coaching.repositories.db import Db
from coaching.services import traces
from coaching.services.turns import reply_id
from coaching.values.enums import SafetyLevel
from coaching.values.observation import Observation
from tests.support import cast, factories

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.clock import FrozenClock
    from coaching.settings import Settings
    from tests.support.databases import Database

LATER = factories.MONDAY_MORNING + timedelta(hours=1)
QUIET = Observation(signals=[], safety_level=SafetyLevel.NONE)
FIRST = Usage(5, 20, 6000, 0, 250, 3)
LAST = Usage(0, 180, 6250, 120, 0, 0)
SEEN = Usage(600, 60, 2200)


async def test_a_turn_with_a_tool_a_retry_and_an_observer_adds_up(
    database: Database, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    llm = ScriptedLLM(
        [
            replace(calls("save_win", text="I opened one"), usage=FIRST),
            fails(LLMCut("the stream ended"), after="Half "),
            says("Kept.", usage=LAST),
        ],
        observer=[parses(QUIET, SEEN)],
    )
    settings = make_settings(database_url=database.url)
    coaching = bootstrap.build(settings, llm=llm, clock=clock)
    await coaching.start()
    owner = await cast.join(coaching.db, cast.COUPLE)
    accepted = await accept(coaching, owner, "I opened one.", "m1")
    await coaching.runner.idle()
    await retry(coaching, owner, accepted.turn_id)
    await coaching.runner.idle()
    await coaching.stop()
    await JobLoop(coaching, ALL_JOBS).run_due()

    async with coaching.unit(owner) as s:
        trace = await traces.of_reply(s, owner, reply_id(accepted.turn_id))
        reply = await messages.require(s, owner, reply_id(accepted.turn_id))
    await coaching.db.close()

    assert sorted((call.role, call.outcome) for call in trace.calls) == [
        ("coach", "cut"),
        ("coach", "done"),
        ("coach", "done"),
        ("observer", "done"),
    ]
    coach = [call for call in trace.calls if call.role == "coach"]
    assert {call.prompt_hash for call in coach} == {trace.prompt_hash} == {reply.prompt_hash}
    assert {call.tools_hash for call in coach} == {trace.tools_hash} != {""}
    assert trace.model == reply.model == "scripted"
    assert trace.tokens("cache_read") == 6000 + 6250 + 2200
    assert (trace.tokens("cache_write_1h"), trace.tokens("cache_write_5m")) == (250, 120)
    assert trace.tokens("thinking") == 3
    assert trace.microusd == sum(call.cost_microusd or 0 for call in trace.calls) > 0
    assert not trace.is_known


@pytest.mark.both_databases
async def test_the_last_replies_are_told_without_their_words(db: Db, database: Database) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    made: dict[str, Any] = {"model": "claude-sonnet-5-5", "prompt_hash": "p", "tools_hash": "t"}
    turn = await factories.exchange(db, owner, session, **made)
    await factories.exchange(db, owner, session, at=LATER, model="offline")
    admin = Db(database.admin_url, admin=True)
    async with admin.system("test") as s:
        [newest] = await traces.newest(s, limit=5)
    await admin.close()

    # The second reply, of fixed rules, is left out.
    assert (newest.model, newest.prompt_hash, newest.tools_hash) == tuple(made.values())
    assert (newest.calls, newest.microusd, newest.is_known) == ((), 0, True)
    async with db.unit(owner) as s:
        said = await messages.of_turn(s, owner, turn.id, MessageRole.USER)
        assert said is not None
        with pytest.raises(NotFound):
            await traces.of_reply(s, owner, said.id)
