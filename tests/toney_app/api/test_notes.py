from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from coaching.domains.notes.archive import packed

if TYPE_CHECKING:
    import httpx

SUMS = {"title": "When the sums start", "content": "Mostly after ten.", "tags": ["Evenings"]}


async def test_a_note_is_kept_found_changed_connected_and_deleted(
    person: httpx.AsyncClient,
) -> None:
    made = await person.post("/api/notes", json={**SUMS, "type": "fleeting"})
    assert made.status_code == 201
    sums = made.json()
    assert (sums["tags"], sums["type"], sums["source"]) == (["Evenings"], "fleeting", "written")
    assert (await person.post("/api/notes", json=SUMS)).json()["code"] == "CONFLICT"
    film = (
        await person.post("/api/notes", json={"title": "A film", "content": "No sums #home"})
    ).json()["id"]
    where = f"/api/notes/{sums['id']}"

    linked = await person.post(f"{where}/connections", json={"targetId": film})
    changed = await person.patch(where, json={"content": "Never before ten.", "type": "permanent"})

    assert [link["title"] for link in linked.json()["links"]] == ["A film"]
    assert (changed.json()["tags"], changed.json()["connected"]) == (["Evenings"], 1)
    by_words = (await person.get("/api/notes", params={"query": "NEVER ten"})).json()
    assert [note["title"] for note in by_words["items"]] == ["When the sums start"]
    by_tag = (await person.get("/api/notes", params={"tag": "HOME", "type": "permanent"})).json()
    assert [note["id"] for note in by_tag["items"]] == [film]
    tags = (await person.get("/api/notes/tags")).json()["items"]
    assert tags == [{"name": "Evenings", "notes": 1}, {"name": "home", "notes": 1}]
    assert (await person.delete(f"{where}/connections/{film}")).status_code == 204
    assert (await person.get(where)).json()["links"] == []
    assert (await person.delete(where)).status_code == 204
    assert (await person.get(where)).status_code == 404


async def test_a_list_goes_on_after_its_last_note(person: httpx.AsyncClient) -> None:
    for number in range(5):
        await person.post("/api/notes", json={"title": f"Note {number}"})
    seen: list[str] = []
    more: str | None = None
    while True:
        params = {"limit": 2, **({"before": more} if more else {})}
        page = (await person.get("/api/notes", params=params)).json()
        seen += [note["title"] for note in page["items"]]
        more = page["next"]
        if more is None:
            break
    assert sorted(seen) == [f"Note {number}" for number in range(5)]
    assert len(seen) == len(set(seen))


async def test_what_is_no_note_is_refused_by_field(person: httpx.AsyncClient) -> None:
    for body, wrong in (
        ({"title": ""}, "title"),
        ({"title": "x", "tags": ["y" * 41]}, "tags.0"),
        ({"title": "x", "content": "x" * 20_001}, "content"),
        ({"title": "x", "type": "loud"}, "type"),
        ({"title": "x", "owner": "ben"}, "owner"),
    ):
        refused = await person.post("/api/notes", json=body)
        assert refused.status_code == 400, body
        assert set(refused.json()["details"]) == {wrong}


async def test_a_folder_is_imported_and_exported(person: httpx.AsyncClient) -> None:
    vault = packed({"Sums.md": "After ten. [[Film]] #night", "a.png": "x"})
    files = [
        ("files", ("vault.zip", vault, "application/zip")),
        ("files", ("Film.md", b"No sums.", "text/markdown")),
    ]
    done = await person.post("/api/notes/import", files=files)
    assert done.status_code == 200, done.text
    assert done.json() == {"added": 2, "skipped": [{"path": "a.png", "why": "not_markdown"}]}
    out = await person.get("/api/notes/export")
    assert out.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(out.content)) as folder:
        assert sorted(folder.namelist()) == ["Film.md", "Sums.md"]
        assert folder.read("Sums.md").decode().endswith("After ten. [[Film]] #night\n")


async def test_what_is_no_folder_is_refused_and_nothing_is_added(
    person: httpx.AsyncClient,
) -> None:
    many = packed({f"{number}.md": "" for number in range(10_001)})
    for content, code in ((b"PK", "VALIDATION_ERROR"), (many, "TOO_LARGE")):
        files = [("files", ("a.md", b"A")), ("files", ("b.zip", content))]
        refused = await person.post("/api/notes/import", files=files)
        assert refused.json()["code"] == code
    assert (await person.post("/api/notes/import")).json()["code"] == "VALIDATION_ERROR"
    assert (await person.get("/api/notes")).json()["items"] == []
