from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching.domains.notes import service as notes
from coaching.domains.notes.fields import NoteFields, TitleTaken
from coaching.errors import InvalidInput, NotFound, TooMany
from coaching.values.notes import NoteType
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.session_state import guard
from toney_app.views.help.state import HelpState
from toney_app.views.notes import present
from toney_app.views.notes.state import NotesState

if TYPE_CHECKING:
    from coaching.values.safety import SafetyVerdict

RowId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]


class NoteForm(TypedDict):
    """The form of a note; tags are one line, with commas between them."""

    title: str
    content: NotRequired[str]
    kind: NotRequired[str]
    tags: NotRequired[str]


class NoteState(rx.State):
    """An open note, or the form of one."""

    note: rx.Field[present.Note] = rx.field(default_factory=present.Note)
    editing: rx.Field[bool] = rx.field(default=False)
    number: rx.Field[int] = rx.field(0)
    problem: rx.Field[str] = rx.field("")

    @rx.event
    @guard.signed_in
    async def choose(self, note: RowId) -> None:
        """Show a note in the sheet that has just been opened."""
        if not await self._turn_to(note):
            (await self.get_state(NoticeState))._close_sheet()

    @rx.event
    @guard.signed_in
    async def show(self, note: RowId) -> None:
        """Open the sheet with a note that a reply names."""
        if await self._turn_to(note):
            (await self.get_state(NoticeState))._show_sheet("note")

    @rx.event
    @guard.signed_in
    async def arrive(self) -> None:
        """Close the sheet of a note that an address asks for, when none was chosen."""
        if not (self.note.id or self.editing):
            (await self.get_state(NoticeState))._close_sheet()

    @rx.event
    @guard.signed_in
    async def start_new(self) -> None:
        self._begin(present.Note())

    @rx.event
    @guard.signed_in
    async def start_edit(self) -> None:
        self._begin(self.note)

    @rx.event
    @guard.signed_in
    async def stop_edit(self) -> None:
        self._end_form()
        notices = await self.get_state(NoticeState)
        notices._stored(f"note-{self.note.id}")
        if not self.note.id:
            notices._close_sheet()

    @rx.event
    @guard.signed_in
    async def save(self, form: NoteForm) -> None:
        """Keep a new note, or the changes of one."""
        owner, at = await guard.person(self), engine().clock.now()
        try:
            async with engine().unit(owner, write=True) as s:
                if self.note.id:
                    kept = await notes.edit(s, owner, UUID(self.note.id), _fields(form), at=at)
                else:
                    kept = await notes.add(s, owner, _fields(form), at=at)
        except InvalidInput as wrong:
            self.problem = next(iter(wrong.fields)).partition(".")[0]
            return
        except TitleTaken:
            self.problem = "taken"
            return
        except TooMany:
            self.problem = "full"
            return
        self._end_form()
        (await self.get_state(NoticeState))._stored(f"note-{self.note.id}")
        await self._read(owner, kept.row.id)
        await self._said("ui.toast.note_saved", kept.safety)

    @rx.event
    @guard.signed_in
    async def delete(self) -> None:
        if not self.note.id:  # a second tap
            return
        owner, at = await guard.person(self), engine().clock.now()
        note = UUID(self.note.id)
        async with engine().unit(owner, write=True) as s:
            gone = await notes.delete(s, owner, note, at=at)
        self.note = present.Note()
        await (await self.get_state(NotesState))._read()
        notices = await self.get_state(NoticeState)
        notices._say("ui.toast.note_deleted", undo="note_deleted", of=note, kept=gone)
        notices._close_sheet()

    async def _turn_to(self, note: str) -> bool:
        """Read a note anew; if it is gone, say so and return False."""
        owner = await guard.person(self)
        self._end_form()
        try:
            await self._read(owner, UUID(note))
        except NotFound:
            self.note = present.Note()
            (await self.get_state(NoticeState))._say("ui.note.gone")
        return bool(self.note.id)

    async def _read(self, owner: UUID, note: UUID) -> None:
        async with engine().unit(owner) as s:
            self.note = present.note(await notes.require(s, owner, note))
        listed = await self.get_state(NotesState)
        if listed.loaded:
            await listed._read()

    def _begin(self, note: present.Note) -> None:
        self.note, self.problem, self.editing = note, "", True
        self.number += 1

    def _end_form(self) -> None:
        self.editing, self.problem = False, ""

    async def _said(self, key: str, safety: SafetyVerdict) -> None:
        (await self.get_state(NoticeState))._say(key)
        await (await self.get_state(HelpState))._offer(safety)


def _fields(form: NoteForm) -> NoteFields:
    fields = NoteFields(title=form["title"], content=form.get("content", ""))
    if form.get("kind") in list(NoteType):
        fields["kind"] = NoteType(form.get("kind", ""))
    if "tags" in form:
        fields["tags"] = [tag for tag in form["tags"].split(",") if tag.strip()]
    return fields
