from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

import pytest
from pydantic import BaseModel, SecretStr
from sqlmodel import select

from coaching.agents.check_in import CheckInReply
from coaching.domains.check_ins import service as check_ins
from coaching.domains.check_ins.service import Details
from coaching.errors import LLMRefused, LLMUnavailable
from coaching.jobs import check_in
from coaching.jobs.loop import JobLoop
from coaching.llm.scripted import ScriptedLLM, fails, parses
from coaching.models import ModelCall
from coaching.offline.llm import OfflineLLM
from coaching.values.check_ins import Mood, ReplyStatus
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.domains.check_ins.models import CheckIn
    from coaching.llm.port import Parsed, Request
    from coaching.llm.scripted import Step
    from tests.support.bare_engine import BareEngine

T = TypeVar("T", bound=BaseModel)
WORDS = "Two letters came and I put them under the bowl."
NEW_WORDS = "I opened both letters, and they were fine."
REPLY = "Under the bowl, where you can’t see them. How was that?"


async def checked_in(engine: BareEngine, provider: str = "Anthropic") -> CheckIn:
    owner = await factories.person(engine.db, provider=provider)
    async with engine.db.unit(owner, write=True) as s:
        at = engine.clock.now()
        return (await check_ins.add(s, owner, Mood.HEAVY, at=at, details=Details(WORDS))).row


async def run(engine: BareEngine, row: CheckIn) -> CheckIn:
    engine.clock.move(timedelta(minutes=10))
    await JobLoop(engine, [check_in.KIND]).run_due()
    return await read(engine, row.user_id, row.id)


async def read(engine: BareEngine, owner: UUID, row: UUID) -> CheckIn:
    async with engine.db.unit(owner) as s:
        return await check_ins.require(s, owner, row)


@pytest.mark.both_databases
async def test_the_model_replies_in_a_sentence_or_two_and_is_paid(engine: BareEngine) -> None:
    engine.llm = llm = ScriptedLLM([parses(CheckInReply(reply=f"{REPLY} One. Two. Three."))])
    row = await run(engine, await checked_in(engine))

    assert (row.ai_response, row.agent_id, row.status) == (
        f"{REPLY} One.",
        "coach",
        ReplyStatus.DONE,
    )
    (request,) = llm.requests
    assert WORDS in str(request.messages)
    assert "heavy" in str(request.messages)
    async with engine.db.unit(row.user_id) as s:
        assert (await s.exec(select(ModelCall).where(ModelCall.user_id == row.user_id))).all()


async def test_without_a_model_a_prepared_line_replies(engine: BareEngine) -> None:
    engine.llm = OfflineLLM()
    row = await run(engine, await checked_in(engine))
    assert row.ai_response.startswith("That sounds heavy.")
    assert (row.agent_id, row.status) == ("offline", ReplyStatus.DONE)


async def test_words_go_to_no_provider_that_was_not_agreed_to(engine: BareEngine) -> None:
    engine.llm = llm = ScriptedLLM()
    row = await checked_in(engine, provider="")
    engine.settings = engine.settings.model_copy(update={"anthropic_api_key": SecretStr("a key")})
    row = await run(engine, row)
    assert (row.agent_id, llm.requests) == ("offline", [])


async def test_while_the_service_is_away_the_reply_stays_pending_and_comes_later(
    engine: BareEngine,
) -> None:
    engine.llm = ScriptedLLM(
        [fails(LLMUnavailable("away")), parses(CheckInReply(reply=REPLY))],
    )
    row = await run(engine, await checked_in(engine))
    assert (row.status, row.content) == (ReplyStatus.PENDING, WORDS)

    row = await run(engine, row)

    assert (row.status, row.ai_response) == (ReplyStatus.DONE, REPLY)


class WhileItWrites(ScriptedLLM):
    """A model that is still writing when the person edits the check-in, once."""

    def __init__(self, engine: BareEngine, row: CheckIn, words: str, *script: Step) -> None:
        super().__init__(script)
        self._engine, self._row, self._words = engine, row, words

    async def parse(self, request: Request, schema: type[T]) -> Parsed[T]:
        if not self.requests:
            self._engine.clock.move(timedelta(seconds=1))
            at, owner, told = self._engine.clock.now(), self._row.user_id, Details(self._words)
            async with self._engine.db.unit(owner, write=True) as s:
                await check_ins.edit(s, owner, self._row.id, at=at, mood=Mood.LIGHT, details=told)
        return await super().parse(request, schema)


@pytest.mark.both_databases
async def test_a_reply_to_words_that_are_edited_meanwhile_is_not_kept_and_the_new_ones_get_theirs(
    engine: BareEngine,
) -> None:
    row = await checked_in(engine)
    engine.llm = llm = WhileItWrites(
        engine,
        row,
        NEW_WORDS,
        parses(CheckInReply(reply="Under the bowl.")),
        parses(CheckInReply(reply=REPLY)),
    )

    row = await run(engine, row)

    assert (row.content, row.status, row.ai_response) == (NEW_WORDS, ReplyStatus.DONE, REPLY)
    assert NEW_WORDS in str(llm.requests[-1].messages)


@pytest.mark.both_databases
async def test_whoever_gives_up_on_words_that_were_edited_leaves_the_new_ones_their_reply(
    engine: BareEngine,
) -> None:
    row = await checked_in(engine)
    engine.llm = WhileItWrites(
        engine, row, NEW_WORDS, fails(LLMRefused("no")), parses(CheckInReply(reply=REPLY))
    )

    row = await run(engine, row)

    assert (row.status, row.ai_response) == (ReplyStatus.DONE, REPLY)


@pytest.mark.both_databases
async def test_a_mood_that_changes_meanwhile_keeps_the_reply(engine: BareEngine) -> None:
    row = await checked_in(engine)
    engine.llm = WhileItWrites(engine, row, WORDS, parses(CheckInReply(reply=REPLY)))

    row = await run(engine, row)

    assert (row.mood, row.status, row.ai_response) == (Mood.LIGHT, ReplyStatus.DONE, REPLY)


@pytest.mark.both_databases
async def test_a_check_in_that_is_gone_needs_no_reply(engine: BareEngine) -> None:
    engine.llm = llm = ScriptedLLM()
    row = await checked_in(engine)
    async with engine.db.unit(row.user_id, write=True) as s:
        await check_ins.delete(s, row.user_id, row.id, at=engine.clock.now())
    engine.clock.move(timedelta(minutes=1))
    await JobLoop(engine, [check_in.KIND]).run_due()
    assert llm.requests == []
