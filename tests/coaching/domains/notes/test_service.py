from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Unpack

import pytest

from coaching.domains.notes import service as notes
from coaching.domains.notes.fields import NoteFields, TitleTaken
from coaching.errors import Conflict, InvalidInput, NotFound, TooMany
from coaching.values.enums import SafetyLevel
from coaching.values.notes import NoteType
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db


async def kept(
    db: Db, owner: UUID, clock: FrozenClock, title: str, content: str = "", **fields: Any
) -> UUID:
    clock.move(timedelta(minutes=1))
    given = NoteFields(title=title, content=content, **fields)
    async with db.unit(owner, write=True) as s:
        return (await notes.add(s, owner, given, at=clock.now())).row.id


async def edited(
    db: Db, owner: UUID, clock: FrozenClock, note: UUID, **fields: Unpack[NoteFields]
) -> None:
    async with db.unit(owner, write=True) as s:
        await notes.edit(s, owner, note, fields, at=clock.now())


async def linked(db: Db, owner: UUID, note: UUID) -> dict[str, bool]:
    """Return the titles that a note is connected with, and whether it is the one that links."""
    async with db.unit(owner) as s:
        view = await notes.require(s, owner, note)
    assert view.connected == len(view.links)
    return {link.title: link.is_outgoing for link in view.links}


async def tags(db: Db, owner: UUID, note: UUID) -> list[str]:
    async with db.unit(owner) as s:
        return sorted((await notes.require(s, owner, note)).tags)


async def found(db: Db, owner: UUID, query: str, **narrowed: Any) -> list[str]:
    async with db.unit(owner) as s:
        views = await notes.find(s, owner, query, **narrowed)
    return [view.note.title for view in views]


@pytest.mark.both_databases
async def test_words_in_the_text_are_tags_and_connections_as_long_as_they_are_there(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    film = await kept(db, owner, clock, "The evening I forgot", tags=["Evenings"])
    sums = await kept(
        db,
        owner,
        clock,
        "Sums",
        "Mostly after ten #evenings, see [[the evening i forgot#then|that one]] and [[Rainy days]]."
        "\n```\n#code [[Nothing]]\n```",
        tags=["worry"],
    )
    assert await tags(db, owner, sums) == ["Evenings", "worry"]
    assert await linked(db, owner, sums) == {"The evening I forgot": True}
    assert await linked(db, owner, film) == {"Sums": False}

    await kept(db, owner, clock, "Rainy days")
    assert set(await linked(db, owner, sums)) == {"The evening I forgot", "Rainy days"}

    await edited(db, owner, clock, film, title="The film")
    assert set(await linked(db, owner, sums)) == {"The film", "Rainy days"}

    await edited(db, owner, clock, sums, content="Nothing any more.")
    assert (await linked(db, owner, sums), await tags(db, owner, sums)) == ({}, ["worry"])


@pytest.mark.both_databases
async def test_a_connection_made_by_hand_stays_until_it_is_taken_away(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    first = await kept(db, owner, clock, "First")
    second = await kept(db, owner, clock, "Second", "[[First]]")
    third = await kept(db, owner, clock, "Third")
    async with db.unit(owner, write=True) as s:
        for _ in range(2):
            await notes.connect(s, owner, first, third, at=clock.now())
        with pytest.raises(InvalidInput):
            await notes.connect(s, owner, first, first, at=clock.now())
        with pytest.raises(Conflict):
            await notes.disconnect(s, owner, first, second)
    await edited(db, owner, clock, first, content="Said differently")
    assert await linked(db, owner, first) == {"Third": True, "Second": False}

    async with db.unit(owner, write=True) as s:
        await notes.disconnect(s, owner, third, first)
    assert await linked(db, owner, first) == {"Second": False}


@pytest.mark.both_databases
async def test_notes_are_found_by_title_text_or_tag_and_deleted_words_are_not(
    db: Db, clock: FrozenClock
) -> None:
    anna, ben = await factories.person(db), await factories.person(db)
    sums = await kept(db, anna, clock, "When the sums start", "Después de las diez", tags=["Noche"])
    await kept(db, anna, clock, "From the book", "No sums here", kind=NoteType.LITERATURE)
    await kept(db, ben, clock, "Sums of somebody else")

    assert await found(db, anna, "SUMS") == ["When the sums start", "From the book"]
    assert await found(db, anna, "despues noche") == ["When the sums start"]
    assert await found(db, anna, "sums", kind=NoteType.LITERATURE) == ["From the book"]
    assert await found(db, anna, "sums", tag="NOCHE") == ["When the sums start"]
    assert await found(db, anna, "book lighthouse") == ["From the book"]
    for nasty in ("%", '" OR 1=1', "title:x", "' | !x", "*", "sums*)", "\x00", "😀"):
        assert "Sums of somebody else" not in await found(db, anna, nasty)
    await edited(db, anna, clock, sums, content="Before noon", tags=[])
    assert await found(db, anna, "despues") == await found(db, anna, "noche") == []
    async with db.unit(anna, write=True) as s:
        await notes.delete(s, anna, sums, at=clock.now())
    assert await found(db, anna, "noon") == []


@pytest.mark.both_databases
async def test_a_deleted_note_comes_back_with_its_tags_and_connections(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    first = await kept(db, owner, clock, "First", "See [[Second]] #evening", tags=["home"])
    second = await kept(db, owner, clock, "Second", "See [[First]]")
    third = await kept(db, owner, clock, "Third")
    async with db.unit(owner, write=True) as s:
        await notes.connect(s, owner, third, first, at=clock.now())
        gone = await notes.delete(s, owner, first, at=clock.now())
    assert (await linked(db, owner, second), await linked(db, owner, third)) == ({}, {})

    for _ in range(2):
        async with db.unit(owner, write=True) as s:
            await notes.restore(s, owner, first, gone, at=clock.now())
    assert await linked(db, owner, first) == {"Second": True, "Third": False}
    assert await tags(db, owner, first) == ["evening", "home"]


async def test_a_title_is_there_once_and_not_everything_fits(
    db: Db, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = await factories.person(db)
    first = await kept(db, owner, clock, "Rainy days")
    second = await kept(db, owner, clock, "Sums", tags=["##", "a,b"])
    assert await tags(db, owner, second) == ["a b"]
    with pytest.raises(TitleTaken):
        await kept(db, owner, clock, " rainy  DAYS ")
    with pytest.raises(TitleTaken):
        await edited(db, owner, clock, second, title="RAINY days")
    monkeypatch.setattr(notes, "MOST_NOTES", 2)
    with pytest.raises(TooMany):
        await kept(db, owner, clock, "One more")
    other = await factories.person(db)
    with pytest.raises(NotFound):
        await edited(db, other, clock, first, title="Mine now")


async def test_a_saved_note_is_taken_back_within_the_hour_and_danger_is_noticed(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    note = await kept(db, owner, clock, "Later")
    async with db.unit(owner, write=True) as s:
        danger = NoteFields(title="Tonight", content="I want to kill myself.")
        new = await notes.add(s, owner, danger, at=clock.now())
        assert new.safety.level is SafetyLevel.CRISIS
        await notes.undo(s, owner, new.row.id, at=clock.now())
    clock.move(timedelta(hours=2))
    with pytest.raises(Conflict):
        async with db.unit(owner, write=True) as s:
            await notes.undo(s, owner, note, at=clock.now())
