"""After a message was deleted, none of its words are in any table, search index included."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
import sqlalchemy as sa
from sqlmodel import update

from coaching import conversation
from coaching.models import Job, UsageDay
from coaching.offline import OfflineLLM
from coaching.repositories import jobs, turns
from coaching.services import forgetting, sessions, threads
from coaching.values.enums import JobStatus
from tests.support import every_table, factories
from tests.support.talker import Talker
from tests.support.waiting import until

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from tests.coaching.conversation.conftest import StartEngine
    from tests.support.databases import Database

pytestmark = pytest.mark.both_databases
RARE = re.compile("kalimba|aquarium|katarzyna", re.IGNORECASE)
SAID = "I bought a kalimba and hid the letter behind the aquarium, and Katarzyna saw it."
OWN = {"focus_days.reflection", "practice_runs.answers"}
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
        s.add_all(row for row in beside if not isinstance(row, UsageDay))
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
        await forgetting.restore(s, owner, turn, kept, at=coaching.clock.now())
    assert found(database) == before


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
