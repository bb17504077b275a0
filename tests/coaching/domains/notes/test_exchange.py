"""A folder of Markdown files becomes notes and comes out again with the same graph."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

import pytest

from coaching.domains.notes import archive, exchange, markup
from coaching.domains.notes import service as notes
from coaching.domains.notes.archive import File, files_of, packed
from coaching.domains.notes.fields import NoteFields
from coaching.domains.notes.markdown_file import read
from coaching.errors import InvalidInput, TooLarge
from coaching.values.notes import NoteSource, NoteType
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.domains.notes.exchange import ImportedNotes
    from coaching.repositories.db import Db

SUMS = """---
type: literature
tags: [evenings, "kitchen table"]
aliases:
  - The sums
created: 2025-03-01
rating: 5
cssclasses:
  - wide
links: ["[[Film]]"]
---
Mostly after ten. See [[Rainy days#Mum|what Mum said]] and ![[Plan]]. #worry/night not #1
"""
VAULT = {
    "Money/When the sums start.md": SUMS,
    "Money/Rainy days.md": "---\ntitle: What Mum said\n---\nPut it away. [[the sums]]",
    "Film.md": "\ufeffA film, crisps.\r\nNo [[Missing]] note.",
    "Plan.md": "```\n#code [[Film]]\n```",
    ".obsidian/app.json": "{}",
    "picture.png": "png",
}
Graph = dict[str, tuple[object, ...]]


async def imported(db: Db, owner: UUID, clock: FrozenClock, files: list[File]) -> ImportedNotes:
    async with db.unit(owner, write=True) as s:
        return await exchange.import_files(s, owner, exchange.prepare(files), at=clock.now())


async def exported(db: Db, owner: UUID) -> bytes:
    async with db.unit(owner) as s:
        return await exchange.export_zip(s, owner)


async def graph(db: Db, owner: UUID) -> Graph:
    """Return all that a person's notes say, by title."""
    found: Graph = {}
    async with db.unit(owner) as s:
        for listed in (await notes.page(s, owner, limit=100)).items:
            view = await notes.require(s, owner, listed.note.id)
            links = {link.title for link in view.links if link.is_outgoing}
            note = view.note
            found[note.title] = (
                note.content,
                note.kind,
                note.created_at,
                note.properties,
                frozenset(map(markup.key, note.aliases)),
                frozenset(map(markup.key, view.tags)),
                frozenset(links),
            )
    return found


async def test_a_folder_of_obsidian_becomes_notes_with_their_tags_and_links(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    done = await imported(db, owner, clock, files_of("vault.zip", packed(VAULT)))
    assert (done.added, [(one.path, one.why) for one in done.skipped]) == (
        4,
        [("picture.png", "not_markdown")],
    )
    found = await graph(db, owner)
    content, kind, created, properties, aliases, tags, links = found["When the sums start"]
    assert str(content).startswith("Mostly after ten.")
    assert (kind, str(created)[:16]) == (NoteType.LITERATURE, "2025-03-01 12:00")
    assert properties == "rating: 5\ncssclasses:\n  - wide"
    assert (aliases, tags) == ({"the sums"}, {"evenings", "kitchen table", "worry/night"})
    assert links == {"What Mum said", "Plan", "Film"}
    assert found["What Mum said"][-1] == {"When the sums start"}
    assert found["Film"][0] == "A film, crisps.\nNo [[Missing]] note."
    assert (found["Plan"][-2], found["Plan"][-1]) == (frozenset(), frozenset())
    async with db.unit(owner) as s:
        (view,) = await notes.find(s, owner, "worry night")
    assert view.note.source is NoteSource.IMPORTED


@pytest.mark.both_databases
async def test_what_is_exported_is_the_same_graph_when_it_is_imported_again(
    db: Db, clock: FrozenClock
) -> None:
    anna, ben = await factories.person(db), await factories.person(db)
    await imported(db, anna, clock, files_of("vault.zip", packed(VAULT)))
    async with db.unit(anna, write=True) as s:
        fields = NoteFields(
            title='A/B: "what"? [x]', content="---\nnot a head\n---\n#home", tags=["Größe", "true"]
        )
        odd = (await notes.add(s, anna, fields, at=clock.now())).row.id
        same = NoteFields(title="A B what x", content="See [[A/B: nothing]]")
        other = (await notes.add(s, anna, same, at=clock.now())).row.id
        await notes.connect(s, anna, other, odd, at=clock.now())
        await notes.add(s, anna, NoteFields(title="CON", content="…"), at=clock.now())

    done = await imported(db, ben, clock, files_of("notes.zip", await exported(db, anna)))

    assert (done.added, done.skipped) == (7, ())
    assert await graph(db, ben) == await graph(db, anna)
    again = await imported(db, ben, clock, files_of("notes.zip", await exported(db, anna)))
    assert (again.added, {one.why for one in again.skipped}) == (0, {"already_there"})
    assert await graph(db, ben) == await graph(db, anna)


async def test_nothing_that_is_there_is_changed_and_what_cannot_be_read_is_named(
    db: Db, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        await notes.add(s, owner, NoteFields(title="Film", content="Mine"), at=clock.now())
    files = [
        File("Film.md", "Another one"),
        File("long.md", "x" * 20_001),
        *files_of("latin.md", "Größe".encode("latin-1")),
        *files_of("huge.md", b"x" * (archive.LARGEST_FILE + 1)),
        *files_of("notes.docx", b""),
    ]
    done = await imported(db, owner, clock, files)
    assert [(one.path, one.why) for one in done.skipped] == [
        ("long.md", "too_long"),
        ("latin.md", "not_text"),
        ("huge.md", "too_long"),
        ("notes.docx", "not_markdown"),
    ]
    assert {title: found[0] for title, found in (await graph(db, owner)).items()} == {
        "Film": "Mine",
        "Film (2)": "Another one",
    }
    monkeypatch.setattr(exchange, "MOST_NOTES", 3)
    more = await imported(db, owner, clock, [File("a.md", "a"), File("b.md", "b")])
    assert (more.added, [one.why for one in more.skipped]) == (1, ["full"])


def test_a_bomb_is_refused_and_what_is_no_zip_too() -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as folder:
        for number in range(6):
            folder.writestr(f"{number}.md", b"0" * (archive.MOST_BYTES // 5))
    assert len(bomb.getvalue()) < 1_000_000
    with pytest.raises(TooLarge):
        files_of("bomb.zip", bomb.getvalue())
    many = packed({f"{number}.md": "" for number in range(archive.MOST_FILES + 1)})
    with pytest.raises(TooLarge):
        files_of("many.zip", many)
    with pytest.raises(TooLarge):
        files_of("large.zip", b"x" * (archive.LARGEST + 1))
    for broken in (b"", b"PK\x03\x04 and more", packed({"a.md": "text"})[:-30]):
        with pytest.raises(InvalidInput):
            files_of("broken.zip", broken)


def test_a_file_that_lies_about_its_size_is_read_up_to_the_limit() -> None:
    honest = io.BytesIO()
    with zipfile.ZipFile(honest, "w", zipfile.ZIP_DEFLATED) as folder:
        folder.writestr("a.md", b"0" * 5_000_000)
    size = (5_000_000).to_bytes(4, "little")
    assert honest.getvalue().count(size) == 2
    lying = honest.getvalue().replace(size, (10).to_bytes(4, "little"))
    try:
        (file,) = files_of("lying.zip", lying)
    except InvalidInput:
        return
    assert len(file.text) <= archive.LARGEST_FILE


def test_front_matter_that_is_not_understood_is_kept_as_it_is() -> None:
    head = "tags: {a: b}\nother:\n  - x\ntype: essay\ndate: someday"
    found = read("Stem", f"---\n{head}\n---\nText")
    assert (found.title, found.content, found.tags, found.kind) == ("Stem", "Text", (), None)
    for line in ("tags: {a: b}", "other:", "  - x", "type: essay", "date: someday"):
        assert line in found.properties.splitlines()
    assert read("Stem", "---\nno end").content == "---\nno end"


@pytest.mark.parametrize("created", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-05:00"])
def test_a_day_beyond_the_calendar_is_no_day(created: str) -> None:
    found = read("film", f"---\ncreated: {created}\n---\nwords")
    assert (found.created_at, found.content) == (None, "words")
