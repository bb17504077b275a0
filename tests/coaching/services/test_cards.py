from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest

from coaching.errors import Conflict, InvalidInput, NotFound
from coaching.repositories import cards as stored
from coaching.repositories import safety_events
from coaching.services import cards
from coaching.values.enums import CardKind, PrescribedBy, SafetyLevel
from tests.support import cast, factories

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.models import RewireCard
    from coaching.repositories.db import Db

SENTENCE = "I count as one of the people."


async def kept(db: Db, owner: UUID, clock: FrozenClock, content: str = SENTENCE) -> RewireCard:
    async with db.unit(owner, write=True) as s:
        new = await cards.add(
            s, owner, kind=CardKind.REFRAME, title="I count", content=content, at=clock.now()
        )
    return new.row


async def listed(db: Db, owner: UUID) -> list[RewireCard]:
    async with db.unit(owner) as s:
        return list((await cards.page(s, owner)).items)


async def test_a_card_is_kept_as_it_was_said(db: Db, clock: FrozenClock) -> None:
    owner = await cast.join(db, cast.COUPLE)

    await kept(db, owner, clock)

    (card,) = await listed(db, owner)
    assert (card.content, card.kind, card.is_focus) == (SENTENCE, CardKind.REFRAME, False)
    assert card.tension_type is cast.COUPLE.tension
    assert card.prescribed_by is PrescribedBy.USER


@pytest.mark.both_databases
async def test_cards_of_one_instant_are_not_lost_between_two_pages(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    made = [await kept(db, owner, clock, f"card {number}") for number in range(3)]
    clock.move(timedelta(minutes=1))
    last = await kept(db, owner, clock, "the last")

    async with db.unit(owner) as s:
        newest = await cards.page(s, owner, limit=2)
        older = await cards.page(s, owner, before=newest.next, limit=2)

    assert newest.items[0].id == last.id
    assert {card.id for card in newest.items[1:]} == {card.id for card in made}
    assert older.items == []


async def test_the_newest_card_comes_first(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    first = await kept(db, owner, clock)
    clock.move(timedelta(minutes=1))
    second = await kept(db, owner, clock)

    assert [card.id for card in await listed(db, owner)] == [second.id, first.id]


async def test_a_focus_card_is_listed_however_many_came_after_it(
    db: Db, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = await factories.person(db)
    old = await kept(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        await cards.set_focus(s, owner, old.id, at=clock.now())
    clock.move(timedelta(minutes=1))
    new = await kept(db, owner, clock)
    monkeypatch.setattr(stored.for_user, "__kwdefaults__", {"before": None, "limit": 1})

    assert [card.id for card in await listed(db, owner)] == [new.id, old.id]


async def test_a_long_card_is_kept_whole(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    long = " ".join(["word"] * 45)

    card = await kept(db, owner, clock, long)

    assert card.content == long


@pytest.mark.parametrize(
    ("title", "content", "field"),
    [
        (" ", SENTENCE, "title"),
        ("I count", "", "content"),
        ("I\x00count", SENTENCE, "title"),
        ("I count", "half a \ud800 character", "content"),
        ("x" * 81, SENTENCE, "title"),
        ("I count", "x" * 401, "content"),
    ],
)
async def test_what_cannot_be_a_card_is_refused_by_name(
    sqlite_db: Db, clock: FrozenClock, title: str, content: str, field: str
) -> None:
    owner = await factories.person(sqlite_db)

    with pytest.raises(InvalidInput) as refused:
        async with sqlite_db.unit(owner, write=True) as s:
            await cards.add(
                s, owner, kind=CardKind.TRUTH, title=title, content=content, at=clock.now()
            )

    assert list(refused.value.fields) == [field]
    assert await listed(sqlite_db, owner) == []


async def test_an_edit_changes_what_it_names(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    card = await kept(db, owner, clock)

    async with db.unit(owner, write=True) as s:
        await cards.edit(s, owner, card.id, at=clock.now(), content="I count too.")

    (changed,) = await listed(db, owner)
    assert (changed.title, changed.content) == ("I count", "I count too.")


async def test_one_card_at_a_time_is_the_focus(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    first, second = await kept(db, owner, clock), await kept(db, owner, clock)

    async with db.unit(owner, write=True) as s:
        await cards.set_focus(s, owner, first.id, at=clock.now())
    async with db.unit(owner, write=True) as s:
        await cards.set_focus(s, owner, second.id, at=clock.now())

    assert {card.id: card.is_focus for card in await listed(db, owner)} == {
        first.id: False,
        second.id: True,
    }


async def test_a_graduated_card_leaves_home_and_can_come_back(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    card = await kept(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        await cards.set_focus(s, owner, card.id, at=clock.now())
        graduated = await cards.graduate(s, owner, card.id, at=clock.now())
    assert (graduated.is_focus, graduated.graduated_at) == (False, clock.now())

    async with db.unit(owner, write=True) as s:
        back = await cards.set_focus(s, owner, card.id, at=clock.now())

    assert (back.is_focus, back.graduated_at) == (True, None)


async def test_a_card_is_deleted_once(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    card = await kept(db, owner, clock)

    async with db.unit(owner, write=True) as s:
        await cards.delete(s, owner, card.id)

    assert await listed(db, owner) == []
    with pytest.raises(NotFound):
        async with db.unit(owner, write=True) as s:
            await cards.delete(s, owner, card.id)


async def test_undo_is_for_a_while(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    first = await kept(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        await cards.undo(s, owner, first.id, at=clock.now())
    assert await listed(db, owner) == []

    second = await kept(db, owner, clock)
    clock.move(timedelta(hours=2))
    with pytest.raises(Conflict):
        async with db.unit(owner, write=True) as s:
            await cards.undo(s, owner, second.id, at=clock.now())
    assert len(await listed(db, owner)) == 1


@pytest.mark.both_databases
@pytest.mark.parametrize("verb", ["edit", "set_focus", "graduate", "delete", "undo"])
async def test_somebody_else_s_card_is_not_there(db: Db, clock: FrozenClock, verb: str) -> None:
    theirs = await kept(db, await factories.person(db), clock)
    owner = await factories.person(db)
    more = {} if verb == "delete" else {"at": clock.now()}

    with pytest.raises(NotFound):
        async with db.unit(owner, write=True) as s:
            await getattr(cards, verb)(s, owner, theirs.id, **more)


async def test_a_card_that_is_not_there_is_not_found(sqlite_db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(sqlite_db)

    with pytest.raises(NotFound):
        async with sqlite_db.unit(owner, write=True) as s:
            await cards.edit(s, owner, uuid4(), at=clock.now(), title="x")


async def test_serious_words_are_kept_and_help_is_due(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    async with db.unit(owner, write=True) as s:
        new = await cards.add(
            s,
            owner,
            kind=CardKind.TRUTH,
            title="Tonight",
            content="I want to kill myself.",
            at=clock.now(),
        )

    assert new.safety.level is SafetyLevel.CRISIS
    async with db.unit(owner) as s:
        event = await safety_events.newest(s, owner)
    assert event is not None
    assert (event.level, event.source) == (SafetyLevel.CRISIS, "card")
    assert len(await listed(db, owner)) == 1
