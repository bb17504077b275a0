from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.errors import Conflict, InvalidInput, NotFound
from coaching.services import wins
from coaching.values.enums import SafetyLevel
from tests.support import cast, factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import Win
    from coaching.repositories.db import Db


async def kept(db: Db, owner: UUID, clock: FrozenClock, text: str = "I waited a night.") -> Win:
    async with db.unit(owner, write=True) as s:
        return (await wins.add(s, owner, text, at=clock.now())).row


async def page(db: Db, owner: UUID, **asked: Any) -> wins.WinPage:
    async with db.unit(owner) as s:
        return await wins.page(s, owner, **asked)


async def test_a_win_is_kept_in_the_person_s_words(db: Db, clock: FrozenClock) -> None:
    owner = await cast.join(db, cast.SAVER)

    await kept(db, owner, clock, "I bought the coat.")

    (win,) = (await page(db, owner)).items
    assert (win.text, win.source, win.tension_type) == (
        "I bought the coat.",
        wins.BY_USER,
        cast.SAVER.tension,
    )


async def test_wins_come_in_pages_with_the_newest_last(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    for number in range(5):
        await kept(db, owner, clock, f"win {number}")
        clock.move(timedelta(minutes=1))

    newest = await page(db, owner, limit=2)
    older = await page(db, owner, limit=2, before=newest.next)
    oldest = await page(db, owner, limit=2, before=older.next)

    assert [win.text for win in newest.items] == ["win 3", "win 4"]
    assert [win.text for win in older.items] == ["win 1", "win 2"]
    assert [win.text for win in oldest.items] == ["win 0"]
    assert oldest.next is None


@pytest.mark.both_databases
async def test_wins_of_one_instant_are_not_lost_between_two_pages(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    await kept(db, owner, clock, "the first")
    clock.move(timedelta(minutes=1))
    for number in range(3):
        await kept(db, owner, clock, f"win {number}")
    clock.move(timedelta(minutes=1))
    await kept(db, owner, clock, "the last")

    newest = await page(db, owner, limit=2)
    older = await page(db, owner, limit=2, before=newest.next)

    assert sorted(win.text for win in newest.items[:-1]) == ["win 0", "win 1", "win 2"]
    assert newest.items[-1].text == "the last"
    assert [win.text for win in older.items] == ["the first"]


async def test_the_newest_win_is_for_home(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    async with db.unit(owner) as s:
        assert await wins.newest(s, owner) is None
    await kept(db, owner, clock, "first")
    clock.move(timedelta(minutes=1))
    await kept(db, owner, clock, "second")

    async with db.unit(owner) as s:
        newest = await wins.newest(s, owner)

    assert newest is not None
    assert newest.text == "second"


@pytest.mark.parametrize("text", ["", "   ", "a\x00b", "\ud800", "x" * (wins.TEXT_MAX + 1)])
async def test_what_cannot_be_a_win_is_refused(
    sqlite_db: Db, clock: FrozenClock, text: str
) -> None:
    owner = await factories.person(sqlite_db)

    with pytest.raises(InvalidInput) as refused:
        await kept(sqlite_db, owner, clock, text)

    assert list(refused.value.fields) == ["text"]
    assert (await page(sqlite_db, owner)).items == []


@pytest.mark.both_databases
async def test_a_win_is_said_differently_and_deleted(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    win = await kept(db, owner, clock)

    async with db.unit(owner, write=True) as s:
        await wins.edit(s, owner, win.id, "I waited two nights.", at=clock.now())
    assert [w.text for w in (await page(db, owner)).items] == ["I waited two nights."]

    async with db.unit(owner, write=True) as s:
        await wins.delete(s, owner, win.id)
    assert (await page(db, owner)).items == []


async def test_undo_is_for_a_while(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    win = await kept(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        await wins.undo(s, owner, win.id, at=clock.now())
    assert (await page(db, owner)).items == []

    late = await kept(db, owner, clock)
    clock.move(timedelta(hours=2))
    with pytest.raises(Conflict):
        async with db.unit(owner, write=True) as s:
            await wins.undo(s, owner, late.id, at=clock.now())


@pytest.mark.both_databases
@pytest.mark.parametrize("verb", ["edit", "delete", "undo"])
async def test_somebody_else_s_win_is_not_there(db: Db, clock: FrozenClock, verb: str) -> None:
    theirs = await kept(db, await factories.person(db), clock)
    owner = await factories.person(db)
    words = ("mine",) if verb == "edit" else ()
    more = {} if verb == "delete" else {"at": clock.now()}

    with pytest.raises(NotFound):
        async with db.unit(owner, write=True) as s:
            await getattr(wins, verb)(s, owner, theirs.id, *words, **more)


async def test_serious_words_bring_help(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    async with db.unit(owner, write=True) as s:
        new = await wins.add(s, owner, "I want to kill myself.", at=clock.now())

    assert new.safety.level is SafetyLevel.CRISIS
