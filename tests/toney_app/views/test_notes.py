from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.domains.notes.models import Note
from coaching.domains.notes.service import NoteView
from toney_app.notice_state import NoticeState
from toney_app.views.help.state import HelpState
from toney_app.views.notes import present
from toney_app.views.notes.link_state import LinkState
from toney_app.views.notes.note_state import NoteState
from toney_app.views.notes.state import NotesState
from toney_app.views.undo_state import UndoState

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from tests.support.states import Tab

SUMS = {
    "title": "When the sums start",
    "content": "Mostly after **ten**.",
    "tags": "Evenings, Home",
}


async def written(tab: Tab, clock: FrozenClock, **form: str) -> NoteState:
    clock.move(timedelta(minutes=1))
    await tab.does(NoteState.start_new)
    await tab.does(NoteState.save, form)
    return await tab.state(NoteState)


async def titles(tab: Tab) -> list[str]:
    return [row.title for row in (await tab.state(NotesState)).rows]


@pytest.mark.parametrize(
    ("content", "excerpt"),
    [
        ("I earn > 2000 and 5 * 3 = 15", "I earn > 2000 and 5 * 3 = 15"),
        ("a <b>tag</b> and snake_case", "a <b>tag</b> and snake_case"),
        ("## Plan\n> **one** and _two_\n`three`", "Plan one and two three"),
    ],
)
def test_the_list_leaves_out_marks_and_no_more(content: str, excerpt: str) -> None:
    note = Note(user_id=uuid4(), title="Sums", content=content, created_at=datetime.now(UTC))
    assert present.row(NoteView(note, (), 0)).excerpt == excerpt


async def test_a_note_is_written_found_changed_deleted_and_restored(
    tab: Tab, clock: FrozenClock
) -> None:
    await tab.does(NotesState.load)
    state = await written(tab, clock, **SUMS)
    assert (state.editing, state.note.tags) == (False, ["Evenings", "Home"])
    film = await written(tab, clock, title="The film", content="See [[when the sums start|it]]")
    assert [(link.title, link.how) for link in film.note.links] == [
        ("When the sums start", "to_text")
    ]
    listed = await tab.state(NotesState)
    assert [(row.title, row.excerpt, row.connected) for row in listed.rows] == [
        ("The film", "See it", 1),
        ("When the sums start", "Mostly after ten.", 1),
    ]
    await tab.does(NotesState.show_tag, "Home")
    assert await titles(tab) == ["When the sums start"]
    await tab.does(NotesState.show_tag, "Home")
    await tab.does(NotesState.look_for, "film")
    assert await titles(tab) == ["The film"]
    await tab.does(NotesState.clear)

    await tab.does(NoteState.choose, listed.rows[1].id)
    await tab.does(NoteState.start_edit)
    await tab.does(NoteState.save, {**SUMS, "title": "Sums", "kind": "literature"})
    assert (state.note.title, state.note.kind) == ("Sums", "literature")
    assert [link.how for link in state.note.links] == ["from_text"]
    note = state.note.id
    await tab.does(NoteState.delete)
    assert await titles(tab) == ["The film"]
    await tab.does(UndoState.take_back, "note_deleted", note)
    await tab.does(NotesState.load)
    assert await titles(tab) == ["The film", "Sums"]


async def test_notes_are_linked_by_hand_and_unlinked(tab: Tab, clock: FrozenClock) -> None:
    for title in ("One", "Two", "Three"):
        state = await written(tab, clock, title=title)
    await tab.does(LinkState.start_link)
    links = await tab.state(LinkState)
    assert [row.title for row in links.matches] == ["Two", "One"]
    await tab.does(LinkState.look_for, "one")
    (one,) = links.matches
    await tab.does(LinkState.link, one.id)
    assert [(link.title, link.by_hand) for link in state.note.links] == [("One", True)]
    await tab.does(LinkState.unlink, one.id)
    assert state.note.links == []


async def test_what_does_not_fit_stays_in_the_form_with_the_reason(
    tab: Tab, clock: FrozenClock
) -> None:
    await written(tab, clock, title="Sums")
    for form, problem in (
        ({"title": " "}, "title"),
        ({"title": "SUMS"}, "taken"),
        ({"title": "x", "content": "y" * 20_001}, "content"),
        ({"title": "x", "tags": "y" * 41}, "tags"),
    ):
        state = await written(tab, clock, **form)
        assert (state.problem, state.editing) == (problem, True)


async def test_a_note_that_is_gone_closes_its_sheet(tab: Tab) -> None:
    await tab.does(NoteState.choose, str(uuid4()))
    notices = await tab.state(NoticeState)
    assert (notices.key, notices.sheet) == ("ui.note.gone", "")
    assert notices.order


async def test_danger_in_a_note_opens_help(tab: Tab, clock: FrozenClock) -> None:
    await written(tab, clock, title="Tonight", content="I want to kill myself.")
    assert (await tab.state(HelpState)).is_named
    assert (await tab.state(NoticeState)).sheet == "help"
