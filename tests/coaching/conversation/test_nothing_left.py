"""After a message was deleted, none of its words are in any table, search index included."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
import sqlalchemy as sa
from sqlmodel import update

from coaching import conversation
from coaching.domains.check_ins.models import CheckIn
from coaching.domains.directions.models import Direction
from coaching.domains.dreams.models import Dream
from coaching.domains.goals.models import Goal, MicroWin
from coaching.domains.notes.models import Note, NoteConnection, NoteTag
from coaching.domains.purchases.models import Purchase
from coaching.domains.transactions.models import Budget, Transaction
from coaching.errors import NotFound
from coaching.models import Job, UsageDay
from coaching.offline import OfflineLLM
from coaching.repositories import jobs, turns
from coaching.repositories import safety_events as safety_rows
from coaching.services import (
    message_deletion,
    safety_events,
    search,
    session_deletion,
    sessions,
    threads,
)
from coaching.values.enums import JobStatus
from coaching.values.events import TurnError
from tests.support import every_table, factories
from tests.support.hearing import numbered
from tests.support.talker import Talker
from tests.support.waiting import PATIENCE_SECONDS, until

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from tests.coaching.conversation.conftest import StartEngine
    from tests.support.databases import Database

pytestmark = pytest.mark.both_databases
RARE = re.compile("kalimba|aquarium|katarzyna", re.IGNORECASE)
SAID = "I bought a kalimba and hid the letter behind the aquarium, and Katarzyna saw it."
OWN = {"api_tokens.name", "focus_days.reflection", "passkeys.name", "practice_runs.answers"}
"""What the person wrote elsewhere stays where they wrote it."""


def found(database: Database) -> set[str]:
    """Return every column of the database in which one of the words is, as table.column.

    Not the pages of FTS5, which are tidied within the hour.
    """
    reader = sa.create_engine(database.administrator.url)  # reads beside the engine's writer
    places: set[str] = set()
    with reader.connect() as connection:
        for name in sa.inspect(connection).get_table_names():
            if name.startswith("search_fts_"):
                continue
            for row in connection.execute(sa.text(f'SELECT * FROM "{name}"')).mappings():  # noqa: S608
                places |= {f"{name}.{column}" for column in row if RARE.search(str(row[column]))}
    reader.dispose()
    return places


async def is_idle(coaching: Coaching) -> bool:
    async with coaching.db.system("test") as s:
        counts = await jobs.counts(s)
    return not counts.keys() & {JobStatus.DUE, JobStatus.RUNNING}


async def say(coaching: Coaching, owner: UUID, text: str) -> UUID:
    accepted = await conversation.accept(coaching, owner, text, uuid4().hex)
    await coaching.runner.idle()
    return accepted.turn_id


@pytest.mark.slow
async def test_what_repeats_a_message_goes_with_it_and_comes_back(
    start_engine: StartEngine, owner: UUID, database: Database
) -> None:
    coaching = await start_engine(Talker("You bought a kalimba. ", "That is fine."))
    turn = await say(coaching, owner, SAID)
    next_turn = await say(coaching, owner, "And then?")
    card = await factories.card(coaching.db, owner, quote=SAID, rationale="The kalimba.")
    async with coaching.unit(owner, write=True) as s:
        row = await turns.require(s, owner, next_turn)
        beside = every_table.beside(owner, row, card.id, "kalimba")
        # A word that the person still has in a goal or a note is no trace of the message.
        own = (Dream, Direction, Goal, MicroWin, Note, NoteTag, NoteConnection, CheckIn)
        unneeded = (UsageDay, Purchase, Transaction, Budget, *own)
        s.add_all(row for row in beside if not isinstance(row, unneeded))
    async with coaching.db.system("test", write=True) as s:
        await s.exec(update(Job).values(status=JobStatus.DONE))
    before = found(database)
    assert {
        "behavioral_intel.triggers",
        "coach_memories.content",
        "coaching_briefings.briefing_content",
        "corrections.said",
        "hypotheses.text",
        "messages.text",
        "observer_signals.content",
        "proposals.preview",
        "rewire_cards.quote",
        "tool_calls.input",
    } <= before

    kept = await conversation.forget(coaching, owner, turn)

    assert found(database) <= OWN
    async with coaching.unit(owner) as s:
        page = await threads.page(s, owner)
    assert [row.reply.text for row in page.turns if row.reply] == ["That is fine."]
    async with coaching.unit(owner, write=True) as s:
        await message_deletion.restore(s, owner, turn, kept, at=coaching.clock.now())
    assert found(database) == before


@pytest.mark.slow
async def test_nothing_is_left_of_what_agents_made_of_it(
    start_engine: StartEngine, owner: UUID, database: Database
) -> None:
    coaching = await start_engine(OfflineLLM(), works=True)
    lines = (
        SAID,
        "I told Katarzyna it was a present.",
        "The kalimba cost 40 euros.",
        "Good night.",
    )
    said = [await say(coaching, owner, line) for line in lines]
    async with coaching.unit(owner, write=True) as s:
        await sessions.end(s, owner, at=coaching.clock.now())
    coaching.wake_jobs()
    await until(lambda: is_idle(coaching))
    assert found(database)
    for turn in said:
        await conversation.forget(coaching, owner, turn)
    assert found(database) == set()


@pytest.mark.slow
async def test_a_deleted_session_leaves_no_word_and_comes_back_whole(
    start_engine: StartEngine, owner: UUID, database: Database
) -> None:
    coaching = await start_engine(OfflineLLM(), works=True)
    for line in (SAID, "I told Katarzyna it was a present.", "The kalimba cost 40 euros."):
        await say(coaching, owner, line)
    async with coaching.unit(owner, write=True) as s:
        ended = await sessions.end(s, owner, at=coaching.clock.now())
    coaching.wake_jobs()
    await until(lambda: is_idle(coaching))
    before = found(database)
    assert "messages.text" in before

    kept = await conversation.forget_session(coaching, owner, ended.conversation_id)

    assert found(database) == set()
    async with coaching.unit(owner) as s:
        assert (await search.sessions(s, owner)).items == ()
        assert (await threads.page(s, owner)).turns == []
        with pytest.raises(NotFound):
            await sessions.closing(s, owner, ended.conversation_id)
    for _ in range(2):
        async with coaching.unit(owner, write=True) as s:
            await session_deletion.restore(
                s, owner, ended.conversation_id, kept, at=coaching.clock.now()
            )
    assert found(database) == before


async def test_a_session_that_is_deleted_while_a_reply_runs_ends_it_and_nothing_comes_back(
    start_engine: StartEngine, owner: UUID, database: Database
) -> None:
    talker = Talker("You bought a kalimba. ", "That is fine.", hold_after=1)
    coaching = await start_engine(talker)
    accepted = await conversation.accept(coaching, owner, SAID, uuid4().hex)
    listening = asyncio.create_task(numbered(coaching, owner, accepted.turn_id))
    await talker.is_holding()

    await conversation.forget_session(coaching, owner, accepted.conversation_id)

    async with asyncio.timeout(PATIENCE_SECONDS):
        heard = await listening
        await coaching.runner.idle()
    assert isinstance(heard[-1].event, TurnError)
    assert found(database) == set()
    again = await conversation.accept(coaching, owner, "Hello again.", uuid4().hex)
    talker.go_on()
    await coaching.runner.idle()
    assert again.session_number == 2


async def test_what_keeps_somebody_safe_outlives_the_session(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(OfflineLLM())
    accepted = await conversation.accept(coaching, owner, "I want to kill myself.", uuid4().hex)
    await coaching.runner.idle()
    await conversation.forget_session(coaching, owner, accepted.conversation_id)
    async with coaching.unit(owner) as s:
        assert await safety_events.is_quiet(s, owner, at=coaching.clock.now())
        assert await safety_rows.newest_crisis(s, owner) is not None


async def test_nobody_deletes_somebody_elses_session(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    accepted = await conversation.accept(coaching, owner, SAID, uuid4().hex)
    await coaching.runner.idle()
    stranger = await factories.person(coaching.db)
    with pytest.raises(NotFound):
        await conversation.forget_session(coaching, stranger, accepted.conversation_id)
