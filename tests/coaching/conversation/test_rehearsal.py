from __future__ import annotations

import asyncio
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from sqlmodel import SQLModel

from coaching import safety
from coaching.conversation import accept, rehearse
from coaching.safety.phrase_index import load_net
from coaching.services.derived_data import everyday
from tests.support.talker import Talker

if TYPE_CHECKING:
    from collections.abc import Generator
    from uuid import UUID

    from tests.coaching.conversation.conftest import StartEngine
    from tests.support.databases import Database


@contextmanager
def _made_anew() -> Generator[list[str]]:
    """Collect the statements that are made, and not found among those of before."""
    made: list[str] = []

    def note(*told: Any) -> None:
        statement, context = told[2], told[4]
        if context.compiled is not None and context.cache_hit.name != "CACHE_HIT":
            made.append(statement)

    event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        yield made
    finally:
        event.remove(sa.Engine, "before_cursor_execute", note)


def _counts(database: Database) -> list[int]:
    with database.administrator.connect() as connection:
        asked = (sa.select(sa.func.count()).select_from(t) for t in SQLModel.metadata.sorted_tables)
        return [connection.execute(each).scalar_one() for each in asked]


@pytest.mark.both_databases
async def test_a_rehearsal_leaves_nothing(start_engine: StartEngine, database: Database) -> None:
    coaching = await start_engine(Talker())
    before = _counts(database)
    await rehearse(coaching)
    assert _counts(database) == before


async def test_after_a_rehearsal_a_first_message_needs_no_statement_made(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker(hold_after=0))
    await rehearse(coaching)
    with _made_anew() as made:
        await accept(coaching, owner, "I looked.", "m1")
    assert made == []


@pytest.mark.slow
async def test_after_a_rehearsal_no_message_waits_for_a_phrase(
    start_engine: StartEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_net.cache_clear()
    await rehearse(await start_engine(Talker()))
    with monkeypatch.context() as without:
        without.delattr(re, "compile")
        safety.screen("I don't want to open the letter from the bank.")


async def test_after_a_start_no_exchange_waits_until_our_own_words_are_read(
    start_engine: StartEngine,
) -> None:
    """The Observer's job needs them, and would read them in the loop that everybody shares."""
    everyday.cache_clear()
    coaching = await start_engine(Talker())
    await asyncio.gather(*coaching._preparing)
    assert everyday.cache_info().currsize == 1
