"""What the Coach reads of earlier sessions."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa
from sqlmodel import col

from coaching.agents import open_session
from coaching.agents.input_loaders import UNSAID
from coaching.agents.transcripts import earlier_sessions
from coaching.memory.corrections import LEFT_OUT
from coaching.models import CoachMemory, Message, Turn
from coaching.repositories import conversations, memories
from coaching.services import corrections, memory_writer
from coaching.services.corrections import Target
from coaching.values.enums import CheckAnswer, MemoryState, SafetyLevel, TurnStatus, Verdict
from tests.support import factories

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.values.earlier import EarlierSession
    from tests.support.bare_engine import BareEngine

Lines = list[tuple[str, str]]
NEXT = 100
WEEK = timedelta(days=7)


async def session(
    db: Db, owner: UUID, *said: tuple[str, str], at: datetime, **columns: Any
) -> UUID:
    """Store a session with these messages and replies."""
    row = await factories.conversation(db, owner, at=at, **columns)
    for text, reply in said:
        await factories.exchange(db, owner, row, text, reply, at=at)
    return row.id


async def mark(db: Db, owner: UUID, text: str, **columns: Any) -> None:
    """Change the turn of a message."""
    async with db.unit(owner, write=True) as s:
        of_text = sa.select(col(Message.turn_id)).where(col(Message.text) == text)
        await (await s.connection()).execute(
            sa.update(Turn).where(col(Turn.id).in_(of_text)).values(**columns)
        )


async def read(db: Db, owner: UUID, **more: Any) -> tuple[EarlierSession, ...]:
    async with db.unit(owner) as s:
        binding = await corrections.binding(s, owner)
        return await earlier_sessions(
            s, owner, before=NEXT, zone="UTC", corrections=binding, **more
        )


async def lines(db: Db, owner: UUID) -> Lines:
    """Return who said what, over all sessions."""
    return [(line.role, line.text) for each in await read(db, owner) for line in each.lines]


async def correct(db: Db, owner: UUID, said: str, verdict: Verdict, at: datetime) -> None:
    async with db.unit(owner, write=True) as s:
        await corrections.correct(s, owner, Target("story:1", said), verdict, at=at)


def waiting(owner: UUID, at: datetime) -> CoachMemory:
    """Return a sensitive memory without a yes or a no."""
    return CoachMemory(
        user_id=owner,
        content="You drink a couple of glasses of wine most nights to sleep.",
        quote="couple of glasses of wine most nights",
        state=MemoryState.WAITING,
        active=False,
        is_sensitive=True,
        created_at=at,
    )


async def test_what_was_said_comes_word_for_word_oldest_first_with_its_day(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    first = clock.now()
    await session(db, owner, ("my brother texted\nagain lol", "What did he want?"), at=first)
    await session(db, owner, ("i told dan", "How was that?"), at=first + WEEK)

    found = await read(db, owner)

    assert [each.day for each in found] == [first.date(), (first + WEEK).date()]
    assert await lines(db, owner) == [
        ("user", "my brother texted\nagain lol"),
        ("coach", "What did he want?"),
        ("user", "i told dan"),
        ("coach", "How was that?"),
    ]


async def test_the_day_is_the_person_s_own(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    late = clock.now() + timedelta(hours=14)
    await session(db, owner, ("hi", "Hello."), at=late)
    async with db.unit(owner) as s:
        (found,) = await earlier_sessions(s, owner, before=NEXT, zone="Pacific/Auckland")

    assert found.day == late.date() + timedelta(days=1)


@pytest.mark.parametrize("is_answer", [True, False])
async def test_nothing_that_was_said_in_danger_is_passed_on(
    db: Db, clock: FrozenClock, *, is_answer: bool
) -> None:
    owner = await factories.person(db)
    await session(
        db,
        owner,
        ("hi", "Hello."),
        ("I want to die", "I'm here."),
        ("bye", "Night."),
        at=clock.now(),
    )
    if is_answer:
        async with db.unit(owner, write=True) as s:
            await (await s.connection()).execute(
                sa.update(Message)
                .where(col(Message.text) == "I want to die")
                .values(meta={"check": CheckAnswer.YES.value})
            )
    else:
        await mark(db, owner, "I want to die", safety_level=SafetyLevel.CRISIS)

    assert await lines(db, owner) == [
        ("user", "hi"),
        ("coach", "Hello."),
        ("user", UNSAID),
        ("user", "bye"),
        ("coach", "Night."),
    ]


async def test_a_failed_turn_leaves_no_trace(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await session(db, owner, ("lost", "Nothing."), ("found", "Yes."), at=clock.now())
    await mark(db, owner, "lost", status=TurnStatus.FAILED)

    assert await lines(db, owner) == [("user", "found"), ("coach", "Yes.")]


@pytest.mark.parametrize("verdict", [Verdict.DONT_USE, Verdict.DELETED])
async def test_what_may_not_be_used_is_left_out_whoever_said_it(
    db: Db, clock: FrozenClock, verdict: Verdict
) -> None:
    owner = await factories.person(db)
    await session(
        db,
        owner,
        ("couple of glasses of wine most nights to sleep", "Wine most nights to sleep. And work?"),
        at=clock.now(),
    )
    await correct(db, owner, "Wine most nights to sleep", verdict, clock.now())

    assert await lines(db, owner) == [("user", LEFT_OUT), ("coach", "And work?")]


async def test_what_they_said_no_to_is_left_out_and_the_coach_can_say_so(
    engine: BareEngine,
) -> None:
    db, clock = engine.db, engine.clock
    owner = await factories.person(db)
    told = "my sister called. couple of glasses of wine most nights to sleep. bye"
    await session(db, owner, (told, "How was it?"), at=clock.now())
    async with db.unit(owner, write=True) as s:
        waits = await memories.add(s, owner, waiting(owner, clock.now()))
        await memory_writer.decline(s, owner, waits.id, at=clock.now())

    async with db.unit(owner, write=True) as s:
        opened = await open_session(engine, s, owner, session_number=NEXT, gap_days=2)

    block = opened.prompt["block"]
    assert f"<person>my sister called. bye {LEFT_OUT}</person>" in block
    assert "glasses" not in block
    assert "If they ask for it, say so kindly" in block


async def test_what_waits_for_a_yes_can_be_asked_for_and_is_marked_as_private(
    engine: BareEngine,
) -> None:
    db, clock = engine.db, engine.clock
    owner = await factories.person(db)
    talk = (
        ("couple of glasses of wine most nights to sleep", "A drink before bed. And work?"),
        ("my sister called on sunday", "How was it?"),
    )
    await session(db, owner, *talk, at=clock.now())
    async with db.unit(owner, write=True) as s:
        await memories.add(s, owner, waiting(owner, clock.now()))

    (found,) = await read(db, owner)
    async with db.unit(owner, write=True) as s:
        block = (await open_session(engine, s, owner, session_number=NEXT, gap_days=2)).prompt[
            "block"
        ]

    assert [(line.text, line.is_private) for line in found.lines] == [
        (talk[0][0], True),
        (talk[0][1], True),
        (talk[1][0], False),
        (talk[1][1], False),
    ]
    assert f'<person private="yes">{talk[0][0]}</person>' in block
    assert "Don't bring it up yourself. When they ask about it" in block


async def test_a_guess_they_corrected_is_left_out_and_their_own_words_stay(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    own = "guilt drives what i send him, i thought"
    await session(db, owner, (own, "Guilt drives what you send him."), at=clock.now())
    await correct(db, owner, "Guilt drives what you send him.", Verdict.NOT_TRUE, clock.now())

    assert await lines(db, owner) == [("user", own)]


async def test_what_no_longer_fits_comes_as_a_note(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    long = "word " * 500
    for week in range(4):
        at = clock.now() + week * WEEK
        note = f"Note {week}."
        await session(db, owner, (long, "Ok."), at=at, session_notes=note, one_line="x")

    found = await read(db, owner, room=1_500)

    assert [bool(each.lines) for each in found] == [False, False, False, True]
    assert [each.note for each in found] == ["Note 0.", "Note 1.", "Note 2.", ""]


async def test_of_a_very_long_session_the_end_comes_with_its_note(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    talk = [(f"message {n} " + "x " * 200, f"Reply {n}.") for n in range(20)]
    await session(db, owner, *talk, at=clock.now(), session_notes="About rent.")

    (found,) = await read(db, owner, room=2_000)

    assert found.is_cut
    assert found.note == "About rent."
    assert found.lines[0].role == "user"
    assert found.lines[-1].text == "Reply 19."
    assert not any("message 0 " in line.text for line in found.lines)


async def test_a_condensed_session_comes_with_its_summary(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    own = await session(db, owner, ("old", "Old."), ("new", "New."), at=clock.now())
    async with db.unit(owner, write=True) as s:
        row = await conversations.require(s, owner, own)
        row.summary, row.summary_until_seq = "I said: old", 3

    assert await lines(db, owner) == [("user", "I said: old"), ("user", "new"), ("coach", "New.")]


async def test_a_session_without_a_word_of_theirs_is_left_out(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await session(db, owner, at=clock.now())

    assert await read(db, owner) == ()


async def test_the_next_session_begins_with_it_whether_or_not_the_strategist_ran(
    engine: BareEngine,
) -> None:
    owner = await factories.person(engine.db)
    said = "i dont want a secret loan in a house we own together"
    await session(engine.db, owner, (said, "You said that yourself."), at=engine.clock.now())
    engine.clock.move(timedelta(days=3))
    blocks = set()
    for _ in range(2):
        async with engine.db.unit(owner, write=True) as s:
            begun = await open_session(engine, s, owner, session_number=2, gap_days=3.0)
        blocks.add(begun.prompt["block"])

    (block,) = blocks
    assert '<transcript day="Monday, 12 January 2026">' in block
    assert f"<person>{said}</person>\n<coach>You said that yourself.</coach>" in block
