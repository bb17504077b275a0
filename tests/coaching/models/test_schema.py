from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DataError, IntegrityError, StatementError
from sqlmodel import SQLModel, col, delete, func, select

from coaching.models import (
    CoachingBriefing,
    CoachMemory,
    Conversation,
    Message,
    MessageRole,
    RewireCard,
    Turn,
    User,
    Win,
)
from coaching.values.enums import Trigger, TurnStatus
from tests.support import every_table, factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from uuid import UUID

    from coaching import models
    from coaching.repositories.db import Db

SEED_COLUMNS = {
    "profiles": "tension_type tone depth learning_style emotional_why life_context",
    "conversations": "session_number session_notes session_status",
    "messages": "conversation_id role content",
    "rewire_cards": "title content is_focus focus_set_at graduated_at times_completed "
    "last_completed_at prescribed_by",
    "wins": "text tension_type",
    "behavioral_intel": "triggers emotional_vocabulary resistance_patterns breakthroughs "
    "coaching_notes stage_of_change journey_narrative growth_edges last_strategist_run",
    "coach_memories": "content importance active expires_at",
    "coaching_briefings": "briefing_content hypothesis session_strategy journey_narrative "
    "growth_edges version",
    "observer_signals": "signal_type content confidence urgency_flag session_id",
    "beta_analytics": "user_id",
}


async def _store(db: Db, owner: UUID, *rows: models.Base) -> None:
    async with db.unit(owner, write=True) as s:
        for row in rows:
            s.add(row)
            await s.flush()


def test_every_column_that_the_seeds_name_exists() -> None:
    for table, columns in SEED_COLUMNS.items():
        assert set(columns.split()) <= set(SQLModel.metadata.tables[table].columns.keys())


def test_every_row_of_a_person_goes_with_them_or_forgets_them() -> None:
    rules = {
        (table.name, key.ondelete)
        for table in SQLModel.metadata.tables.values()
        for key in table.foreign_keys
        if key.column.table.name == "users"
    }
    assert {name for name, _ in rules} | {"users"} == set(every_table.owned_tables())
    assert {rule for rule in rules if rule[1] != "CASCADE"} == {("model_calls", "SET NULL")}


def test_every_index_is_named_after_its_table() -> None:
    for table in SQLModel.metadata.tables.values():
        for index in table.indexes:
            assert str(index.name).startswith(f"idx_{table.name}_")


async def test_a_deleted_person_leaves_only_the_cost_of_their_calls(db: Db) -> None:
    anna, ben = await every_table.fill(db), await every_table.fill(db)
    async with db.unit(anna, write=True) as s:
        await s.exec(delete(User).where(col(User.id) == anna))
    async with db.system("test") as s:
        for name in every_table.owned_tables():
            owner = SQLModel.metadata.tables[name].c[every_table.owner_column(name)]
            left = set((await s.exec(select(owner))).all())
            assert left == ({ben, None} if name == "model_calls" else {ben}), name


async def test_a_person_has_one_running_turn(db: Db) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    await factories.running_turn(db, owner, session)
    second = await factories.queued_turn(db, owner, session)
    second.status = TurnStatus.RUNNING
    with pytest.raises(IntegrityError):
        async with db.unit(owner, write=True) as s:
            await s.merge(second)


async def test_a_person_has_one_focus_card_and_any_number_of_others(db: Db) -> None:
    owner, other = await factories.person(db), await factories.person(db)
    await factories.card(db, owner, is_focus=True)
    await factories.card(db, owner)
    await factories.card(db, owner)
    await factories.card(db, other, is_focus=True)
    with pytest.raises(IntegrityError):
        await factories.card(db, owner, is_focus=True)


def _briefing(owner: UUID, version: int, boundary: str) -> CoachingBriefing:
    return CoachingBriefing(
        user_id=owner,
        version=version,
        boundary=boundary,
        trigger=Trigger.SESSION_END,
        briefing_content="…",
    )


@pytest.mark.parametrize(("version", "boundary"), [(1, "second"), (2, "first")])
async def test_versions_and_boundaries_are_used_once(db: Db, version: int, boundary: str) -> None:
    owner, other = await factories.person(db), await factories.person(db)
    await _store(db, owner, _briefing(owner, 1, "first"))
    await _store(db, other, _briefing(other, 1, "first"))
    with pytest.raises(IntegrityError):
        await _store(db, owner, _briefing(owner, version, boundary))


async def test_a_client_message_id_is_used_once_per_person(db: Db) -> None:
    anna, ben = await factories.person(db), await factories.person(db)
    for owner in (anna, ben):
        session = await factories.conversation(db, owner)
        await factories.queued_turn(db, owner, session, client_message_id="m1")
    again = Turn(
        user_id=anna,
        conversation_id=(await factories.conversation(db, anna)).id,
        client_message_id="m1",
        text_hash="",
        seq=9,
    )
    with pytest.raises(IntegrityError):
        await _store(db, anna, again)


async def test_a_child_cannot_point_to_somebody_elses_parent(db: Db) -> None:
    anna, ben = await factories.person(db), await factories.person(db)
    theirs = await factories.conversation(db, anna)
    turn = Turn(user_id=ben, conversation_id=theirs.id, client_message_id="m", text_hash="", seq=1)
    with pytest.raises(IntegrityError):
        await _store(db, ben, turn)


async def test_a_word_outside_a_closed_set_is_refused_twice(db: Db) -> None:
    owner = await factories.person(db)
    with pytest.raises(StatementError):
        await _store(
            db,
            owner,
            Conversation(
                user_id=owner,
                session_number=1,
                kind=cast("Any", "party"),
                last_message_at=MONDAY_MORNING,
            ),
        )
    card = await factories.card(db, owner)
    raw = sa.text("UPDATE rewire_cards SET kind = 'party' WHERE id = :id")
    by_id = raw.bindparams(sa.bindparam("id", card.id, type_=sa.Uuid()))
    with pytest.raises(IntegrityError):
        async with db.unit(owner, write=True) as s:
            await (await s.connection()).execute(by_id)


async def test_a_naive_instant_is_refused_and_others_come_back_in_utc(db: Db) -> None:
    owner = await factories.person(db)
    elsewhere = datetime.fromisoformat("2026-01-12T12:30:00.123456+03:30")
    memory = CoachMemory(user_id=owner, content="x", expires_at=elsewhere)
    await _store(db, owner, memory)
    async with db.unit(owner) as s:
        found = (await s.exec(select(CoachMemory.expires_at))).one()
    assert found is not None
    assert found.isoformat() == "2026-01-12T09:00:00.123456+00:00"
    naive = elsewhere.replace(tzinfo=None)
    with pytest.raises(StatementError, match="naive"):
        await _store(db, owner, CoachMemory(user_id=owner, content="x", expires_at=naive))


@pytest.mark.parametrize(
    "text",
    [
        "niñez",
        "nin\u0303ez",
        "👩🏽‍💻 \U0001f9ff",
        "  spaces \n\t kept  ",
        "'; DROP TABLE wins; --",
        "",
    ],
)
async def test_texts_come_back_as_they_were_written(db: Db, text: str) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    turn = await factories.queued_turn(db, owner, session)
    blocks: list[Any] = [
        {"type": "text", "text": text, "n": 1.5, "deep": [None, True, {"k": text}]}
    ]
    reply = Message(
        user_id=owner,
        conversation_id=session.id,
        turn_id=turn.id,
        seq=99,
        role=MessageRole.COACH,
        text=text,
        content=blocks,
    )
    await _store(db, owner, reply)
    async with db.unit(owner) as s:
        found = (await s.exec(select(Message).where(Message.id == reply.id))).one()
    assert (found.text, found.content) == (text, blocks)


async def test_half_a_character_is_refused(db: Db) -> None:
    owner = await factories.person(db)
    with pytest.raises(UnicodeEncodeError):
        await _store(db, owner, Win(user_id=owner, text="\ud800"))


async def test_nul_is_refused_by_postgresql_hence_at_the_edge(db: Db) -> None:
    owner = await factories.person(db)
    win = Win(user_id=owner, text="a\x00b")
    if db.is_postgres:
        with pytest.raises(DataError):
            await _store(db, owner, win)
    else:
        await _store(db, owner, win)
    async with db.unit(owner) as s:
        assert (await s.exec(select(func.count()).select_from(Win))).one() == (not db.is_postgres)


async def test_a_json_value_is_replaced_and_never_changed_in_place(db: Db) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    async with db.unit(owner, write=True) as s:
        row = (await s.exec(select(Conversation).where(Conversation.id == session.id))).one()
        row.state = {**row.state, "pending": {"kind": "card"}}
    async with db.unit(owner) as s:
        assert (await s.exec(select(Conversation))).one().state == {"pending": {"kind": "card"}}


def test_ids_of_new_rows_differ() -> None:
    assert User().id != User().id
    assert RewireCard(user_id=uuid4(), title="", content="", updated_at=MONDAY_MORNING).id
