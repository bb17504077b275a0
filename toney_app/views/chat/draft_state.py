from __future__ import annotations

from contextlib import suppress
from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import TypedDict

from coaching import conversation
from coaching.domains.notes.fields import TitleTaken
from coaching.errors import Conflict, TooMany
from coaching.services.undo import DRAFT
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.chat.state import ChatState
from toney_app.views.goals.state import GoalsState
from toney_app.views.help.state import HelpState
from toney_app.views.home.state import HomeState
from toney_app.views.notes.state import NotesState
from toney_app.views.rewire.state import RewireState

DraftId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]

CARD = "card"


class EditForm(TypedDict):
    """The field in the place of what was proposed; the first line is the title."""

    words: str


class DraftState(rx.State):
    editing: rx.Field[str] = rx.field("")

    @rx.event
    @guard.signed_in
    async def keep(self, draft: DraftId) -> Then:
        """Keep a draft as it is; what has rested meanwhile is shown as that."""
        return await self._keep(draft)

    @rx.event
    @guard.signed_in
    async def edit(self, draft: DraftId) -> None:
        """Change the words in place; the same again stops that."""
        self.editing = "" if self.editing == draft else draft

    @rx.event
    @guard.signed_in
    async def keep_edited(self, form: EditForm) -> Then:
        """Keep what was proposed in the words that the person leaves there."""
        if not self.editing:  # a second tap
            return []
        return await self._keep(self.editing, form["words"])

    @rx.event
    @guard.signed_in
    async def leave(self, draft: DraftId) -> Then:
        """Reject a draft without saving a card."""
        with suppress(Conflict):
            await conversation.leave_draft(engine(), await guard.person(self), UUID(draft))
        return [ChatState.load]

    async def _keep(self, draft: str, words: str | None = None) -> Then:
        owner, notices = await guard.person(self), await self.get_state(NoticeState)
        try:
            decided = await conversation.keep_draft(engine(), owner, UUID(draft), words)
        except TitleTaken:
            notices._say("ui.note.problem.taken")
            return []
        except Conflict:
            return [ChatState.load]
        except TooMany:
            notices._say("ui.toast.no_room")
            return []
        self.editing = ""
        if decided.kept is not None:
            kind = decided.kind
            saved, of = f"ui.toast.{kind}_saved", decided.kept.row.id
            notices._say(saved, undo=kind, of=of, kept={DRAFT: draft})
            await (await self.get_state(HelpState))._offer(decided.kept.safety)
        return [ChatState.load, *_shown(decided.kind), HomeState.load()]


def _shown(kind: str) -> Then:
    """Return what reads again what became of a draft."""
    match kind:
        case "card":
            return [RewireState.load()]
        case "note":
            return [NotesState.load()]
        case _:
            return [GoalsState.load()]
