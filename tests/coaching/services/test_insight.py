from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.errors import InvalidInput, NotFound
from coaching.memory.evidence import Basis
from coaching.models import CoachMemory, ObserverSignal
from coaching.repositories import hypotheses, signals
from coaching.services import corrections, insight, memories
from coaching.values.enums import (
    HypothesisStatus,
    MemoryState,
    RetiredBecause,
    SignalType,
    Verdict,
)
from tests.support import factories, strategy
from tests.support.insights import SAID, briefed, item, page, say, talked, texts

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import Turn
    from coaching.repositories.db import Db


async def seen(db: Db, turn: Turn, clock: FrozenClock) -> ObserverSignal:
    row = ObserverSignal(
        user_id=turn.user_id,
        session_id=turn.conversation_id,
        turn_id=turn.id,
        ordinal=0,
        signal_type=SignalType.EMOTIONAL,
        content="You felt shame when your brother asked again.",
        quote="I said yes before I thought",
        confidence=0.9,
        created_at=clock.now(),
    )
    async with db.unit(turn.user_id, write=True) as s:
        s.add(row)
    return row


async def remembered(db: Db, owner: UUID, clock: FrozenClock, content: str) -> None:
    async with db.unit(owner, write=True) as s:
        row = CoachMemory(user_id=owner, content=content, created_at=clock.now())
        row.updated_at = clock.now()
        s.add(row)


async def test_the_page_speaks_to_the_person(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session)

    story = await item(db, clock, owner, "You say yes")

    assert story.text == "You say yes to your brother before you thought about money."
    assert [quote.words for quote in story.quotes] == [SAID]
    assert story.basis is Basis.TOLD


async def test_what_nobody_said_is_called_a_guess(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session)

    tired = await item(db, clock, owner, "You look tired")

    assert (tired.quotes, tired.basis) == ((), Basis.CONVERSATION)


async def test_labels_and_jargon_are_not_shown(db: Db, clock: FrozenClock) -> None:
    owner, session, turn = await talked(db, clock)
    await briefed(db, clock, owner, session)
    await seen(db, turn, clock)

    shown = " ".join(await texts(db, clock, owner))

    assert "You may be ready to accept something good for yourself" not in shown  # one quote only
    for raw in ("jargon", "self_receiving", "active", "emotional", "kept a gift"):
        assert raw not in shown


async def test_an_empty_account_has_an_empty_page(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    empty = await page(db, clock, owner)

    assert (empty.items, empty.waiting, empty.version, empty.cause) == ((), (), 0, None)


async def test_the_page_says_which_conversation_it_follows(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session)

    cause = (await page(db, clock, owner)).cause

    assert cause is not None
    assert (cause.session_number, cause.session_at) == (1, session.created_at)


@pytest.mark.parametrize("verdict", [Verdict.NOT_TRUE, Verdict.DONT_USE, Verdict.DELETED])
async def test_what_is_refused_is_gone_at_once_and_comes_back_with_undo(
    db: Db, clock: FrozenClock, verdict: Verdict
) -> None:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session)
    before = await texts(db, clock, owner)

    row = await say(db, clock, owner, "You say yes", verdict)

    assert await texts(db, clock, owner) == [t for t in before if not t.startswith("You say yes")]
    async with db.unit(owner, write=True) as s:
        await insight.undo(s, owner, row, at=clock.now())
    assert await texts(db, clock, owner) == before


async def test_home_does_not_say_what_was_refused(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session)
    await say(db, clock, owner, "You take care", Verdict.NOT_TRUE)

    async with db.unit(owner) as s:
        assert await insight.home_sentence(s, owner) == ""


async def test_home_shows_no_half_of_what_is_not_true(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    two = "You take care of everyone with all that you have. We can come back to that."
    await briefed(db, clock, owner, session, one_sentence=two)
    await say(db, clock, owner, "You take care", Verdict.NOT_TRUE)

    async with db.unit(owner) as s:
        assert await insight.home_sentence(s, owner) == ""


async def test_what_is_said_differently_stands_in_their_words(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session)
    await say(db, clock, owner, "You take care", Verdict.DIFFERENTLY, "I like to be asked first.")

    first, *_ = (await page(db, clock, owner)).items

    assert (first.text, first.is_yours) == ("I like to be asked first.", True)
    async with db.unit(owner) as s:
        assert await insight.home_sentence(s, owner) == "I like to be asked first."
    await briefed(db, clock, owner, session, one_sentence="Something new is said here.")
    assert "I like to be asked first." in await texts(db, clock, owner)


async def test_what_is_true_stays_and_is_marked(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session)
    await say(db, clock, owner, "You say yes", Verdict.TRUE)

    assert (await item(db, clock, owner, "You say yes")).is_confirmed


async def test_a_refused_guess_is_retired_and_a_true_one_supported(
    db: Db, clock: FrozenClock
) -> None:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session)
    await say(db, clock, owner, "Giving may", Verdict.TRUE)
    async with db.unit(owner) as s:
        current = await hypotheses.current(s, owner)
    assert current is not None
    assert current.status is HypothesisStatus.SUPPORTED

    await say(db, clock, owner, "Giving may", Verdict.NOT_TRUE)

    async with db.unit(owner) as s:
        assert await hypotheses.current(s, owner) is None
        (gone,) = await hypotheses.for_user(s, owner)
    assert gone.because is RetiredBecause.REJECTED


@pytest.mark.both_databases
async def test_a_deleted_signal_is_really_gone_and_undo_puts_it_back(
    db: Db, clock: FrozenClock
) -> None:
    owner, _, turn = await talked(db, clock)
    signal = await seen(db, turn, clock)

    row = await say(db, clock, owner, "You felt shame", Verdict.DELETED)

    async with db.unit(owner, write=True) as s:
        assert await signals.newest(s, owner) == []
        await insight.undo(s, owner, row, at=clock.now())
    async with db.unit(owner) as s:
        (back,) = await signals.newest(s, owner)
    assert (back.id, back.quote) == (signal.id, signal.quote)


@pytest.mark.both_databases
async def test_a_deleted_memory_loses_its_words_for_good(db: Db, clock: FrozenClock) -> None:
    owner, _, _ = await talked(db, clock)
    await remembered(db, owner, clock, "Their sister is called Ana")

    await say(db, clock, owner, "Your sister", Verdict.DELETED)

    assert await texts(db, clock, owner) == []
    async with db.unit(owner) as s:
        assert await memories.active(s, owner, at=clock.now()) == []


async def test_a_memory_in_other_words_is_rewritten_and_undo_brings_the_old_ones(
    db: Db, clock: FrozenClock
) -> None:
    owner, _, _ = await talked(db, clock)
    await remembered(db, owner, clock, "Their sister is called Ana")

    row = await say(db, clock, owner, "Your sister", Verdict.DIFFERENTLY, "Ana is my cousin.")

    changed = await item(db, clock, owner, "Ana is")
    assert changed.is_yours
    async with db.unit(owner, write=True) as s:
        await insight.undo(s, owner, row, at=clock.now())
    assert await texts(db, clock, owner) == ["Your sister is called Ana"]


async def test_a_waiting_memory_asks_and_is_kept_or_let_go(db: Db, clock: FrozenClock) -> None:
    owner, _, _ = await talked(db, clock)
    async with db.unit(owner, write=True) as s:
        for content in ("Lost a child", "Was ill last year"):
            row = CoachMemory(user_id=owner, content=content, created_at=clock.now())
            row.updated_at, row.active, row.state = clock.now(), False, MemoryState.WAITING
            row.is_sensitive = True
            s.add(row)
            await s.flush()
    keep, drop = (await page(db, clock, owner)).waiting

    async with db.unit(owner, write=True) as s:
        await insight.answer_waiting(s, owner, keep.id, may_keep=True, at=clock.now())
        await insight.answer_waiting(s, owner, drop.id, may_keep=False, at=clock.now())

    assert await texts(db, clock, owner) == [keep.content]
    assert (await page(db, clock, owner)).waiting == ()


async def test_what_is_not_there_cannot_be_corrected(db: Db, clock: FrozenClock) -> None:
    owner, _, turn = await talked(db, clock)
    signal = await seen(db, turn, clock)
    other = await factories.person(db)

    async with db.unit(other, write=True) as s:
        with pytest.raises(NotFound):
            await insight.correct(s, other, f"noticed:{signal.id}", Verdict.DELETED, at=clock.now())
    with pytest.raises(InvalidInput):
        await say(db, clock, owner, "You felt shame", Verdict.DIFFERENTLY, "No")


async def test_off_track_puts_the_guess_down_for_good(db: Db, clock: FrozenClock) -> None:
    owner, session, _ = await talked(db, clock)
    await briefed(db, clock, owner, session)

    async with db.unit(owner, write=True) as s:
        assert await insight.off_track(s, owner, ["What did you see?"], at=clock.now()) == ""
        told = strategy.output().hypothesis
        said = await insight.off_track(s, owner, [f"I wonder. {told}"], at=clock.now())

    assert said == told
    assert said not in await texts(db, clock, owner)
    async with db.unit(owner) as s:
        (gone,) = await hypotheses.for_user(s, owner)
        assert gone.because is RetiredBecause.OFF_TRACK
        assert [c.said for c in await corrections.binding(s, owner)] == [said]
